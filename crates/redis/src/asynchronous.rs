//! The store on Redis for programs on tokio.

use core::time::Duration;
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use ratelab_limiter::{Decision, Policy};
use ratelab_store::{Answer, AsyncLimitStore, Failure, Fallback, InProcess, OnFailure};
use redis::{Cmd, Value, cmd};

use crate::{
    key::Names,
    link::{Link, Server, Trouble},
    plan::{Plan, Refusal},
    reply::Reply,
};

/// The default deadline of a call.
const DEADLINE: Duration = Duration::from_millis(100);

/// The number of consecutive late calls after which the connection is dropped: the peer may be gone without having
/// closed it. If the server was only paused, only the time to connect again is lost.
const LATE_IN_A_ROW: u32 = 8;

/// A limiter with the state of each client in Redis. Clones share one connection.
///
/// Every call ends before its [deadline](Self::deadline). If Redis has not decided by then,
/// [`OnFailure`] does, and the answer's [`Origin`](ratelab_store::Origin) is the failure. The store recovers by itself
/// when Redis is back.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use ratelab_limiter::{SECOND, SlidingWindowLog};
/// use ratelab_redis::AsyncStore;
/// use ratelab_store::OnFailure;
///
/// let policy = SlidingWindowLog::new(100, 60 * SECOND)?;
/// let clients = AsyncStore::new(redis::Client::open("redis://127.0.0.1/")?, policy)?
///     .named("api")
///     .on_failure(OnFailure::InProcess);
/// let answer = clients.check("ada").await;
/// if !answer.outcome.admits() {
///     println!("retry after {:?} ns", answer.retry_after);
/// }
/// // Many requests in one pipeline, each with its cost.
/// let answers = clients.check_all(&[("ada", 1), ("grace", 5)]).await;
/// let remaining = clients.peek("ada", 1).await.remaining; // charges nothing
/// clients.refund("ada", 1).await?; // a request that did no work
/// let was_stored = clients.reset("ada").await?;
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
    digest: String,
    /// The script's arguments after operation, cost and time: the policy's settings.
    settings: Vec<String>,
    names: Names,
    deadline: Duration,
    on_failure: OnFailure,
}

/// The state that all clones share.
#[derive(Debug)]
struct Shared {
    link: Link,
    /// Decides when Redis does not.
    fallback: Fallback,
    /// The number of consecutive late calls.
    late: AtomicU32,
}

/// One call of a script.
struct Call {
    operation: &'static str,
    keys: Vec<Vec<u8>>,
    cost: u32,
}

