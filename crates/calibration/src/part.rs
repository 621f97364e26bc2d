//! The most interesting part of a client's requests.

use std::ops::Range;

use crate::traffic::Client;

impl Client<'_> {
    /// Returns the requests of the busiest window of this many microseconds, and of one window before and after it: at
    /// most `most`, with priority for the busiest.
    pub fn busiest_part(&self, window: u64, most: usize) -> Range<usize> {
        let peak = self.busiest(window);
        let Some((first, last)) = self.times.get(peak.start).zip(self.times.get(peak.end.wrapping_sub(1)))
        else {
            return 0..0;
        };
        let begin = self.times.partition_point(|time| *time < first.saturating_sub(window));
        let end = self.times.partition_point(|time| *time <= last.saturating_add(window));
        let begin = begin.max(peak.end.saturating_sub(most));
        begin..end.min(begin + most)
    }

    /// The requests of the window with the highest cost, the first of equal ones.
    fn busiest(&self, window: u64) -> Range<usize> {
        let (mut begin, mut cost) = (0, 0);
        let (mut busiest, mut highest) = (0..0, 0);
        for (request, time) in self.times.iter().enumerate() {
            cost += u64::from(self.cost(request));
            while time - self.times[begin] >= window.max(1) {
                cost -= u64::from(self.cost(begin));
                begin += 1;
            }
            if cost > highest {
                (busiest, highest) = (begin..request + 1, cost);
            }
        }
        busiest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(times: &[u64]) -> Client<'_> {
        Client { times, charges: &[], costs: &[] }
    }

    #[test]
    fn the_busiest_part_is_the_busiest_window_with_one_before_and_one_after() {
        let times = [0, 89, 90, 100, 101, 102, 109, 110, 119, 120, 500];
        // From 100 to 109, with those from 90 on and up to 119.
        assert_eq!(client(&times).busiest_part(10, 100), 2..9);
        assert_eq!(client(&times).busiest_part(10, 5), 2..7);
        assert_eq!(client(&times).busiest_part(10, 3), 4..7);
        assert_eq!(client(&[]).busiest_part(10, 5), 0..0);
    }
}
