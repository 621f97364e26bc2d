//! A private server that reports its own work.

use ratelab_redis_server as process;
use redis::{Client, Connection, FromRedisValue, cmd};

use crate::Outcome;

/// Commands that ask about the work are none of it.
const ASKING: [&str; 3] = ["info", "config|resetstat", "config"];

pub(crate) struct Server {
    process: process::Server,
    /// For questions, so that they are on none of the connections that are measured.
    connection: Connection,
}

/// The server's work, in nanoseconds.
#[derive(Clone, Copy)]
pub(crate) struct Work {
    /// Within commands, scripts and all that these call included.
    pub(crate) commands: f64,
    /// Everything its core did: reading, commands, answering.
    pub(crate) core: f64,
}

impl Server {
    pub(crate) fn start() -> Outcome<Self> {
        let process = process::Server::start().ok_or("redis-server is not on the path.")?;
        let connection = process.connect();
        Ok(Self { process, connection })
    }

    pub(crate) const fn port(&self) -> u16 {
        self.process.port()
    }

    pub(crate) fn client(&self) -> Outcome<Client> {
        Ok(Client::open(self.process.address())?)
    }

    /// The answer to one command, given as its words.
    pub(crate) fn ask<T: FromRedisValue>(&mut self, words: &[&str]) -> Outcome<T> {
        Ok(cmd(words[0]).arg(&words[1..]).query(&mut self.connection)?)
    }

    /// Forgets every client, and what it has done so far.
    pub(crate) fn clear(&mut self) -> Outcome<()> {
        self.ask::<()>(&["FLUSHALL", "SYNC"])
    }

    /// Returns a field of INFO.
    pub(crate) fn info(&mut self, section: &str, name: &str) -> Outcome<String> {
        let info: String = self.ask(&["INFO", section])?;
        let mut fields = info.lines().filter_map(|line| line.split_once(':'));
        let found = fields.find(|(field, _)| *field == name).map(|(_, value)| value.to_owned());
        Ok(found.ok_or_else(|| format!("INFO {section} has no {name}."))?)
    }

    pub(crate) fn used_memory(&mut self) -> Outcome<f64> {
        Ok(self.info("memory", "used_memory")?.parse()?)
    }

    /// Returns the total size of all keys, without the tables that hold them.
    pub(crate) fn bytes_of_keys(&mut self) -> Outcome<f64> {
        let keys: Vec<String> = self.ask(&["KEYS", "*"])?;
        let bytes = |key: &String| self.ask::<f64>(&["MEMORY", "USAGE", key, "SAMPLES", "0"]);
        keys.iter().map(bytes).sum()
    }

    /// The result of some work, and what the server did for it.
    pub(crate) fn watch<T>(&mut self, work: impl FnOnce() -> Outcome<T>) -> Outcome<(T, Work)> {
        self.ask::<()>(&["CONFIG", "RESETSTAT"])?;
        let core_before = self.core_time()?;
        let result = work()?;
        let core = self.core_time()? - core_before;
        let statistics: String = self.ask(&["INFO", "commandstats"])?;
        Ok((result, Work { commands: time_in_commands(&statistics), core }))
    }

    /// How long its main thread has been busy since it started.
    fn core_time(&mut self) -> Outcome<f64> {
        let mut seconds = 0.0;
        for name in ["used_cpu_user_main_thread", "used_cpu_sys_main_thread"] {
            seconds += self.info("cpu", name)?.parse::<f64>()?;
        }
        Ok(seconds * 1e9)
    }
}

/// Nanoseconds in commands. What a script calls is counted under its own name and with the script, so where there
/// are scripts they alone are all of it.
fn time_in_commands(statistics: &str) -> f64 {
    let of_line = |line: &str| {
        let (name, fields) = line.strip_prefix("cmdstat_")?.split_once(':')?;
        let microseconds = fields.split(',').find_map(|field| field.strip_prefix("usec="))?;
        Some((name.to_owned(), microseconds.parse::<f64>().ok()? * 1e3))
    };
    let commands: Vec<_> = statistics.lines().filter_map(of_line).collect();
    let total = |is_meant: &dyn Fn(&str) -> bool| {
        commands.iter().filter(|(name, _)| is_meant(name)).map(|(_, time)| time).sum::<f64>()
    };
    let in_scripts = total(&|name| name == "evalsha");
    if in_scripts > 0.0 { in_scripts } else { total(&|name| !ASKING.contains(&name)) }
}
