//! The store on Redis for programs on tokio.

use core::time::Duration;
use std::sync::Arc;

use ratelab_limiter::{Decision, Policy};
use ratelab_store::{Answer, Asked, AsyncLimitStore, DenyCache, Failure, Fallback, InProcess, OnFailure};
use redis::Value;
use tokio::time::Instant;

use crate::{
    call::{Call, Caller},
    key::Names,
    nodes::Nodes,
    plan::{Plan, Refusal},
    ready,
    reply::Reply,
    server::Server,
};

/// The default deadline of a call.
const DEADLINE: Duration = Duration::from_millis(100);

/// A limiter with the state of each client in Redis. Clones share one connection.
///
/// Every call ends before its [deadline](Self::deadline). If Redis has not decided by then,
/// [`OnFailure`] does, and the answer's [`Origin`](ratelab_store::Origin) is the failure. The store recovers by itself
/// when Redis is back, within a second. While it knows that Redis is down, calls do not wait for it.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use ratelab_limiter::{SECOND, SlidingWindowLog};
/// use ratelab_redis::AsyncStore;
/// use ratelab_store::OnFailure;
///
/// let policy = SlidingWindowLog::new(100, 60 * SECOND)?;
/// let client = redis::Client::open("redis://127.0.0.1/")?;
/// let clients = AsyncStore::new(client, policy, OnFailure::InProcess)?.named("api");
/// let answer = clients.check("ada").await;
/// if !answer.outcome.admits() {
///     println!("retry after {:?} ns", answer.retry_after);
/// }
/// // Many requests in one pipeline, each with its cost.
/// let answers = clients.check_all(&[("ada", 1), ("grace", 5)]).await;
/// let remaining = clients.peek("ada", 1).await.remaining; // charges nothing
/// clients.refund("ada", 1).await?; // a request that did no work
/// let was_stored = clients.reset("ada").await?;
/// println!("{}", clients.policy());
/// # let _ = (answers, remaining, was_stored);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct AsyncStore {
    setup: Arc<Setup>,
    shared: Arc<Shared>,
}

/// The configuration.
#[derive(Clone, Debug)]
struct Setup {
    policy: Policy,
    plan: Plan,
    caller: Caller,
    names: Names,
    deadline: Duration,
    deny_cache: Option<Arc<DenyCache>>,
}

/// The state that all clones share.
#[derive(Debug)]
struct Shared {
    nodes: Nodes,
    /// Decides when Redis does not.
    fallback: Fallback,
}

impl AsyncStore {
    /// Returns a store on one server or a cluster, with the choice of what happens to requests when Redis makes no
    /// decision. It connects at the first call.
    ///
    /// # Errors
    ///
    /// Returns a [`Refusal`] if Redis cannot hold the policy exactly.
    pub fn new(
        server: impl Into<Server>,
        policy: impl Into<Policy>,
        on_failure: OnFailure,
    ) -> Result<Self, Refusal> {
        let policy = policy.into();
        let plan = Plan::new(&policy)?;
        let nodes = Nodes::new(server.into());
        let shared = Shared { nodes, fallback: Fallback::new(policy.clone(), on_failure) };
        let setup = Setup {
            caller: Caller::new(plan.script(), plan.arguments()),
            names: Names::new("rl", &plan),
            deadline: DEADLINE,
            deny_cache: None,
            policy,
            plan,
        };
        Ok(Self { setup: Arc::new(setup), shared: Arc::new(shared) })
    }

