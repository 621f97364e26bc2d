//! Whose a slot is: its key, its server, its limit and its clock.

use ratelab_limiter::Policy;

use super::super::sharing::Sharing;

impl Sharing {
    /// The key and the server of a slot.
    pub(crate) const fn owner(&self, slot: u32) -> (u32, u32) {
        let servers = self.router.servers;
        if self.by_server { (slot / servers, slot % servers) } else { (slot, 0) }
    }

    /// How far the clock of a slot's server is ahead.
    pub(crate) fn ahead(&self, slot: u32) -> i64 {
        self.clock(self.owner(slot).1)
    }

    /// How far a server's clock is ahead.
    pub(crate) fn clock(&self, server: u32) -> i64 {
        self.clocks.get(server as usize).copied().unwrap_or(0)
    }

    /// The group whose limit applies to a slot; the scenario's limit, if none.
    pub(crate) fn group(&self, slot: u32) -> Option<usize> {
        self.cast.group_of_key(self.key, self.owner(slot).0)
    }
}

/// Which of a lane's policies is that of a slot, and what its clock shows at time zero.
#[inline]
pub(in super::super) fn slot_of(
    sharing: &Sharing,
    policies: &[Policy],
    start: u64,
    slot: usize,
) -> (usize, u64) {
    let slot = slot as u32;
    let group = if policies.len() == 1 { None } else { sharing.group(slot) };
    (group.map_or(0, |group| group + 1), start.saturating_add_signed(sharing.ahead(slot)))
}
