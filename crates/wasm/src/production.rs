//! Deploying a lane's limiter: its settings, and a script for Redis with its arguments.

use ratelab_limiter::{Algorithm, Limiter, Policy, Value, bounds::Parameter};
use ratelab_redis::{Plan, key::Names, plan};
use ratelab_report::anatomy::rule;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    bounds::{Role, unit_name},
    object::object,
    run::Run,
};

/// The default prefix of keys in Redis.
const STORE: &str = "rl";

/// A client with a name of this many bytes, as `measured.json` says, for the memory that its keys take.
const CLIENT: [u8; 16] = [b'x'; 16];

/// Everything needed to deploy a lane's limiter.
#[derive(Serialize, Tsify)]
pub struct Production {
    /// One for each group that sends, and one for clients without a group.
    pub deployments: Vec<Deployment>,
}

/// A limit to deploy: that of one group, if groups have their own limits.
#[derive(Serialize, Tsify)]
pub struct Deployment {
    /// Its group; undefined for clients without a group.
    pub group: Option<String>,
    /// Its rule, in words.
    pub rule: String,
    /// The name of the limiter, or `all_of` or `layers`.
    pub algorithm: &'static str,
    /// The limiters with their settings. All-of and layers have several.
    pub limiters: Vec<LimiterSettings>,
    /// The prefix of its keys. It differs between policies.
    pub key_prefix: String,
    /// Its script in Redis, if Redis can represent it exactly.
    pub redis: Option<InRedis>,
    /// Otherwise the reason.
    pub refusal: Option<Refusal>,
}

/// One limiter of a policy.
#[derive(Serialize, Tsify)]
pub struct LimiterSettings {
    /// Its name.
    pub algorithm: &'static str,
    /// Its settings, in the order of its constructor.
    pub settings: Vec<LimiterSetting>,
}

/// A setting of a limiter.
#[derive(Serialize, Tsify)]
pub struct LimiterSetting {
    /// Its name in the bounds table.
    pub name: &'static str,
    /// Its purpose.
    pub role: Role,
    /// What its number counts.
    #[tsify(type = "'requests' | 'nanoseconds' | 'limiters' | 'word'")]
    pub unit: &'static str,
    /// A whole number or a word.
    pub value: String,
}

/// A script in Redis and its arguments.
#[derive(Serialize, Tsify)]
pub struct InRedis {
    /// The name of the script.
    pub script: &'static str,
    /// Its name for `EVALSHA`: the SHA-1 of its text.
    pub digest: String,
    /// Whether it decides for several limiters.
    pub joined: bool,
    /// All arguments after operation, cost, and time, in this order.
    pub arguments: Vec<String>,
    /// The same by limiter, with names.
    pub members: Vec<ScriptMember>,
}

/// One limiter of a script.
#[derive(Serialize, Tsify)]
pub struct ScriptMember {
    /// Its name.
    pub algorithm: &'static str,
    /// The arguments of its script.
    pub arguments: Vec<ScriptArgument>,
    /// The most bytes that a key of it takes in Redis, if it counts what the tag of the keys names.
    pub bytes: f64,
    /// The same, if it counts something else, whose name is then in its key, too.
    pub bytes_of_part: f64,
    /// Whether keys expire. Otherwise they are stored until they are deleted.
    pub expires: bool,
}

/// An argument of a script.
#[derive(Serialize, Tsify)]
pub struct ScriptArgument {
    /// Its name in the script.
    pub name: &'static str,
    /// The purpose of the parameter with this name, if there is one. The value may be in another unit.
    pub role: Option<Role>,
    /// A whole number or a word.
    pub value: String,
}

/// The reason why Redis cannot represent a policy exactly.
#[derive(Serialize, Tsify)]
pub struct Refusal {
    /// The parameter.
    pub field: &'static str,
    /// The whole reason as a sentence, without a full stop.
    pub message: String,
}

#[wasm_bindgen]
impl Run {
    /// Returns everything needed to deploy a lane's limiter, for each group that sends.
    pub fn production(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<Ts<Production>, JsValue> {
        let lane = self.lane(&lane)?;
        let groups = self.report.senders().groups().iter().enumerate();
        let deployments = groups.map(|(number, group)| {
            deployment(lane.policy_of(number), group.name.map(|name| name.to_string()))
        });
        object(&Production { deployments: deployments.collect() })
    }
}

fn deployment(policy: &Policy, group: Option<String>) -> Deployment {
    let (key_prefix, redis, refusal) = match Plan::new(policy) {
        Ok(plan) => {
            let names = Names::new(STORE, &plan);
            (String::from_utf8_lossy(names.prefix()).into_owned(), Some(in_redis(&plan, &names)), None)
        }
        // Without keys, only the policy distinguishes it from others.
        Err(refusal) => {
            let refusal = Refusal { field: refusal.field, message: refusal.to_string() };
            (policy.to_string(), None, Some(refusal))
        }
    };
    Deployment {
        group,
        rule: rule(policy),
        algorithm: policy.algorithm().name(),
        limiters: policy.members().iter().map(limiter).collect(),
        key_prefix,
        redis,
        refusal,
    }
}

fn limiter(policy: &Policy) -> LimiterSettings {
    let (algorithm, settings) = (policy.algorithm(), policy.settings());
    let setting = |(name, value): &(&'static str, Value)| {
        let &Parameter { name, role, unit, .. } = parameter(algorithm, name)?;
        Some(LimiterSetting { name, role: role.into(), unit: unit_name(unit), value: value.to_string() })
    };
    LimiterSettings {
        algorithm: algorithm.name(),
        settings: settings.values().iter().filter_map(setting).collect(),
    }
}

fn parameter(algorithm: Algorithm, name: &str) -> Option<&'static Parameter> {
    algorithm.parameters().iter().find(|parameter| parameter.name == name)
}

fn in_redis(plan: &Plan, names: &Names) -> InRedis {
    let length = |index, part: &[u8]| {
        let name =
            if plan.is_joined() { names.member_key(&CLIENT, index, part) } else { names.client_key(&CLIENT) };
        name.len()
    };
    let members = plan.members().iter().enumerate();
    InRedis {
        script: plan.script().name(),
        digest: plan.script().digest(),
        joined: plan.is_joined(),
        arguments: plan.arguments(),
        members: members
            .map(|(index, member)| script_member(member, [length(index, b""), length(index, &CLIENT)]))
            .collect(),
    }
}

/// A limiter whose keys have names of these lengths: without and with a part.
fn script_member(member: &plan::Member, names: [usize; 2]) -> ScriptMember {
    let argument = |plan::Argument { name, value, .. }: &plan::Argument| ScriptArgument {
        name,
        role: parameter(member.algorithm, name).map(|parameter| parameter.role.into()),
        value: value.clone(),
    };
    let [bytes, bytes_of_part] = names.map(|length| member.most_bytes(length) as f64);
    ScriptMember {
        algorithm: member.algorithm.name(),
        arguments: member.arguments.iter().map(argument).collect(),
        bytes,
        bytes_of_part,
        expires: member.expires(),
    }
}