    /// Sets the prefix of the names of its keys, `rl` by default. Stores with the same name and policy share their
    /// clients.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        let setup = Arc::make_mut(&mut self.setup);
        setup.names = Names::new(name, &setup.plan);
        self
    }

    /// Sets the deadline of a call, 100 ms by default.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_redis::AsyncStore;
    /// use ratelab_store::OnFailure;
    ///
    /// let server = redis::Client::open("redis://127.0.0.1/")?;
    /// let clients = AsyncStore::new(server, Gcra::new(20, 100, 60 * SECOND)?, OnFailure::Open)?;
    /// // A call without an answer by then is decided by the fallback.
    /// let clients = clients.deadline(Duration::from_millis(20));
    /// # let _ = clients;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        Arc::make_mut(&mut self.setup).deadline = deadline;
        self
    }

    /// Remembers this many denials until their waits are over, and does not ask Redis for them again. A flood of
    /// requests that are denied then costs Redis nearly nothing. [`DenyCache`] says what is exact about it: all
    /// decisions, unless another process refunds or resets a client.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_redis::{AsyncStore, OnFailure};
    ///
    /// let server = redis::Client::open("redis://127.0.0.1/")?;
    /// let clients = AsyncStore::new(server, Gcra::new(20, 100, 60 * SECOND)?, OnFailure::Open)?.deny_cache(10_000);
    /// # let _ = clients;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn deny_cache(mut self, slots: usize) -> Self {
        let setup = Arc::make_mut(&mut self.setup);
        setup.deny_cache = Some(Arc::new(DenyCache::new(&setup.policy, slots)));
        self
    }

    /// Connects, loads the script, and makes sure that the server is recent enough and grants the rights that the
    /// store needs, by a request for a client that is not used otherwise. In a cluster every server gets the script.
    ///
    /// A store need not be ready before it is used, but then the first requests wait for the connection.
    ///
    /// ```no_run
    /// # async fn example(clients: ratelab_redis::AsyncStore) {
    /// if let Err(failure) = clients.ready(std::time::Duration::from_secs(5)).await {
    ///     eprintln!("starting without Redis: {failure}");
    /// }
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if that was not possible in this time.
    pub async fn ready(&self, within: Duration) -> Result<(), Failure> {
        let deadline = Instant::now() + within;
        let links = self.shared.nodes.ready(deadline).await?;
        for link in links {
            ready::prepare(&link, &self.setup.caller, deadline).await?;
        }
        let Setup { caller, names, plan, .. } = &*self.setup;
        let key = ready::unused_key();
        for operation in ["check", "reset"] {
            let call = Call { operation, keys: plan_keys(plan, names, &key), cost: 1 };
            self.shared.nodes.ask(caller, &[&call], deadline).await.remove(0)?;
        }
        Ok(())
    }

    /// Returns the policy.
    pub fn policy(&self) -> &Policy {
        &self.setup.policy
    }

    /// Decides a request of cost 1, and charges it if it is admitted.
    pub async fn check(&self, key: impl AsRef<[u8]>) -> Answer {
        self.check_cost(key, 1).await
    }

    /// Decides a request of any cost, and charges it if it is admitted.
    pub async fn check_cost(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        let key = key.as_ref();
        let call = self.call("check", key, cost);
        self.check_call(call, |local| local.check_cost(key, cost)).await
    }

    /// Decides many requests in one pipeline, in order, each with its key and cost, with one deadline for all of
    /// them.
    pub async fn check_all<K: AsRef<[u8]>>(&self, requests: &[(K, u32)]) -> Vec<Answer> {
        let call = |(key, cost): &(K, u32)| self.call("check", key.as_ref(), *cost);
        let calls: Vec<_> = requests.iter().map(call).collect();
        let cached: Vec<_> = calls.iter().map(|call| self.cached(call)).collect();
        let open: Vec<_> = calls.iter().zip(&cached).filter(|(_, cached)| cached.is_none()).collect();
        let open: Vec<_> = open.into_iter().map(|(call, _)| call).collect();
        let asked = self.start();
        let mut decided = self.ask(&open).await.into_iter().zip(open);
        let answer = |((key, cost), cached): (&(K, u32), Option<Answer>)| {
            cached.unwrap_or_else(|| {
                let (value, call) = decided.next().expect("an answer to each call");
                let decided = value.and_then(|value| self.decision(*cost, true, value));
                self.learn(call, asked, &decided);
                self.answer(decided, *cost, |local| local.check_cost(key, *cost))
            })
        };
        requests.iter().zip(cached).map(answer).collect()
    }

    /// Decides a request that the limiters of an all-of count by different keys, such as a user and its tenant. All
    /// begin with one tag, so that a cluster has them on one server; `parts` has one key for each limiter, and an empty
    /// one is the tag itself.
    ///
    /// ```no_run
    /// # async fn example(clients: ratelab_redis::AsyncStore) {
    /// // The first limiter counts the user, the second one the tenant.
    /// let answer = clients.check_parts("acme", &[b"ada", b""], 1).await;
    /// # let _ = answer;
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the number of parts is not the number of limiters.
    pub async fn check_parts(&self, tag: impl AsRef<[u8]>, parts: &[&[u8]], cost: u32) -> Answer {
        let tag = tag.as_ref();
        let members = self.setup.plan.members().len();
        assert_eq!(parts.len(), members, "a part for each limiter");
        let name = |(index, part): (usize, &&[u8])| self.setup.names.member_key(tag, index, part);
        let keys = parts.iter().enumerate().map(name).collect();
        let call = Call { operation: "check", keys, cost };
        self.check_call(call, |local| local.check_parts(tag, parts, cost)).await
    }

    /// Returns the decision that a request would get. It changes nothing.
    pub async fn peek(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        let key = key.as_ref();
        let decided = self.decide(&self.call("peek", key, cost)).await;
        self.answer(decided, cost, |local| local.peek(key, cost))
    }

    /// Gives back an amount that a client was charged: the latest charges first, never more than it had used.
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if Redis did not confirm it before the deadline.
    pub async fn refund(&self, key: impl AsRef<[u8]>, amount: u32) -> Result<(), Failure> {
        let call = self.call("refund", key.as_ref(), amount);
        let decided = self.decide(&call).await.map(drop);
        self.forget(&call);
        decided
    }

    /// Removes a client, and reports whether it was stored.
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if Redis did not confirm it before the deadline.
    pub async fn reset(&self, key: impl AsRef<[u8]>) -> Result<bool, Failure> {
        let call = self.call("reset", key.as_ref(), 0);
        let removed = self.ask_one(&call).await;
        self.forget(&call);
        match removed? {
            Value::Int(removed) => Ok(removed > 0),
            other => Err(Failure::Refused(format!("{other:?}"))),
        }
    }

    fn call(&self, operation: &'static str, key: &[u8], cost: u32) -> Call {
        let Setup { plan, names, .. } = &*self.setup;
        Call { operation, keys: plan_keys(plan, names, key), cost }
    }

    async fn check_call(&self, call: Call, in_process: impl FnOnce(&InProcess) -> Answer) -> Answer {
        if let Some(answer) = self.cached(&call) {
            return answer;
        }
        let asked = self.start();
        let decided = self.decide(&call).await;
        self.learn(&call, asked, &decided);
        self.answer(decided, call.cost, in_process)
    }

    /// The denial of a request that need not be asked for.
    fn cached(&self, call: &Call) -> Option<Answer> {
        self.setup.deny_cache.as_ref()?.denial(&call.name(), call.cost)
    }

    fn start(&self) -> Option<Asked> {
        self.setup.deny_cache.as_ref().map(|cache| cache.start())
    }

    fn learn(&self, call: &Call, asked: Option<Asked>, decided: &Result<Decision, Failure>) {
        if let (Some(cache), Some(asked), Ok(decision)) = (&self.setup.deny_cache, asked, decided) {
            cache.learn(&call.name(), call.cost, asked, decision);
        }
    }

    /// What is given back may be part of other names, if limiters count by different keys.
    fn forget(&self, call: &Call) {
        match &self.setup.deny_cache {
            Some(cache) if call.keys.len() == 1 => cache.forget(&call.name()),
            Some(cache) => cache.forget_all(),
            None => {}
        }
    }

    async fn decide(&self, call: &Call) -> Result<Decision, Failure> {
        let cost = if call.operation == "refund" { 0 } else { call.cost };
        let value = self.ask_one(call).await?;
        self.decision(cost, call.operation == "check", value)
    }

    async fn ask_one(&self, call: &Call) -> Result<Value, Failure> {
        self.ask(&[call]).await.pop().unwrap_or(Err(Failure::Late))
    }

    /// The reply of Redis to each call before the deadline.
    async fn ask(&self, calls: &[&Call]) -> Vec<Result<Value, Failure>> {
        let deadline = Instant::now() + self.setup.deadline;
        self.shared.nodes.ask(&self.setup.caller, calls, deadline).await
    }

    fn decision(&self, cost: u32, is_charged: bool, value: Value) -> Result<Decision, Failure> {
        let Setup { plan, policy, .. } = &*self.setup;
        let read = Reply::read(value).and_then(|reply| match is_charged {
            true => plan.decision(policy, cost, &reply),
            false => plan.peeked(policy, cost, &reply),
        });
        read.map_err(|bad| Failure::Refused(bad.to_string()))
    }

    fn answer(
        &self,
        decided: Result<Decision, Failure>,
        cost: u32,
        in_process: impl FnOnce(&InProcess) -> Answer,
    ) -> Answer {
        self.shared.fallback.answer(decided, cost, in_process)
    }
}

/// The names of the keys of a client: one for each limiter of an all-of.
fn plan_keys(plan: &Plan, names: &Names, client: &[u8]) -> Vec<Vec<u8>> {
    match plan.is_joined() {
        true => (0..plan.members().len()).map(|index| names.member_key(client, index, b"")).collect(),
        false => vec![names.client_key(client)],
    }
}

impl AsyncLimitStore for AsyncStore {
    fn policy(&self) -> &Policy {
        Self::policy(self)
    }

    async fn check_cost(&self, key: &[u8], cost: u32) -> Answer {
        Self::check_cost(self, key, cost).await
    }

    async fn peek(&self, key: &[u8], cost: u32) -> Answer {
        Self::peek(self, key, cost).await
    }

    async fn refund(&self, key: &[u8], amount: u32) -> Result<(), Failure> {
        Self::refund(self, key, amount).await
    }

    async fn reset(&self, key: &[u8]) -> Result<bool, Failure> {
        Self::reset(self, key).await
    }
}
