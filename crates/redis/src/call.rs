//! One call of a script as a command.

use std::borrow::Cow;

use redis::{Cmd, cmd};

use crate::script::Script;

/// A script with the arguments that are the same in every call.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    script: Script,
    digest: String,
    /// The arguments after operation, cost and time: the policy's settings.
    settings: Vec<String>,
}

/// One call of a script.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) operation: &'static str,
    pub(crate) keys: Vec<Vec<u8>>,
    pub(crate) cost: u32,
}

impl Call {
    /// One name for its keys together. Each has its length before it, because it may contain anything.
    pub(crate) fn name(&self) -> Cow<'_, [u8]> {
        match &self.keys[..] {
            [key] => Cow::Borrowed(key),
            keys => keys.iter().flat_map(|key| [&key.len().to_le_bytes()[..], key].concat()).collect(),
        }
    }
}

impl Caller {
    pub(crate) fn new(script: Script, settings: Vec<String>) -> Self {
        Self { script, digest: script.digest(), settings }
    }

    pub(crate) fn by_digest(&self, call: &Call) -> Cmd {
        self.command("EVALSHA", &self.digest, call)
    }

    /// For a server that may not load scripts. Newer servers forget scripts that arrived like this, sooner or later.
    pub(crate) fn with_text(&self, call: &Call) -> Cmd {
        self.command("EVAL", self.script.source(), call)
    }

    pub(crate) fn load(&self) -> Cmd {
        let mut command = cmd("SCRIPT");
        command.arg("LOAD").arg(self.script.source());
        command
    }

    /// The time is left empty: the server's clock decides.
    fn command(&self, command: &str, script: &str, call: &Call) -> Cmd {
        let mut command = cmd(command);
        command.arg(script).arg(call.keys.len()).arg(&call.keys);
        command.arg(call.operation).arg(call.cost).arg("").arg(&self.settings);
        command
    }
}
