//! Server-sent events: news of a search as it is made. When the client leaves, the search stops.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

use axum::response::sse;
use futures_core::Stream;
use plyground_core::agents::Limits;
use serde_json::json;
use tokio::sync::mpsc;

use super::api::{ApiError, Event, Job};
use super::work::{Kind, Leash, Work};

/// Events that wait for a client to read them; a client that lets more pile up is given up.
const MOST_PENDING: usize = 1024;

/// The events of a job. Dropping it stops the job.
#[derive(Debug)]
pub(super) struct Events {
    events: mpsc::Receiver<Event>,
    _leash: Leash,
}

impl Stream for Events {
    type Item = Result<sse::Event, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = std::task::ready!(self.events.poll_recv(context));
        Poll::Ready(
            event.map(|event| Ok(sse::Event::default().event(event.name).data(event.data.to_string()))),
        )
    }
}

/// Begins a job as soon as there is a place for it.
pub(super) fn begin(work: &Work, job: Job) -> Events {
    let (sender, events) = mpsc::channel(MOST_PENDING);
    let (flag, leash) = Work::leash();
    let work = work.clone();
    tokio::spawn(async move {
        let mut place = work.place_now(Kind::Stream);
        if place.is_none() {
            let words = "other searches come first";
            let _ = sender.try_send(Event { name: "waiting", data: json!({ "words": words }) });
            tokio::select! {
                found = work.place(Kind::Stream) => match found {
                    Ok(found) => place = Some(found),
                    Err(error) => return fail(&sender, &error),
                },
                () = sender.closed() => return,
            }
        }
        let errors = sender.clone();
        let stopper = Arc::clone(&flag);
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            let is_over = || flag.load(Ordering::Relaxed) || work.is_stopping();
            job(&Limits { stop: &is_over }, &mut |event| {
                if sender.try_send(event).is_err() {
                    stopper.store(true, Ordering::Relaxed);
                }
            });
        });
        if task.await.is_err() {
            fail(&errors, &super::work::broken());
        }
    });
    Events { events, _leash: leash }
}

/// Tells the client what went wrong, if it still listens.
fn fail(sender: &mpsc::Sender<Event>, error: &ApiError) {
    let _ = sender.try_send(Event { name: "error", data: error.body() });
}
