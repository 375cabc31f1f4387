//! Connections: how many there are at a time, and how long a client may take to ask.

use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rustix::process::{Resource, getrlimit};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;

use super::routes::{App, handle};

/// The most connections, where the system allows twice as many open files.
const MOST: u64 = 512;

/// How long a client may take for the head of a request, and how long it may ask nothing.
const TO_ASK: Duration = Duration::from_secs(10);

/// The pause after a connection that could not be accepted.
const PAUSE: Duration = Duration::from_millis(20);

/// What connections may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// How many there are at a time. Further clients wait until the system passes them on.
    pub(super) most: usize,
    /// How long a client may take for the head of a request.
    pub(super) to_ask: Duration,
}

impl Bounds {
    /// Those of this process: half of the files that it may open are for connections, the others for all else.
    pub(super) fn here() -> Self {
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let most = usize::try_from((files / 2).clamp(1, MOST)).unwrap_or(1);
        Self { most, to_ask: TO_ASK }
    }
}

/// Serves everybody who connects until `stop` says so, and then answers that are on their way.
pub(super) async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    bounds: Bounds,
    mut stop: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(bounds.most));
    let mut tasks = JoinSet::new();
    let ending = stop.clone();
    let mut stopped = pin!(async move {
        // A sender that is gone has stopped as well.
        let _ = stop.wait_for(|&stop| stop).await;
    });
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = &mut stopped => break,
        };
        while tasks.try_join_next().is_some() {}
        if let Ok((stream, place)) = accepted {
            let (app, ending) = (Arc::clone(&app), ending.clone());
            tasks.spawn(async move {
                talk(stream, app, bounds.to_ask, ending).await;
                drop(place);
            });
        } else {
            // There may be no file left for it.
            tokio::time::sleep(PAUSE).await;
        }
    }
    drop(listener);
    while tasks.join_next().await.is_some() {}
}

/// The next connection, as soon as there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(TcpStream, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, _) = listener.accept().await?;
    Ok((stream, place))
}

/// Answers one request after the other until the client leaves, is too slow, or the server ends.
async fn talk(stream: TcpStream, app: Arc<App>, to_ask: Duration, mut ending: watch::Receiver<bool>) {
    // Events are small, and wait for nobody; later is better than never.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request: Request<Incoming>| {
        let answered = handle(Arc::clone(&app), request.map(Body::new));
        async move { Ok::<_, Infallible>(answered.await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(to_ask);
    let mut talking = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        // Clients leave as they like.
        _ = talking.as_mut() => return,
        _ = ending.wait_for(|&stop| stop) => {}
    }
    talking.as_mut().graceful_shutdown();
    let _ = talking.await;
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::thread;

    use super::super::tests::{TOKEN, app};
    use super::*;

    /// A server of this process, until its sender is dropped.
    fn serving(bounds: Bounds) -> (SocketAddr, watch::Sender<bool>) {
        let (sender, stop) = watch::channel(false);
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build().unwrap();
            runtime.block_on(async {
                serve(TcpListener::from_std(listener).unwrap(), app(), bounds, stop).await;
            });
        });
        (address, sender)
    }

    fn connect(address: SocketAddr, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    const ASK: &str = "GET /api/v1/position?game=connect-four HTTP/1.1\r\nHost: localhost:7777\r\n\r\n";

    /// Whether the server answers on this connection; it may have been closed.
    fn is_answered(stream: &mut TcpStream) -> bool {
        let mut bytes = [0; 15];
        stream.read_exact(&mut bytes).is_ok() && &bytes == b"HTTP/1.1 200 OK"
    }

    #[test]
    fn requests_that_are_sent_by_halves_have_a_time_limit() {
        let (address, _stop) = serving(Bounds { most: 9, to_ask: Duration::from_millis(200) });
        for half in ["", "GET / HTTP/1.1\r\nHost: localh", &format!("GET / HTTP/1.1\r\nX: {TOKEN}\r\n")] {
            let mut rest = String::new();
            // Closed without an answer: the end of the stream, or an error.
            let _ = connect(address, half).read_to_string(&mut rest);
            assert_eq!(rest, "", "{half:?}");
        }
        assert!(is_answered(&mut connect(address, ASK)));
    }

    #[test]
    fn clients_beyond_the_bound_wait_for_a_place() {
        let (address, _stop) = serving(Bounds { most: 1, to_ask: Duration::from_millis(200) });
        let _idle = connect(address, "");
        assert!(is_answered(&mut connect(address, ASK)));
    }

    #[test]
    fn an_ending_server_ends_its_answers() {
        let (address, stop) = serving(Bounds { most: 9, to_ask: Duration::from_secs(60) });
        let mut idle = connect(address, ASK);
        assert!(is_answered(&mut idle));
        stop.send(true).unwrap();
        let mut rest = Vec::new();
        idle.read_to_end(&mut rest).unwrap();
        assert!(String::from_utf8(rest).unwrap().ends_with('}'), "the rest of the answer, and the end");
    }
}
