//! A descending curve with few points.

/// Sorts numbers in descending order, as 64-bit numbers to reuse one sort: each additional type adds some kilobytes to
/// a program.
pub(crate) fn descending(numbers: &[u32]) -> Vec<u32> {
    let mut sorted: Vec<u64> = numbers.iter().map(|number| (!number).into()).collect();
    sorted.sort_unstable();
    sorted.into_iter().map(|number| !(number as u32)).collect()
}

/// Returns the ranks, from 0, at which to show a descending list of `numbers` values with at most `points` points, and
/// at least 2: the first, the last, and points in between that are evenly spaced on a logarithmic axis. All ranks, if
/// there are no more than `points`.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::thinned;
///
/// assert_eq!(thinned(3, 10), [0, 1, 2]);
/// let ranks = thinned(100_000, 50);
/// assert!(ranks.len() <= 50 && ranks[0] == 0 && ranks.last() == Some(&99_999));
/// ```
pub fn thinned(numbers: usize, points: usize) -> Vec<u32> {
    let points = points.max(2);
    // Each rank, counted from 1, exceeds the previous one by a number of 1024ths of it, and by at least 1.
    let (mut least, mut most) = (0, 1 << 44);
    while least < most {
        let step = (least + most) / 2;
        if ranks(numbers, step).take(points + 1).count() <= points { most = step } else { least = step + 1 }
    }
    ranks(numbers, least).map(|rank| (rank - 1) as u32).collect()
}

/// Ranks from 1, including the last one.
fn ranks(numbers: usize, step: u64) -> impl Iterator<Item = u64> {
    let (first, last) = ((numbers > 0).then_some(1), numbers as u64);
    std::iter::successors(first, move |rank: &u64| {
        (*rank < last).then(|| (rank + (rank.saturating_mul(step) >> 10).max(1)).min(last))
    })
}
