//! Numbers of a log, as text and as JSON.

use ratelab_report::words::{count, percent};
use serde::Serialize;

use crate::values::{self, PERCENT, Share};

/// An exact number, or its lower and upper bound where the log leaves the order of requests open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Range {
    pub least: u64,
    pub most: u64,
}

impl From<ratelab_calibration::Range> for Range {
    fn from(range: ratelab_calibration::Range) -> Self {
        Self { least: range.least, most: range.most }
    }
}

impl Range {
    /// `12`, or `12 to 15`.
    pub(crate) fn text(self) -> String {
        if self.least == self.most {
            count(self.least)
        } else {
            format!("{} to {}", count(self.least), count(self.most))
        }
    }

    /// The share of a total: `0.8 %`, or `0.8 to 1.1 %`.
    pub(crate) fn share(self, whole: u64) -> String {
        self.share_against(whole, None)
    }

    /// The share of a total next to a limit on it: a share above the limit has enough decimals to show that.
    pub(crate) fn share_against(self, whole: u64, allowed: Option<Share>) -> String {
        let percent = |part| {
            let allowed = allowed.filter(|allowed| allowed.is_exceeded_by(part, whole));
            allowed.map_or_else(|| percent(part, whole), |allowed| percent_above(part, whole, allowed))
        };
        let [least, most] = [self.least, self.most].map(percent);
        if least == most { most + " %" } else { format!("{least} to {most} %") }
    }
}

/// The most decimals of a percentage, enough for logs of up to a hundred billion requests.
const MOST_DECIMALS: u32 = 15;

/// A percentage above a share, with as many decimals as it takes to show that it is above.
fn percent_above(part: u64, whole: u64, share: Share) -> String {
    let usual = percent(part, whole);
    if values::share(&format!("{usual}%")).is_ok_and(|shown| shown.0 > share.0) {
        return usual;
    }
    let (part, whole) = (u128::from(part), u128::from(whole.max(1)));
    let rounded = |decimals: u32| (part * 200 * 10u128.pow(decimals) + whole) / (2 * whole);
    let is_seen = |decimals: &u32| {
        rounded(*decimals) * u128::from(PERCENT) > u128::from(share.0) * 10u128.pow(*decimals)
    };
    let decimals = (2..MOST_DECIMALS).find(is_seen).unwrap_or(MOST_DECIMALS);
    let (number, scale) = (rounded(decimals), 10u128.pow(decimals));
    format!("{}.{:0digits$}", number / scale, number % scale, digits = decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::{Range, Share};

    /// A value above a share is never rounded down to that share.
    #[test]
    fn a_share_above_the_limit_is_printed_above_it() {
        let rows = [
            (5_184, 20_312, 255_000, "25.52 %"),
            (5_184, 20_312, 255_200, "25.522 %"),
            (5_184, 20_312, 250_000, "25.5 %"),
            (5_184, 20_312, 260_000, "25.5 %"),
            (255_001, 1_000_000, 255_000, "25.5001 %"),
            (1, 1_000_000, 0, "0.0001 %"),
            (1, 1_000_000, 1, "< 0.01 %"),
            (100_000_001, 1_000_000_000, 100_000, "10.0000001 %"),
            (1, 1, 999_999, "100 %"),
            (0, 0, 0, "0 %"),
        ];
        for (part, whole, share, expected) in rows {
            let range = Range { least: part, most: part };
            assert_eq!(range.share_against(whole, Some(Share(share))), expected);
        }
        let range = Range { least: 5_000, most: 5_184 };
        assert_eq!(range.share_against(20_312, Some(Share(255_000))), "24.6 to 25.52 %");
        assert_eq!(range.share_against(20_312, None), range.share(20_312));
    }
}
