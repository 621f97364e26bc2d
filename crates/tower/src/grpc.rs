//! Responses of gRPC.

use core::fmt::Write;

use http::{HeaderName, HeaderValue, Response, StatusCode, header::CONTENT_TYPE, request::Parts};

use crate::respond::{Rejection, Respond};

static GRPC_STATUS: HeaderName = HeaderName::from_static("grpc-status");
static GRPC_MESSAGE: HeaderName = HeaderName::from_static("grpc-message");

/// A status of gRPC, for servers such as tonic: HTTP status 200, `grpc-status` and `grpc-message` among the headers,
/// and an empty body. Clients of gRPC take the HTTP status 429 for `UNAVAILABLE`, and many of them retry that at once.
///
/// | the request | `grpc-status` |
/// |---|---|
/// | is denied | 8, `RESOURCE_EXHAUSTED` |
/// | is not decided, because the store failed | 14, `UNAVAILABLE` |
/// | finds no place to wait | 14, `UNAVAILABLE` |
/// | has no key | that of the error's HTTP status: 3 for 400, 16 for 401, 7 for 403, 5 for 404, 13 for 500 |
///
/// `Retry-After` and the other headers of the limiter are metadata of the response.
///
/// ```
/// use http::Request;
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::InProcess;
/// use ratelab_tower::{Everyone, Grpc, RateLimitLayer};
/// use tower::{Layer, ServiceExt, service_fn};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let store = InProcess::new(Gcra::new(1, 1, 60 * SECOND)?);
/// let layer = RateLimitLayer::new(store, Everyone).respond_with(Grpc);
/// let service = layer.layer(service_fn(async |_: Request<()>| {
///     Ok::<_, std::convert::Infallible>(http::Response::new(String::new()))
/// }));
/// service.clone().oneshot(Request::new(())).await?;
/// let denied = service.oneshot(Request::new(())).await?;
/// assert_eq!(denied.status(), 200);
/// assert_eq!(denied.headers()["grpc-status"], "8");
/// assert_eq!(denied.headers()["grpc-message"], "too many requests: try again in 60 seconds");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grpc;

impl<B: Default> Respond<B> for Grpc {
    fn respond(&self, rejection: Rejection<'_>, _: &Parts) -> Response<B> {
        let mut response = Response::new(B::default());
        let message = HeaderValue::try_from(percent_encoded(&rejection.to_string()));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
        headers.insert(&GRPC_STATUS, code(rejection).into());
        headers.insert(&GRPC_MESSAGE, message.expect("encoded as printable ASCII"));
        response
    }
}

/// The number of a status. Those for errors of HTTP are the ones of `google.rpc.Code`.
fn code(rejection: Rejection<'_>) -> u16 {
    match rejection {
        Rejection::Denied(..) => 8,
        Rejection::Unavailable(..) | Rejection::TooManyWaiting(..) => 14,
        Rejection::NoKey(error) => match error.status() {
            StatusCode::BAD_REQUEST => 3,
            StatusCode::UNAUTHORIZED => 16,
            StatusCode::FORBIDDEN => 7,
            StatusCode::NOT_FOUND => 5,
            StatusCode::TOO_MANY_REQUESTS => 8,
            StatusCode::INTERNAL_SERVER_ERROR => 13,
            StatusCode::NOT_IMPLEMENTED => 12,
            StatusCode::SERVICE_UNAVAILABLE => 14,
            StatusCode::GATEWAY_TIMEOUT => 4,
            _ => 2,
        },
    }
}

/// The bytes from space to `~` except `%`, and all others as `%` and two digits, as the protocol of gRPC says.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'%' | ..b' ' | 0x7f.. => {
                let _ = write!(encoded, "%{byte:02X}");
            }
            _ => encoded.push(char::from(byte)),
        }
    }
    encoded
}
