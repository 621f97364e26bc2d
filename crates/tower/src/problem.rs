//! Responses of `application/problem+json`.

use core::fmt::Write;

use http::{HeaderValue, Response, header::CONTENT_TYPE, request::Parts};

use crate::respond::{Rejection, Respond};

/// A problem document of RFC 9457, for clients that read JSON: `application/problem+json`.
///
/// The type of a denial is `quota-exceeded`, as in the IETF draft of the `RateLimit` fields, with the name of the
/// policy in `violated-policies`, as `RateLimit-Policy` has it. Of an all-of, it is the limiter that decided. If too
/// many requests wait, the type is `temporary-reduced-capacity`; all others have none.
///
/// ```
/// use http::Request;
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::InProcess;
/// use ratelab_tower::{Everyone, ProblemJson, RateLimitLayer};
/// use tower::{Layer, ServiceExt, service_fn};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let store = InProcess::new(Gcra::new(1, 1, 60 * SECOND)?);
/// let layer = RateLimitLayer::new(store, Everyone).named("api")?.respond_with(ProblemJson);
/// let service = layer.layer(service_fn(async |_: Request<()>| {
///     Ok::<_, std::convert::Infallible>(http::Response::new(String::new()))
/// }));
/// service.clone().oneshot(Request::new(())).await?;
/// let denied = service.oneshot(Request::new(())).await?;
/// assert_eq!(denied.headers()["content-type"], "application/problem+json");
/// assert!(denied.body().contains(r#""violated-policies":["api"]"#));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProblemJson;

impl<B: From<String>> Respond<B> for ProblemJson {
    fn respond(&self, rejection: Rejection<'_>, _: &Parts) -> Response<B> {
        let mut response = Response::new(B::from(document(rejection)));
        *response.status_mut() = rejection.status();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        response
    }
}

fn document(rejection: Rejection<'_>) -> String {
    let mut json = String::from("{");
    let status = rejection.status();
    let (kind, title) = match rejection {
        Rejection::Denied(..) => {
            ("quota-exceeded", "Request cannot be satisfied as assigned quota has been exceeded")
        }
        Rejection::TooManyWaiting(..) => ("temporary-reduced-capacity", "Too many requests are waiting"),
        // Without a type, the title is that of the status.
        Rejection::Unavailable(..) | Rejection::NoKey(_) => {
            ("", status.canonical_reason().unwrap_or("Refused"))
        }
    };
    if !kind.is_empty() {
        put(&mut json, "type", &format!("https://iana.org/assignments/http-problem-types#{kind}"));
    }
    put(&mut json, "title", title);
    put(&mut json, "detail", &rejection.to_string());
    if let Some(policy) = rejection.violated_policy() {
        // A string of a structured field has the characters and escapes of one in JSON.
        let _ = write!(json, "\"violated-policies\":[{policy}],");
    }
    let _ = write!(json, "\"status\":{}}}", status.as_u16());
    json
}

/// Adds a field with a text, and a comma.
fn put(json: &mut String, field: &str, text: &str) {
    let _ = write!(json, "\"{field}\":\"");
    for character in text.chars() {
        let _ = match character {
            '"' | '\\' => write!(json, "\\{character}"),
            '\0'..' ' => write!(json, "\\u{:04x}", u32::from(character)),
            _ => write!(json, "{character}"),
        };
    }
    json.push_str("\",");
}
