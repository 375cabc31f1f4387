//! Connections: how many there are at a time, how long a client may take to ask, and which one makes room for the
//! next, so that slow clients keep nobody out.

use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use http_body_util::BodyExt;
use http_body_util::combinators::UnsyncBoxBody;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rustix::process::{Resource, getrlimit};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

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
    /// How many there are at a time.
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
    let mut tasks = JoinSet::new();
    let mut open: Vec<(Arc<Connection>, AbortHandle)> = Vec::new();
    let ending = stop.clone();
    let mut stopped = pin!(async move {
        // A sender that is gone has stopped as well.
        let _ = stop.wait_for(|&stop| stop).await;
    });
    loop {
        let accepted: io::Result<_> = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopped => break,
        };
        while tasks.try_join_next().is_some() {}
        open.retain(|(_, task)| !task.is_finished());
        if accepted.is_err() || open.len() >= bounds.most {
            make_room(&mut open);
        }
        if let Ok((stream, _)) = accepted {
            let connection = Arc::new(Connection(Mutex::new(Waiting::now(false))));
            let (app, own) = (Arc::clone(&app), Arc::clone(&connection));
            let task = tasks.spawn(talk(stream, app, own, bounds.to_ask, ending.clone()));
            open.push((connection, task));
        } else {
            // There may be no file left for it.
            tokio::time::sleep(PAUSE).await;
        }
    }
    drop(listener);
    while tasks.join_next().await.is_some() {}
}

/// Ends the connection that has asked nothing for longest; if all are being answered, that whose answer takes
/// longest.
fn make_room(open: &mut Vec<(Arc<Connection>, AbortHandle)>) {
    let slowest = open.iter().enumerate().min_by_key(|(_, (one, _))| one.state()).map(|(at, _)| at);
    if let Some(at) = slowest {
        let (_, task) = open.swap_remove(at);
        task.abort();
    }
}

/// Answers one request after the other until the client leaves, is too slow, or the server ends.
async fn talk(
    stream: TcpStream,
    app: Arc<App>,
    connection: Arc<Connection>,
    to_ask: Duration,
    mut ending: watch::Receiver<bool>,
) {
    // Events are small, and wait for nobody; later is better than never.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request: Request<Incoming>| {
        connection.set(true);
        let turn = Turn(Arc::clone(&connection));
        let answered = handle(Arc::clone(&app), request);
        async move {
            // The body has the turn until nothing of it is left to be sent.
            let with_turn = |body: UnsyncBoxBody<_, Infallible>| body.map_err(move |never| (never, &turn).0);
            Ok::<_, Infallible>(answered.await.map(with_turn))
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(to_ask);
    let mut talking = pin!(builder.serve_connection(TokioIo::new(stream), service));
    let is_left = tokio::select! {
        // Clients leave as they like.
        _ = talking.as_mut() => true,
        _ = ending.wait_for(|&stop| stop) => false,
    };
    if !is_left {
        talking.as_mut().graceful_shutdown();
        let _ = talking.await;
    }
}

/// A connection as the others see it.
struct Connection(Mutex<Waiting>);

/// Whether a connection is being answered, and since when it is or is not. Lesser ones make room first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    is_answered: bool,
    since: Instant,
}

impl Waiting {
    fn now(is_answered: bool) -> Self {
        Self { is_answered, since: Instant::now() }
    }
}

impl Connection {
    fn state(&self) -> Waiting {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, is_answered: bool) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Waiting::now(is_answered);
    }
}

/// An answer in the making: from the request until nothing of it is left to be sent.
struct Turn(Arc<Connection>);

impl Drop for Turn {
    fn drop(&mut self) {
        let Self(connection) = self;
        connection.set(false);
    }
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
        // A body that does not come is answered.
        let half = format!(
            "POST /api/v1/programs/mine/move HTTP/1.1\r\nHost: localhost:7777\r\nOrigin: http://localhost:7777\r\n\
             X-Plyground-Token: {TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
        );
        let mut answer = String::new();
        let _ = connect(address, &half).read_to_string(&mut answer);
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert!(answer.contains("not whole after 0.1 s; expected all of it"), "{answer}");
        assert!(is_answered(&mut connect(address, ASK)));
    }

    #[test]
    fn the_slowest_connection_is_closed_for_the_next() {
        let (address, _stop) = serving(Bounds { most: 4, to_ask: Duration::from_secs(60) });
        // A stream that is being sent is not among the slow as long as others ask nothing.
        let solve = "GET /api/v1/solve?game=breakthrough&time=60 HTTP/1.1\r\nHost: localhost:7777\r\n\r\n";
        let mut stream = connect(address, solve);
        assert!(is_answered(&mut stream));
        let mut halves: Vec<TcpStream> =
            (0..20).map(|_| connect(address, "GET / HTTP/1.1\r\nHost: lo")).collect();
        for _ in 0..5 {
            assert!(is_answered(&mut connect(address, ASK)));
        }
        let hang = Instant::now() + Duration::from_secs(60);
        while halves.len() > 3 {
            assert!(Instant::now() < hang, "all but four are closed, the stream not among them");
            halves.retain_mut(|half| {
                half.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
                // A connection that is closed ends or fails otherwise.
                let open = |kind| matches!(kind, io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut);
                half.read(&mut [0]).is_err_and(|error| open(error.kind()))
            });
        }
        let mut bytes = [0; 1];
        assert!(stream.read(&mut bytes).unwrap() > 0, "the stream goes on");
        // Streams make room for each other, too, or nobody else could be answered.
        let _streams: Vec<TcpStream> = (0..8).map(|_| connect(address, solve)).collect();
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
