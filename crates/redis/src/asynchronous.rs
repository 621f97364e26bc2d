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

/// How long a call may take by default.
const DEADLINE: Duration = Duration::from_millis(100);

/// How many calls in a row may be late before the connection is dropped: the peer may be gone without having
/// closed it. If the server was only paused, all that is lost is the time to connect again.
const LATE_IN_A_ROW: u32 = 8;

/// A limiter with the state of each client in Redis. Clones share one connection.
///
/// Every call ends before its [deadline](Self::deadline). If Redis has not decided by then,
/// [`OnFailure`] does, and the answer's [`Origin`](ratelab_store::Origin) says so. The store recovers by itself when
/// Redis is back.
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
///     println!("try again after {:?} ns", answer.retry_after);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct AsyncStore {
    setup: Arc<Setup>,
    shared: Arc<Shared>,
}

/// What the caller chose.
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

/// What all clones have in common.
#[derive(Debug)]
struct Shared {
    link: Link,
    /// Decides when Redis does not.
    fallback: Fallback,
    /// How many calls in a row were late.
    late: AtomicU32,
}

/// One call of a script.
struct Call {
    operation: &'static str,
    keys: Vec<Vec<u8>>,
    cost: u32,
}

impl AsyncStore {
    /// A store on one server or a cluster, or why Redis cannot hold this policy exactly. It connects at the first
    /// call.
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

    /// Sets what the names of its keys begin with, `rl` unless set. Stores of one name and one policy share
    /// their clients.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        let setup = Arc::make_mut(&mut self.setup);
        setup.names = Names::new(name, &setup.policy);
        self
    }

    /// Sets how long a call may take, 100 ms unless set.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        Arc::make_mut(&mut self.setup).deadline = deadline;
        self
    }

    /// Sets what happens to a request when Redis makes no decision. It is denied unless set.
    #[must_use]
    pub fn on_failure(mut self, on_failure: OnFailure) -> Self {
        Arc::make_mut(&mut self.setup).on_failure = on_failure;
        self
    }

    /// The policy.
    pub fn policy(&self) -> &Policy {
        &self.setup.policy
    }

    /// Decides about a request of cost 1.
    pub async fn check(&self, key: impl AsRef<[u8]>) -> Answer {
        self.check_cost(key, 1).await
    }

    /// Decides about a request of any cost.
    pub async fn check_cost(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        let key = key.as_ref();
        let decided = self.decide(self.call("check", key, cost)).await;
        self.answer(decided, cost, |local| local.check_cost(key, cost))
    }

    /// Decides about many requests in one pipeline, in order, each with its key and cost. One deadline is for
    /// all of them.
    pub async fn check_all<K: AsRef<[u8]>>(&self, requests: &[(K, u32)]) -> Vec<Answer> {
        let calls = requests.iter().map(|(key, cost)| self.call("check", key.as_ref(), *cost)).collect();
        let decided = self.ask(calls).await;
        let answer = |((key, cost), value): (&(K, u32), Result<Value, Failure>)| {
            let decided = value.and_then(|value| self.decision(*cost, value));
            self.answer(decided, *cost, |local| local.check_cost(key, *cost))
        };
        requests.iter().zip(decided).map(answer).collect()
    }

    /// Decides about a request that the limiters of an all-of count by keys of their own: a user's, its
    /// tenant's. They all begin with one tag, so that a cluster has them on one server; `parts` has one for
    /// each limiter, and an empty one stands for the tag itself.
    ///
    /// # Panics
    ///
    /// If there is not a part for each limiter.
    pub async fn check_parts(&self, tag: impl AsRef<[u8]>, parts: &[&[u8]], cost: u32) -> Answer {
        let tag = tag.as_ref();
        let members = self.setup.plan.members().len();
        assert_eq!(parts.len(), members, "a part for each limiter");
        let name = |(place, part): (usize, &&[u8])| self.setup.names.member_key(tag, place, part);
        let keys = parts.iter().enumerate().map(name).collect();
        let decided = self.decide(Call { operation: "check", keys, cost }).await;
        self.answer(decided, cost, |local| local.check_parts(tag, parts, cost))
    }

    /// The decision that a request would get. It changes nothing.
    pub async fn peek(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        let key = key.as_ref();
        let decided = self.decide(self.call("peek", key, cost)).await;
        self.answer(decided, cost, |local| local.peek(key, cost))
    }

    /// Returns an amount that a client was charged, the latest first, never more than it had used.
    pub async fn refund(&self, key: impl AsRef<[u8]>, amount: u32) -> Result<(), Failure> {
        self.decide(self.call("refund", key.as_ref(), amount)).await.map(drop)
    }

    /// Removes a client, and reports whether it was stored.
    pub async fn reset(&self, key: impl AsRef<[u8]>) -> Result<bool, Failure> {
        match self.ask_one(self.call("reset", key.as_ref(), 0)).await? {
            Value::Int(removed) => Ok(removed > 0),
            other => Err(Failure::Refused(format!("{other:?}"))),
        }
    }

    fn call(&self, operation: &'static str, key: &[u8], cost: u32) -> Call {
        let Setup { plan, names, .. } = &*self.setup;
        let keys = match plan.is_joined() {
            true => (0..plan.members().len()).map(|place| names.member_key(key, place, b"")).collect(),
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

    /// What Redis answers to each call before the deadline.
    async fn ask(&self, calls: Vec<Call>) -> Vec<Result<Value, Failure>> {
        let count = calls.len();
        let Ok(answers) = tokio::time::timeout(self.setup.deadline, self.send(calls)).await else {
            if self.shared.late.fetch_add(1, Ordering::Relaxed) + 1 >= LATE_IN_A_ROW {
                self.shared.late.store(0, Ordering::Relaxed);
                self.shared.link.drop_current();
            }
            return vec![Err(Failure::Late); count];
        };
        self.shared.late.store(0, Ordering::Relaxed);
        answers
    }

    /// Calls the script by its digest, and once more with its text where the server has forgotten it: a server
    /// that does not know a script has done nothing.
    async fn send(&self, calls: Vec<Call>) -> Vec<Result<Value, Failure>> {
        let by_digest = |call| self.command("EVALSHA", &self.setup.digest, call);
        let mut answers = self.shared.link.send(calls.iter().map(by_digest).collect()).await;
        let is_forgotten = |answer: &Result<Value, Trouble>| matches!(answer, Err(Trouble::NoScript));
        let forgotten: Vec<_> = (0..calls.len()).filter(|&place| is_forgotten(&answers[place])).collect();
        if !forgotten.is_empty() {
            let source = self.setup.plan.script().source();
            let with_text = |&place: &usize| self.command("EVAL", source, &calls[place]);
            let again = self.shared.link.send(forgotten.iter().map(with_text).collect()).await;
            forgotten.into_iter().zip(again).for_each(|(place, answer)| answers[place] = answer);
        }
        let failure = |trouble| match trouble {
            Trouble::Failed(failure) => failure,
            Trouble::NoScript => Failure::Refused("it takes no scripts".to_owned()),
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
