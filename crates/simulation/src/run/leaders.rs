//! Lanes that admit the same requests: one decides, and the others copy its decisions.

use super::lane::Lane;

/// Lets each lane follow another that admits the same requests, if there is one.
pub(super) fn find_leaders(lanes: &mut [Lane]) {
    let leaders: Vec<_> = (0..lanes.len()).map(|number| find_leader(lanes, number)).collect();
    lanes.iter_mut().zip(leaders).for_each(|(lane, leader)| lane.leader = leader);
}

/// Copies what a lane's leader has decided so far, if it has one.
pub(super) fn follow(lanes: &mut [Lane], number: usize) -> bool {
    let Some(leader) = lanes[number].leader else { return false };
    let Ok([lane, leader]) = lanes.get_disjoint_mut([number, leader]) else { return false };
    match (&mut lane.retries, &leader.retries) {
        (Some(retries), Some(other)) if leader.done => retries.follow(other.made()),
        // Attempts are shared once they are complete, and outcomes are not known without them.
        (Some(_), _) => {
            lane.record.decided = leader.record.decided;
            return true;
        }
        _ => (),
    }
    lane.record.follow(&leader.record);
    lane.done = leader.done;
    true
}

/// Returns a lane that admits the same requests as this one, if this one never delays any. A lane that delays
/// requests is preferred, because no other record has its waits; otherwise the first. Clients with random waits
/// behave differently in each lane.
fn find_leader(lanes: &[Lane], number: usize) -> Option<usize> {
    let lane = &lanes[number];
    let is_alike = lane.retries.as_ref().is_none_or(|retries| retries.is_alike());
    if lane.may_delay() || !is_alike || !lane.is_plain() {
        return None;
    }
    let alike = |(other, lane): (usize, &Lane)| lane.has_states_of(&lanes[number]).then_some(other);
    let delaying = lanes.iter().enumerate().filter(|(_, lane)| lane.may_delay()).find_map(alike);
    delaying.or_else(|| lanes[..number].iter().enumerate().find_map(alike))
}
