//! A gRPC service of tonic with a limit for each client: ten calls at once, one more each second.
//!
//! ```text
//! cargo run -p ratelab-tonic
//! grpcurl -plaintext -proto health.proto 127.0.0.1:8092 grpc.health.v1.Health/Check
//! ```
//!
//! It serves the health checks of gRPC, whose messages are generated already, so that nothing needs protoc. Put your
//! own services in their place. `-- 127.0.0.1:0` listens elsewhere.

use ratelab_limiter::{SECOND, TokenBucket};
use ratelab_store::InProcess;
use ratelab_tower::{Grpc, PeerAddress, RateLimitLayer};
use tonic::transport::{
    Server,
    server::{TcpConnectInfo, TcpIncoming},
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8092".to_owned());
    let store = InProcess::new(TokenBucket::new(10, 1, SECOND)?);
    // tonic passes the address of the peer in a separate extension.
    let peer =
        PeerAddress::read_by(|extensions| Some(extensions.get::<TcpConnectInfo>()?.remote_addr()?.ip()));
    let limit = RateLimitLayer::new(store, peer).respond_with(Grpc);
    let (_reporter, health) = tonic_health::server::health_reporter();

    let incoming = TcpIncoming::bind(address.parse()?)?;
    println!("listening on http://{}", incoming.local_addr()?);
    Server::builder().layer(limit).add_service(health).serve_with_incoming(incoming).await?;
    Ok(())
}
