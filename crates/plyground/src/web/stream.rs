//! Server-sent events: news of a search as it is made, and of a tournament as it is played. When the client leaves,
//! all ends.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse;
use futures_core::Stream;
use plyground_core::Limits;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::work::{Kind, Work, busy};
use plyground_answers::{ApiError, Event, Job, Status};

/// Events that wait for a client to read them; a client that lets more pile up is given up.
const MOST_PENDING: usize = 1024;

/// The events of a job. Dropping it stops the job.
#[derive(Debug)]
pub(super) struct Events(mpsc::Receiver<Event>);

impl Stream for Events {
    type Item = Result<sse::Event, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = std::task::ready!(self.0.poll_recv(context));
        Poll::Ready(
            event.map(|event| Ok(sse::Event::default().event(event.name).data(event.data.to_string()))),
        )
    }
}

/// Begins a job as soon as there is a place for it.
pub(super) fn begin(work: &Work, job: Job) -> Events {
    let (sender, events) = mpsc::channel(MOST_PENDING);
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
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            let has_fallen_behind = AtomicBool::new(false);
            let is_over =
                || sender.is_closed() || has_fallen_behind.load(Ordering::Relaxed) || work.is_stopping();
            job(&Limits { stop: &is_over }, &mut |event| {
                if sender.try_send(event).is_err() {
                    has_fallen_behind.store(true, Ordering::Relaxed);
                }
            });
        });
        if task.await.is_err() {
            fail(&errors, &super::work::broken());
        }
    });
    Events(events)
}

/// How often a tournament is looked at for its listeners: news in between are sent together.
const PAUSE: Duration = Duration::from_millis(500);

/// Begins sending news, for as long as the client listens, unless too many do. `look` gets what it gave last, and gives
/// something new or nothing.
pub(super) async fn follow<T, L>(work: &Work, look: L) -> Result<Events, ApiError>
where
    T: Copy + Send + 'static,
    L: Fn(Option<T>, &Limits<'_>) -> Result<Option<(T, Value)>, ApiError> + Clone + Send + 'static,
{
    let place = work.place_now(Kind::News);
    let place = place.ok_or_else(|| busy("too many clients are listening; expected fewer at a time"))?;
    let begin = look.clone();
    let mut news = work.run(Kind::Files, move |limits| begin(None, limits)).await.and_then(|news| news);
    if let Err(error) = &news
        && error.status != Status::Busy
    {
        return Err(error.clone());
    }
    let (sender, events) = mpsc::channel(MOST_PENDING);
    let work = work.clone();
    tokio::spawn(async move {
        let _place = place;
        let mut last = None;
        while !work.is_stopping() {
            match news {
                Ok(None) => {}
                Ok(Some((new, data))) => {
                    last = Some(new);
                    if sender.try_send(Event { name: "news", data }).is_err() {
                        return;
                    }
                }
                // Reading takes longer than a request may.
                Err(ref error) if error.status == Status::Busy => {}
                Err(error) => return fail(&sender, &error),
            }
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                () = sender.closed() => return,
            }
            let look = look.clone();
            news = work.run(Kind::Files, move |limits| look(last, limits)).await.and_then(|news| news);
        }
    });
    Ok(Events(events))
}

/// Sends the client what went wrong, if it still listens.
fn fail(sender: &mpsc::Sender<Event>, error: &ApiError) {
    let _ = sender.try_send(Event { name: "error", data: error.body() });
}
