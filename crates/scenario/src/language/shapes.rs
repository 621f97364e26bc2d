//! Help for every shape of traffic: a description and an example.

/// A shape of traffic, or an addition to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Help {
    /// A short description.
    pub says: &'static str,
    /// A valid example.
    pub example: &'static str,
}

/// Help for every shape, the simplest first, then for the additions to a shape.
pub const SHAPES: [Help; 13] = [
    Help { says: "All at once", example: "10@9.5s" },
    Help { says: "One after another", example: "15 every 100ms" },
    Help { says: "Bursts, repeated", example: "burst 10 every 5s x6" },
    Help { says: "At these times", example: "at 1s 1.5s 2s" },
    Help { says: "Evenly, at a rate", example: "5/s for 30s" },
    Help { says: "At random, at a rate", example: "poisson 20/s for 30s" },
    Help { says: "A rate that rises or falls", example: "ramp 1/s..50/s for 60s" },
    Help { says: "On and off", example: "onoff 10/s on 2s off 3s for 30s" },
    Help { says: "A rate that swings", example: "sine 1/s..20/s period 1m for 5m" },
    Help { says: "At random, with long pauses", example: "pareto 5/s shape 1.5 for 60s" },
    Help { says: "Any of these, later", example: "5/s for 30s from 10s" },
    Help { says: "Any of these, at another cost", example: "15 every 100ms cost 5" },
    Help { says: "Any of these, by a group of clients", example: "15@0s by mobile" },
];
