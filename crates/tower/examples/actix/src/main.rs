//! An actix service with a limit for each client: ten requests at once, one more each second.
//!
//! ```text
//! cargo run -p ratelab-actix
//! curl -i http://127.0.0.1:8091/
//! ```
//!
//! actix has no layers of tower, so its middleware asks the store itself. `-- 127.0.0.1:0` listens elsewhere.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::{
    App, Error, HttpResponse, HttpServer,
    body::BoxBody,
    dev::{ServiceRequest, ServiceResponse},
    error::ErrorInternalServerError,
    http::header::{HeaderMap, HeaderName, HeaderValue},
    middleware::{Next, from_fn},
    web::{self, Data},
};
use ratelab_limiter::{Headers, SECOND, TokenBucket};
use ratelab_store::InProcess;

#[actix_web::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8091".to_owned());
    // All workers share its states.
    let store = InProcess::new(TokenBucket::new(10, 1, SECOND)?);
    let app = move || {
        App::new()
            .app_data(Data::new(store.clone()))
            .route("/", web::get().to(async || "hello\n"))
            .wrap(from_fn(limit))
    };
    let server = HttpServer::new(app).workers(2).bind(address)?;
    for address in server.addrs() {
        println!("listening on http://{address}");
    }
    server.run().await?;
    Ok(())
}

/// Answers 429 if the client has used its budget, and adds the headers to every response.
async fn limit(request: ServiceRequest, next: Next<BoxBody>) -> Result<ServiceResponse, Error> {
    let store: Data<InProcess> = request.app_data().cloned().expect("the application has a store");
    let peer = request.peer_addr().ok_or_else(|| ErrorInternalServerError("no address of the peer"))?;
    let answer = store.check(client(peer.ip()));
    let headers = answer.headers(store.policy(), "default").map_err(ErrorInternalServerError)?;
    // A bucket allows or denies. A queue would delay the request by `answer.outcome.delay()`.
    let mut response = match answer.outcome.admits() {
        true => next.call(request).await?,
        false => request.into_response(HttpResponse::TooManyRequests().body("too many requests\n")),
    };
    add(response.headers_mut(), &headers);
    Ok(response)
}

/// The address of IPv4, or the first 64 bits of IPv6: one household has all addresses that begin with these.
fn client(peer: IpAddr) -> String {
    match peer.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("{}/64", Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

fn add(map: &mut HeaderMap, headers: &Headers) {
    for (name, value) in headers.fields() {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            map.append(name, value);
        }
    }
}
