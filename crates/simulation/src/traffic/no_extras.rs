//! The twin of `extras` in the small build, which has none of these shapes. Its language
//! refuses them, so none gets here.

use super::chance::Random;
use crate::scenario::Shape;

#[derive(Clone, Debug)]
pub(super) enum Rare {}

impl Rare {
    pub(super) const fn new(_: &Shape, _: Random) -> Option<Self> {
        None
    }

    pub(super) const fn next(&mut self) -> Option<u64> {
        match *self {}
    }
}

pub(super) const fn expected(_: &Shape) -> u64 {
    0
}
