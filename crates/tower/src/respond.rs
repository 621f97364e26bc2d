//! The responses to requests that do not reach the service.

use core::fmt;

use http::{HeaderValue, Response, StatusCode, header::CONTENT_TYPE, request::Parts};
use ratelab_limiter::Headers;
use ratelab_store::Answer;

use crate::key::KeyError;

/// Why a request does not reach the service.
///
/// ```
/// use http::StatusCode;
/// use ratelab_tower::{KeyError, Rejection};
///
/// let rejection = Rejection::NoKey(&KeyError::NoPeer);
/// assert_eq!(rejection.status(), StatusCode::INTERNAL_SERVER_ERROR);
/// assert_eq!(rejection.to_string(), "the server did not provide the address of the peer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection<'a> {
    /// The limiter denied it.
    Denied(&'a Answer, &'a Headers),
    /// The store failed, and is [closed](ratelab_store::OnFailure::Closed) then.
    Unavailable(&'a Answer, &'a Headers),
    /// It would have to wait for its turn, and too many others wait already: see
    /// [`max_waiting`](crate::RateLimitLayer::max_waiting). Its charge was given back.
    TooManyWaiting(&'a Answer, &'a Headers),
    /// The request has no key.
    NoKey(&'a KeyError),
}

impl Rejection<'_> {
    /// Returns the status of the response: 429 if denied, 503 if the store failed or too many requests wait.
    pub const fn status(self) -> StatusCode {
        match self {
            Self::Denied(..) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(..) | Self::TooManyWaiting(..) => StatusCode::SERVICE_UNAVAILABLE,
            Self::NoKey(error) => error.status(),
        }
    }
}

impl<'a> Rejection<'a> {
    /// Returns the name of the policy that denied the request, in quotes and with escapes, as in `RateLimit-Policy`.
    /// `None` if no policy denied it.
    ///
    /// ```
    /// use ratelab_tower::{KeyError, Rejection};
    ///
    /// assert_eq!(Rejection::NoKey(&KeyError::NoPeer).violated_policy(), None);
    /// ```
    pub fn violated_policy(self) -> Option<&'a str> {
        match self {
            Self::Denied(answer, headers) => quoted(&headers.rate_limit_policy).nth(answer.why.member),
            _ => None,
        }
    }
}

/// The strings of a structured field, with their quotes. Only names have quotes in ours.
fn quoted(field: &str) -> impl Iterator<Item = &str> {
    let mut rest = field;
    core::iter::from_fn(move || {
        let from_quote = &rest[rest.find('"')?..];
        let mut is_escaped = false;
        let end = from_quote.bytes().skip(1).position(|byte| {
            let ends = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends
        })?;
        let (string, after) = from_quote.split_at(end + 2);
        rest = after;
        Some(string)
    })
}

impl fmt::Display for Rejection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (reason, headers) = match self {
            Self::NoKey(error) => return error.fmt(f),
            Self::Denied(_, headers) => ("too many requests", headers),
            Self::Unavailable(_, headers) => ("the limit cannot be checked at present", headers),
            Self::TooManyWaiting(_, headers) => ("too many requests are waiting", headers),
        };
        match headers.retry_after {
            Some(1) => write!(f, "{reason}: try again in 1 second"),
            Some(seconds) => write!(f, "{reason}: try again in {seconds} seconds"),
            None => f.write_str("this request can never pass: trying again will not help"),
        }
    }
}

/// Makes the response to a rejected request, with a body of the service's type.
///
/// A function implements it, with the request's head as its second argument:
/// [`RateLimitLayer::respond`](crate::RateLimitLayer::respond) has an example. The layer adds the headers of the
/// limiter.
pub trait Respond<B>: Clone + Send + Sync + 'static {
    /// Returns the response.
    ///
    /// ```
    /// use http::{Request, Response, StatusCode, request::Parts};
    /// use ratelab_tower::{KeyError, Rejection, Respond};
    ///
    /// #[derive(Clone)]
    /// struct Json;
    ///
    /// impl Respond<String> for Json {
    ///     fn respond(&self, rejection: Rejection<'_>, _: &Parts) -> Response<String> {
    ///         let mut response = Response::new(format!(r#"{{"error":"{rejection}"}}"#));
    ///         *response.status_mut() = rejection.status();
    ///         response
    ///     }
    /// }
    ///
    /// let (parts, ()) = Request::new(()).into_parts();
    /// let refused = KeyError::refused(StatusCode::UNAUTHORIZED, "log in first");
    /// let response = Json.respond(Rejection::NoKey(&refused), &parts);
    /// assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    /// assert_eq!(response.body(), r#"{"error":"log in first"}"#);
    /// ```
    fn respond(&self, rejection: Rejection<'_>, parts: &Parts) -> Response<B>;
}

impl<F, B> Respond<B> for F
where
    F: Fn(Rejection<'_>, &Parts) -> Response<B> + Clone + Send + Sync + 'static,
{
    fn respond(&self, rejection: Rejection<'_>, parts: &Parts) -> Response<B> {
        self(rejection, parts)
    }
}

/// A line of text, the default response.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlainText;

impl<B: From<String>> Respond<B> for PlainText {
    fn respond(&self, rejection: Rejection<'_>, _: &Parts) -> Response<B> {
        let mut response = Response::new(B::from(format!("{rejection}\n")));
        *response.status_mut() = rejection.status();
        let text = HeaderValue::from_static("text/plain; charset=utf-8");
        response.headers_mut().insert(CONTENT_TYPE, text);
        response
    }
}
