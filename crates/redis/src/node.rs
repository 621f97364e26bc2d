//! One server, for the calls that go to it.

use core::fmt;

use redis::{Cmd, Value, cmd};
use tokio::time::Instant;

use crate::{
    call::{Call, Caller},
    failure::Trouble,
    link::Link,
};

/// The server for a call.
pub(crate) struct Node {
    pub(crate) link: Link,
    /// Its address in a cluster.
    pub(crate) address: String,
    /// Whether it is only taking over the slot, so that the call must begin with `ASKING`.
    pub(crate) is_asking: bool,
}

impl Node {
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.address == other.address && self.is_asking == other.is_asking
    }

    /// Calls the script by its digest. If the server does not know the script, it has done nothing: it gets the text,
    /// once, and the calls again.
    pub(crate) async fn ask(
        &self,
        caller: &Caller,
        calls: &[&Call],
        deadline: Instant,
    ) -> Vec<Result<Value, Trouble>> {
        let by_digest = |calls: &[&Call]| calls.iter().map(|call| caller.by_digest(call)).collect::<Vec<_>>();
        let mut replies = self.send(Vec::new(), by_digest(calls), deadline).await;
        for load in [Load::Script, Load::WithFirstCall] {
            let is_forgotten = |index: &usize| replies[*index] == Err(Trouble::NoScript);
            let forgotten: Vec<usize> = (0..calls.len()).filter(is_forgotten).collect();
            let Some(&first) = forgotten.first() else { break };
            let again: Vec<_> = forgotten.iter().map(|&index| calls[index]).collect();
            let mut commands = by_digest(&again);
            let before = match load {
                Load::Script => vec![caller.load()],
                Load::WithFirstCall => {
                    commands[0] = caller.with_text(calls[first]);
                    Vec::new()
                }
            };
            let answers = self.send(before, commands, deadline).await;
            forgotten.into_iter().zip(answers).for_each(|(index, answer)| replies[index] = answer);
        }
        replies
    }

    /// Sends commands after others whose replies do not matter.
    async fn send(
        &self,
        mut commands: Vec<Cmd>,
        calls: Vec<Cmd>,
        deadline: Instant,
    ) -> Vec<Result<Value, Trouble>> {
        let before = commands.len();
        for call in calls {
            if self.is_asking {
                commands.push(cmd("ASKING"));
            }
            commands.push(call);
        }
        let replies = self.link.send(&commands, deadline).await.into_iter().skip(before);
        match self.is_asking {
            true => replies.skip(1).step_by(2).collect(),
            false => replies.collect(),
        }
    }
}

/// How a server gets a script that it does not know.
enum Load {
    Script,
    /// With a call, where scripts may not be loaded by themselves.
    WithFirstCall,
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node").field("address", &self.address).finish_non_exhaustive()
    }
}
