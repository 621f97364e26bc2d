//! Many clients in descending order, as a curve of few points.

/// The numbers, the greatest first. They are sorted as 64 bits, as all else is: each kind of number that is
/// sorted adds some kilobytes to a program.
pub(crate) fn descending(numbers: &[u32]) -> Vec<u32> {
    let mut sorted: Vec<u64> = numbers.iter().map(|number| (!number).into()).collect();
    sorted.sort_unstable();
    sorted.into_iter().map(|number| !(number as u32)).collect()
}

/// The ranks at which to show so many numbers in descending order, from 0, at most so many of them and at least
/// 2: the first and the last, and between them about evenly on a logarithmic axis. All of them, if they are not
/// more than that.
pub fn thinned(numbers: usize, points: usize) -> Vec<u32> {
    let points = points.max(2);
    // Each rank, counted from 1, is greater than the one before by so many 1024ths of it and at least 1.
    let (mut least, mut most) = (0, 1 << 44);
    while least < most {
        let step = (least + most) / 2;
        if ranks(numbers, step).take(points + 1).count() <= points { most = step } else { least = step + 1 }
    }
    ranks(numbers, least).map(|rank| (rank - 1) as u32).collect()
}

/// Ranks from 1, the last one included.
fn ranks(numbers: usize, step: u64) -> impl Iterator<Item = u64> {
    let (first, last) = ((numbers > 0).then_some(1), numbers as u64);
    std::iter::successors(first, move |rank: &u64| {
        (*rank < last).then(|| (rank + (rank.saturating_mul(step) >> 10).max(1)).min(last))
    })
}