impl AsyncStore {
    /// Returns a store on one server or a cluster. It connects at the first call.
    ///
    /// # Errors
    ///
    /// Returns a [`Refusal`] if Redis cannot hold the policy exactly.
    pub fn new(server: impl Into<Server>, policy: impl Into<Policy>) -> Result<Self, Refusal> {
        let policy = policy.into();
        let plan = Plan::new(&policy)?;
        let shared = Shared {
            link: Link::new(server.into()),
            fallback: Fallback::new(policy.clone()),
            late: AtomicU32::new(0),
        };
        let setup = Setup {
            digest: plan.script().digest(),
            settings: plan.arguments(),
            names: Names::new("rl", &policy),
            deadline: DEADLINE,
            on_failure: OnFailure::default(),
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
        setup.names = Names::new(name, &setup.policy);
        self
    }

    /// Sets the deadline of a call, 100 ms by default.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_redis::AsyncStore;
    ///
    /// let server = redis::Client::open("redis://127.0.0.1/")?;
    /// let clients = AsyncStore::new(server, Gcra::new(20, 100, 60 * SECOND)?)?;
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

    /// Sets what happens to a request when Redis makes no decision. By default it is denied.
    #[must_use]
    pub fn on_failure(mut self, on_failure: OnFailure) -> Self {
        Arc::make_mut(&mut self.setup).on_failure = on_failure;
        self
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
        let decided = self.decide(self.call("check", key, cost)).await;
        self.answer(decided, cost, |local| local.check_cost(key, cost))
    }

    /// Decides many requests in one pipeline, in order, each with its key and cost, with one deadline for all of
    /// them.
    pub async fn check_all<K: AsRef<[u8]>>(&self, requests: &[(K, u32)]) -> Vec<Answer> {
        let calls = requests.iter().map(|(key, cost)| self.call("check", key.as_ref(), *cost)).collect();
        let decided = self.ask(calls).await;
        let answer = |((key, cost), value): (&(K, u32), Result<Value, Failure>)| {
            let decided = value.and_then(|value| self.decision(*cost, value));
            self.answer(decided, *cost, |local| local.check_cost(key, *cost))
        };
        requests.iter().zip(decided).map(answer).collect()
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
        let decided = self.decide(Call { operation: "check", keys, cost }).await;
        self.answer(decided, cost, |local| local.check_parts(tag, parts, cost))
    }

    /// Returns the decision that a request would get. It changes nothing.
    pub async fn peek(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        let key = key.as_ref();
        let decided = self.decide(self.call("peek", key, cost)).await;
        self.answer(decided, cost, |local| local.peek(key, cost))
    }

    /// Gives back an amount that a client was charged: the latest charges first, never more than it had used.
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if Redis did not confirm it before the deadline.
    pub async fn refund(&self, key: impl AsRef<[u8]>, amount: u32) -> Result<(), Failure> {
        self.decide(self.call("refund", key.as_ref(), amount)).await.map(drop)
    }

    /// Removes a client, and reports whether it was stored.
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if Redis did not confirm it before the deadline.
    pub async fn reset(&self, key: impl AsRef<[u8]>) -> Result<bool, Failure> {
        match self.ask_one(self.call("reset", key.as_ref(), 0)).await? {
            Value::Int(removed) => Ok(removed > 0),
            other => Err(Failure::Refused(format!("{other:?}"))),
        }
    }

    fn call(&self, operation: &'static str, key: &[u8], cost: u32) -> Call {
        let Setup { plan, names, .. } = &*self.setup;
        let keys = match plan.is_joined() {
            true => (0..plan.members().len()).map(|index| names.member_key(key, index, b"")).collect(),
            false => vec![names.client_key(key)],
        };
        Call { operation, keys, cost }
    }

    async fn decide(&self, call: Call) -> Result<Decision, Failure> {
        let cost = if call.operation == "refund" { 0 } else { call.cost };
        let value = self.ask_one(call).await?;
        self.decision(cost, value)
    }

    async fn ask_one(&self, call: Call) -> Result<Value, Failure> {
        self.ask(vec![call]).await.pop().unwrap_or(Err(Failure::Late))
    }

    /// The reply of Redis to each call before the deadline.
    async fn ask(&self, calls: Vec<Call>) -> Vec<Result<Value, Failure>> {
        let count = calls.len();
        let Ok(replies) = tokio::time::timeout(self.setup.deadline, self.send(calls)).await else {
            if self.shared.late.fetch_add(1, Ordering::Relaxed) + 1 >= LATE_IN_A_ROW {
                self.shared.late.store(0, Ordering::Relaxed);
                self.shared.link.drop_current();
            }
            return vec![Err(Failure::Late); count];
        };
        self.shared.late.store(0, Ordering::Relaxed);
        replies
    }

    /// Calls the script by its digest, and once more with its text if the server does not have it: without the
    /// script, the server has done nothing.
    async fn send(&self, calls: Vec<Call>) -> Vec<Result<Value, Failure>> {
        let by_digest = |call| self.command("EVALSHA", &self.setup.digest, call);
        let mut answers = self.shared.link.send(calls.iter().map(by_digest).collect()).await;
        let is_forgotten = |answer: &Result<Value, Trouble>| matches!(answer, Err(Trouble::NoScript));
        let forgotten: Vec<_> = (0..calls.len()).filter(|&index| is_forgotten(&answers[index])).collect();
        if !forgotten.is_empty() {
            let source = self.setup.plan.script().source();
            let with_text = |&index: &usize| self.command("EVAL", source, &calls[index]);
            let again = self.shared.link.send(forgotten.iter().map(with_text).collect()).await;
            forgotten.into_iter().zip(again).for_each(|(index, answer)| answers[index] = answer);
        }
        let failure = |trouble| match trouble {
            Trouble::Failed(failure) => failure,
            Trouble::NoScript => Failure::Refused("the server accepts no scripts".to_owned()),
        };
        answers.into_iter().map(|answer| answer.map_err(failure)).collect()
    }

    /// The time is left empty: the server's clock decides.
    fn command(&self, command: &str, script: &str, call: &Call) -> Cmd {
        let mut command = cmd(command);
        command.arg(script).arg(call.keys.len()).arg(&call.keys);
        command.arg(call.operation).arg(call.cost).arg("").arg(&self.setup.settings);
        command
    }

    fn decision(&self, cost: u32, value: Value) -> Result<Decision, Failure> {
        let Setup { plan, policy, .. } = &*self.setup;
        let read = Reply::read(value).and_then(|reply| plan.decision(policy, cost, &reply));
        read.map_err(|bad| Failure::Refused(bad.to_string()))
    }

    fn answer(
        &self,
        decided: Result<Decision, Failure>,
        cost: u32,
        in_process: impl FnOnce(&InProcess) -> Answer,
    ) -> Answer {
        self.shared.fallback.answer(self.setup.on_failure, decided, cost, in_process)
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
