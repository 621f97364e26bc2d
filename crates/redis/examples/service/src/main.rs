//! A service with a limit for each client. It starts with nothing installed:
//!
//! ```text
//! cargo run -p ratelab-service
//! curl -i http://127.0.0.1:8090/
//! ```
//!
//! `/metrics` has its metrics for Prometheus, and `dashboards/grafana.json` shows them in Grafana.
//!
//! With `-- --redis redis://127.0.0.1/` its limits are in Redis, and shared with every other process that has
//! them there. `-- --help` lists the options.

use std::{error::Error, future::Future, net::SocketAddr, process::ExitCode, time::Duration};

use ratelab_redis::AsyncStore;
use ratelab_service::{
    options::{Options, USAGE},
    routes::routes,
};
use ratelab_store::{AsyncLimitStore, InProcess, OnFailure};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match run(&arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let options = Options::read(arguments)?;
    let policy = options.policy()?;
    let Some(address) = &options.redis else {
        return serve(InProcess::new(policy), &options).await;
    };
    // Without the address, which may contain a password.
    let client = redis::Client::open(address.as_str())
        .map_err(|error| format!("--redis is not an address of Redis such as redis://127.0.0.1/: {error}"))?;
    let store = AsyncStore::new(client, policy, OnFailure::InProcess)?
        .named("service")
        .deadline(Duration::from_millis(250));
    serve(store, &options).await
}

/// Serves until it is asked to end, and then finishes the requests it has begun.
async fn serve<S: AsyncLimitStore>(store: S, options: &Options) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind(&options.listen)
        .await
        .map_err(|error| format!("--listen is {:?}, where nothing can listen: {error}", options.listen))?;
    println!("{}", store.policy());
    println!("listening on http://{}", listener.local_addr()?);
    let routes = routes(store).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, routes).with_graceful_shutdown(ending()?).await?;
    println!("ended");
    Ok(())
}

/// Ends when the process is asked to: by Ctrl-C, or by SIGTERM from a service manager.
#[cfg(unix)]
fn ending() -> std::io::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};

    let [mut interrupt, mut terminate] = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends when the process is asked to, by Ctrl-C.
#[cfg(not(unix))]
fn ending() -> std::io::Result<impl Future<Output = ()> + Send> {
    Ok(async { tokio::signal::ctrl_c().await.unwrap_or_default() })
}
