//! HTTP requests and their answers: which route is meant, who may ask, and what the headers say.

use std::convert::Infallible;
use std::error::Error;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Body, Bytes};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::http::uri::Authority;
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;
use plyground_core::{Limits, quote};
use serde_json::Value;

use super::assets::{AssetFile, Assets, FRAMED, tag};
use super::guard::{CONTENT_SECURITY_POLICY, FRAMED_CONTENT_SECURITY_POLICY, Guard, TOKEN_HEADER};
use super::programs::{Programs, malformed};
use super::stream::{self, Events};
use super::tournaments::{TournamentRoute, Tournaments};
use super::work::{Kind, Work};
use plyground_answers::{ApiError, Host, Query, Route, SOLVE, Status, no_route, solve};

/// Longer bodies are refused.
const MOST_BODY: usize = 64 << 10;

/// Where the API begins.
const API: &str = "/api/v1/";

/// How long a client waits before it asks a busy server again, in seconds.
const RETRY_AFTER: &str = "2";

/// An answer: bytes that are there, or events as they come.
pub(super) type Answer = Response<UnsyncBoxBody<Bytes, Infallible>>;

/// Why a body cannot be read.
type BodyError = Box<dyn Error + Send + Sync>;

/// Everything that answers need.
#[derive(Debug)]
pub(super) struct App {
    pub(super) guard: Guard,
    pub(super) work: Work,
    pub(super) assets: Assets,
    pub(super) programs: Arc<Programs>,
    pub(super) tournaments: Arc<Tournaments>,
    /// How long a client may take for a body.
    pub(super) to_send: Duration,
    /// Different for every start, so that no client keeps answers of an older server.
    pub(super) instance: String,
}

