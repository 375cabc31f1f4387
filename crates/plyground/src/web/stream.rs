//! Server-sent events: news of a search as it is made, and of a tournament as it is played. When the client leaves,
//! all ends.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame};
use plyground_core::Limits;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, interval_at};

use super::work::{Kind, Work, busy};
use plyground_answers::{ApiError, Event, Job, Status};

/// Events that wait for a client to read them; a client that lets more pile up is given up.
const MOST_PENDING: usize = 1024;

/// How long a client hears nothing at most, so that nothing between it and the server takes the connection for dead.
const SILENCE: Duration = Duration::from_secs(15);

/// The events of a job. Dropping it stops the job.
#[derive(Debug)]
pub(super) struct Events {
    events: mpsc::Receiver<Event>,
    silence: Interval,
}

impl Events {
    fn new(events: mpsc::Receiver<Event>, silence: Duration) -> Self {
        Self { events, silence: interval_at(Instant::now() + silence, silence) }
    }
}

impl Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Poll::Ready(event) = self.events.poll_recv(context) {
            self.silence.reset();
            // JSON in one line: `data` is one field.
            return Poll::Ready(event.map(|Event { name, data }| {
                Ok(Frame::data(format!("event: {name}\ndata: {data}\n\n").into()))
            }));
        }
        self.silence.poll_tick(context).map(|_| Some(Ok(Frame::data(Bytes::from_static(b":\n\n")))))
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
    Events::new(events, SILENCE)
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
    Ok(Events::new(events, SILENCE))
}

/// Sends the client what went wrong, if it still listens.
fn fail(sender: &mpsc::Sender<Event>, error: &ApiError) {
    let _ = sender.try_send(Event { name: "error", data: error.body() });
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    #[test]
    fn a_stream_is_never_silent_and_ends_with_its_events() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (sender, events) = mpsc::channel(1);
            let mut events = Events::new(events, Duration::from_nanos(1));
            let silence = events.frame().await.unwrap().unwrap().into_data().unwrap();
            assert_eq!(silence, ":\n\n");
            sender.send(Event { name: "news", data: json!({ "words": "one\ntwo" }) }).await.unwrap();
            let event = events.frame().await.unwrap().unwrap().into_data().unwrap();
            assert_eq!(event, "event: news\ndata: {\"words\":\"one\\ntwo\"}\n\n");
            drop(sender);
            assert!(events.frame().await.is_none());
        });
    }
}
