//! The store in this process behind both traits.

use std::{
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
};

use ratelab_limiter::{FixedWindow, Policy, SECOND};
use ratelab_store::{AsyncLimitStore, InProcess, LimitStore};

/// Three requests in a window that ends in the year 2044.
fn three() -> Policy {
    FixedWindow::new(3, 25 * 365 * 86_400 * SECOND).expect("a policy").into()
}

/// The output of a future that is ready at once, as those of a store in this process are.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("a store in this process waits for nothing"),
    }
}

#[test]
fn threads_use_it_as_a_trait_object() {
    let store: Box<dyn LimitStore> = Box::new(InProcess::new(three()));
    assert_eq!(store.policy(), &three());
    assert_eq!(store.check_cost(b"ada", 2).remaining, 1);
    assert_eq!(store.peek(b"ada", 1).remaining, 1);
    assert_eq!(store.refund(b"ada", 1), Ok(()));
    assert_eq!(store.peek(b"ada", 1).remaining, 2);
    assert_eq!([store.reset(b"ada"), store.reset(b"ada")], [Ok(true), Ok(false)]);
}

#[test]
fn clones_share_their_states_across_both_traits() {
    fn check(store: &impl AsyncLimitStore) -> u32 {
        ready(store.check_cost(b"ada", 1)).remaining
    }

    let store = InProcess::new(three());
    assert_eq!(check(&store.clone()), 2);
    assert_eq!(LimitStore::check_cost(&store, b"ada", 1).remaining, 1);
    assert_eq!(ready(AsyncLimitStore::refund(&store, b"ada", 2)), Ok(()));
    assert_eq!(ready(AsyncLimitStore::peek(&store, b"ada", 1)).remaining, store.peek("ada", 1).remaining);
    assert_eq!(ready(AsyncLimitStore::reset(&store, b"ada")), Ok(true));
    assert_eq!(check(&store), 2);
}