pub(super) async fn handle(app: Arc<App>, request: Request<impl Body<Error: Into<BodyError>>>) -> Answer {
    let is_head = request.method() == Method::HEAD;
    let is_framed = request.uri().path().strip_prefix('/') == Some(FRAMED);
    let allowed = if program(request.uri().path()).is_some() { "POST" } else { "GET, HEAD" };
    let mut response = match answer(&app, request).await {
        Ok(response) => response,
        Err(error) => refusal(&error),
    };
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    }
    let headers = response.headers_mut();
    let policy = if is_framed { FRAMED_CONTENT_SECURITY_POLICY } else { CONTENT_SECURITY_POLICY };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !is_framed {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    for name in ["cross-origin-resource-policy", "cross-origin-opener-policy"] {
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if is_head { response.map(|_| Full::default().boxed_unsync()) } else { response }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

async fn answer(
    app: &Arc<App>,
    request: Request<impl Body<Error: Into<BodyError>>>,
) -> Result<Answer, ApiError> {
    let (parts, body) = request.into_parts();
    let hosts: Vec<&str> =
        parts.headers.get_all(header::HOST).iter().map(|host| host.to_str().unwrap_or_default()).collect();
    app.guard.check_hosts(&hosts, parts.uri.authority().map(Authority::as_str))?;
    let path = parts.uri.path();
    if let Some(route) = path.strip_prefix(API) {
        Guard::check_site(text(&parts.headers, "sec-fetch-site"))?;
        if let Some(name) = program(path) {
            let name = percent_decode_str(name).decode_utf8_lossy().into_owned();
            return ask_program(app, name, &parts, body).await;
        }
        expect_reading(&parts.method)?;
        let query = Query::parse(parts.uri.query().unwrap_or_default())?;
        if route == SOLVE {
            let job = app.work.run(Kind::Light, move |_| solve(&query, clock)).await??;
            return Ok(events(stream::begin(&app.work, job)));
        }
        if let Some(route) = TournamentRoute::parse(route) {
            return tournament(app, route, query).await;
        }
        let Some(route) = Route::from_name(route) else { return Err(no_such(path)) };
        return document(app, route, query, &parts).await;
    }
    if path == "/api" || path.starts_with("/api/") {
        return Err(no_such(path));
    }
    expect_reading(&parts.method)?;
    let found = app.assets.get(path, app.guard.token(), accepts_gzip(&parts.headers)).map_err(|error| {
        let message = format!("{}: {error}; expected a file that can be read", quote(path));
        ApiError::new(Status::Broken, "--web-dir", message, "see to the file, and load the page again")
    })?;
    let served = found.ok_or_else(|| {
        let message = format!("no such file: {}; expected a file of the page", quote(path));
        ApiError::new(Status::NotFound, "path", message, "open / for the page, /api/v1/games for the API")
    })?;
    Ok(file(served, &parts.headers))
}

/// The name in the address of a program, encoded as it came.
fn program(path: &str) -> Option<&str> {
    path.strip_prefix(API)?.strip_prefix("programs/")?.strip_suffix("/move")
}

fn no_such(path: &str) -> ApiError {
    no_route(path, &format!(", tournaments, programs/NAME/move below {API}"))
}

/// Time since the first answer that asked for it.
pub(super) fn clock() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed()
}

fn expect_reading(method: &Method) -> Result<(), ApiError> {
    if method == Method::GET || method == Method::HEAD {
        return Ok(());
    }
    Err(wrong_method(method, "GET"))
}

fn wrong_method(method: &Method, expected: &str) -> ApiError {
    let message = format!("found {}; expected {expected}", quote(method.as_str()));
    ApiError::new(Status::WrongMethod, "method", message, format!("ask with {expected}"))
}

async fn document(app: &Arc<App>, route: Route, query: Query, parts: &Parts) -> Result<Answer, ApiError> {
    let target = parts.uri.path_and_query().map_or("", |target| target.as_str());
    let tag = route.is_deterministic().then(|| tag(format!("{} {target}", app.instance).as_bytes()));
    if let Some(tag) = &tag
        && is_known(&parts.headers, tag)
    {
        return Ok(unchanged(tag));
    }
    let kind = if route.searches() { Kind::Search } else { Kind::Light };
    let programs = Arc::clone(&app.programs);
    let answered = app.work.run(kind, move |limits| {
        let host = Host { programs: &programs.offered(), clock };
        let value = route.answer(&query, host, limits)?;
        Ok::<_, ApiError>(value.to_string())
    });
    let mut response = json(StatusCode::OK, answered.await??);
    if let Some(tag) = tag {
        tagged(response.headers_mut(), &tag);
    }
    Ok(response)
}

fn events(events: Events) -> Answer {
    let mut answer = Response::new(events.boxed_unsync());
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    answer
}

/// What is known of tournaments: documents, and a stream.
async fn tournament(app: &Arc<App>, route: TournamentRoute, query: Query) -> Result<Answer, ApiError> {
    let tournaments = Arc::clone(&app.tournaments);
    if let TournamentRoute::News(number) = route {
        query.only(&[])?;
        let look = move |last, limits: &Limits<'_>| tournaments.news(number, last, limits);
        return Ok(events(stream::follow(&app.work, look).await?));
    }
    let answered = app.work.run(Kind::Files, move |limits| {
        let value = tournaments.answer(route, &query, limits)?;
        Ok::<_, ApiError>(value.to_string())
    });
    Ok(json(StatusCode::OK, answered.await??))
}

/// A program's move.
async fn ask_program(
    app: &Arc<App>,
    name: String,
    parts: &Parts,
    body: impl Body<Error: Into<BodyError>>,
) -> Result<Answer, ApiError> {
    if parts.method != Method::POST {
        return Err(wrong_method(&parts.method, "POST"));
    }
    let headers = &parts.headers;
    let origin = text(headers, "origin");
    app.guard.check_origin(text(headers, "host"), origin, text(headers, TOKEN_HEADER))?;
    let media_type = text(headers, "content-type").unwrap_or_default();
    if media_type.split(';').next().map(str::trim) != Some("application/json") {
        return Err(ApiError::parameter("header Content-Type", media_type, "application/json"));
    }
    let body = Limited::new(body, MOST_BODY).collect();
    let bytes = tokio::time::timeout(app.to_send, body).await.map_err(|_| {
        let message = format!("not whole after {} s; expected all of it", app.to_send.as_secs_f64());
        ApiError::new(Status::Late, "body", message, "send it at once")
    })?;
    let bytes = bytes.map_err(|_| {
        let message = format!("more than {MOST_BODY} bytes, or broken off; expected fewer");
        ApiError::new(Status::TooMuch, "body", message, "send the fields of a position only")
    })?;
    let body: Value = serde_json::from_slice(&bytes.to_bytes())
        .map_err(|error| malformed("body", &format!("{error}; expected a JSON object")))?;
    let programs = Arc::clone(&app.programs);
    let answered = app.work.run_until(Kind::Program, move |over, limits| {
        programs.ask(&name, &body, over, limits).map(|value| value.to_string())
    });
    Ok(json(StatusCode::OK, answered.await??))
}

/// Whether the client names gzip among the encodings that it understands, and does not rule it out.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    text(headers, "accept-encoding").unwrap_or_default().split(',').any(|coding| {
        let mut words = coding.split(';').map(str::trim);
        let is_gzip = words.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        is_gzip && !words.any(|word| matches!(word, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Whether the client has the content with this tag.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = text(headers, "if-none-match").unwrap_or_default();
    known.split(',').map(|known| known.trim().trim_start_matches("W/")).any(|known| known == tag)
}

fn tagged(headers: &mut HeaderMap, tag: &str) {
    if let Ok(value) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, value);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
}

fn unchanged(tag: &str) -> Answer {
    let mut answer = full(StatusCode::NOT_MODIFIED, &[], "");
    tagged(answer.headers_mut(), tag);
    answer
}

fn file(served: AssetFile, headers: &HeaderMap) -> Answer {
    let AssetFile { bytes, media_type, tag, is_packed } = served;
    let mut answer = match &tag {
        Some(tag) if is_known(headers, tag) => unchanged(tag),
        _ => full(StatusCode::OK, &[(header::CONTENT_TYPE, media_type)], bytes),
    };
    let is_sent = answer.status() == StatusCode::OK;
    let headers = answer.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_sent && is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if let Some(tag) = tag {
        tagged(headers, &tag);
    }
    answer
}

fn json(status: StatusCode, text: String) -> Answer {
    full(status, &[(header::CONTENT_TYPE, "application/json")], text)
}

fn full(status: StatusCode, headers: &[(HeaderName, &'static str)], bytes: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(bytes.into()).boxed_unsync());
    *answer.status_mut() = status;
    for (name, value) in headers {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

fn refusal(error: &ApiError) -> Answer {
    let status = StatusCode::from_u16(error.status as u16).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = json(status, error.body().to_string());
    if error.status == Status::Busy {
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    answer
}
