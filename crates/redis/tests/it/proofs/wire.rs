//! The scripts as a client calls them: `EVALSHA`, many at once, loaded again when the server has lost them.

use ratelab_limiter::{Decision, Policy};
use ratelab_redis::{plan::Plan, reply::Reply};
use redis::{Connection, ConnectionLike, Value};

use crate::proofs::mirror::{MICROSECOND, Mirror};

/// An operation of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Check,
    Peek,
    Refund,
    Reset,
}

impl Operation {
    const fn word(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Peek => "peek",
            Self::Refund => "refund",
            Self::Reset => "reset",
        }
    }
}

/// One call of a script: of which key, and at what time in microseconds, or by the server's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) key: usize,
    pub(crate) operation: Operation,
    pub(crate) cost: u32,
    pub(crate) now: Option<u64>,
}

/// A policy, with all that its calls have in common already written as Redis reads it.
pub(crate) struct Caller {
    pub(crate) policy: Policy,
    pub(crate) plan: Plan,
    before: Vec<u8>,
    keys: Vec<Vec<u8>>,
    after: Vec<u8>,
}

impl Caller {
    /// Calls for clients with these names. A client of an all-of has a key for each limiter.
    pub(crate) fn new(policy: Policy, clients: &[String]) -> Self {
        let plan = Plan::new(&policy).unwrap_or_else(|refusal| panic!("{policy}: {refusal}"));
        let (arguments, members) = (plan.arguments(), plan.members().len());
        let mut before = format!("*{}\r\n", 3 + members + 3 + arguments.len()).into_bytes();
        for word in ["EVALSHA", &plan.script().digest(), &members.to_string()] {
            push(&mut before, word.as_bytes());
        }
        let keys = clients.iter().map(|client| {
            let mut keys = Vec::new();
            (0..members).for_each(|index| push(&mut keys, Self::key(client, index).as_bytes()));
            keys
        });
        let keys = keys.collect();
        let mut after = Vec::new();
        arguments.iter().for_each(|argument| push(&mut after, argument.as_bytes()));
        Self { policy, plan, before, keys, after }
    }

    /// The key of a client's limiter.
    pub(crate) fn key(client: &str, index: usize) -> String {
        format!("{{{client}}}:{index}")
    }

    /// Writes a call behind others.
    pub(crate) fn write(&self, call: &Call, commands: &mut Vec<u8>) {
        commands.extend(&self.before);
        commands.extend(&self.keys[call.key]);
        push(commands, call.operation.word().as_bytes());
        push(commands, call.cost.to_string().as_bytes());
        push(commands, call.now.map_or(String::new(), |now| now.to_string()).as_bytes());
        commands.extend(&self.after);
    }

    /// Makes these calls in one go. The server may lose the scripts meanwhile: what was not run then is called
    /// again.
    pub(crate) fn call(&self, connection: &mut Connection, calls: &[Call]) -> Vec<Value> {
        let mut answers: Vec<Value> = Vec::new();
        while answers.len() < calls.len() {
            let rest = &calls[answers.len()..];
            let mut commands = Vec::new();
            rest.iter().for_each(|call| self.write(call, &mut commands));
            let got = connection.req_packed_commands(&commands, 0, rest.len()).expect("answers");
            let ran = got.iter().position(is_missing_script).unwrap_or(got.len());
            assert!(got[ran..].iter().all(is_missing_script), "a script came back by itself");
            answers.extend(got.into_iter().take(ran));
            if ran < rest.len() {
                self.load(connection);
            }
        }
        answers
    }

    /// Loads the script, whose name the server and we must agree on.
    pub(crate) fn load(&self, connection: &mut Connection) {
        let script = self.plan.script();
        let name: String =
            redis::cmd("SCRIPT").arg("LOAD").arg(script.source()).query(connection).expect("a script");
        assert_eq!(name, script.digest());
    }

    /// The decision of a reply.
    pub(crate) fn decision(&self, cost: u32, answer: &Value) -> Decision {
        let reply = reply(answer).unwrap_or_else(|| panic!("{}: {answer:?}", self.policy));
        self.plan.decision(&self.policy, cost, &reply).unwrap_or_else(|bad| panic!("{}: {bad}", self.policy))
    }

    fn peeked(&self, cost: u32, answer: &Value) -> Decision {
        let reply = reply(answer).unwrap_or_else(|| panic!("{}: {answer:?}", self.policy));
        self.plan.peeked(&self.policy, cost, &reply).unwrap_or_else(|bad| panic!("{}: {bad}", self.policy))
    }

    /// The core at the time that an answer names must answer the same.
    pub(crate) fn compare_by_its_clock(
        &self,
        mirror: &mut Mirror,
        call: &Call,
        answer: &Value,
        context: &str,
    ) {
        let at = self.decision(0, answer).at / MICROSECOND;
        let core = mirror.answer(&self.policy, call, at).expect("a decision");
        self.assert_same(call, answer, &core, context);
    }

    /// An answer must be the core's, on every field.
    pub(crate) fn assert_same(&self, call: &Call, answer: &Value, core: &Decision, context: &str) {
        // The numbers behind a refund are those from before it; its counts are those after it.
        let is_refund = call.operation == Operation::Refund;
        let mut script = match call.operation {
            Operation::Peek => self.peeked(call.cost, answer),
            _ => self.decision(if is_refund { 0 } else { call.cost }, answer),
        };
        if is_refund {
            script.why = core.why;
            script.more_after = core.more_after;
        }
        let policy = &self.policy;
        assert!(script == *core, "{context}: {call:?}\n{policy}\nscript {script:#?}\ncore {core:#?}");
    }
}

/// Writes a command of these words behind others.
pub(crate) fn push_command(commands: &mut Vec<u8>, words: &[&str]) {
    commands.extend(format!("*{}\r\n", words.len()).as_bytes());
    words.iter().for_each(|word| push(commands, word.as_bytes()));
}

/// A whole number.
pub(crate) fn integer(answer: &Value) -> i64 {
    let Value::Int(number) = answer else { panic!("{answer:?} is no integer") };
    *number
}

fn push(commands: &mut Vec<u8>, word: &[u8]) {
    commands.push(b'$');
    commands.extend(word.len().to_string().as_bytes());
    commands.extend(b"\r\n");
    commands.extend(word);
    commands.extend(b"\r\n");
}

fn is_missing_script(answer: &Value) -> bool {
    matches!(answer, Value::ServerError(error) if error.code() == "NOSCRIPT")
}

/// The reply of a script, if it has the right form.
pub(crate) fn reply(answer: &Value) -> Option<Reply> {
    let Value::Array(values) = answer else { return None };
    let (Value::BulkString(outcome), numbers) = values.split_first()? else { return None };
    let number = |value: &Value| match value {
        Value::Int(number) => Some(Some(u64::try_from(*number).ok()?)),
        Value::Nil => Some(None),
        _ => None,
    };
    let numbers = numbers.iter().map(number).collect::<Option<_>>()?;
    Some(Reply { outcome: String::from_utf8(outcome.clone()).ok()?, numbers })
}
