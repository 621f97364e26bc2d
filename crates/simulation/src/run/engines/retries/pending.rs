//! The requests to try again, and when.

use std::collections::VecDeque;

use super::agenda::Agenda;

/// An attempt to make: its time, its request in the traffic, and its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next {
    pub(super) time: u64,
    pub(super) request: u32,
    pub(super) number: u32,
}

pub(super) enum Pending {
    /// For waits with few distinct lengths.
    Queues(Queues),
    /// For arbitrary waits.
    Agenda(Agenda<(u32, u32)>),
}

impl Pending {
    /// Returns a schedule for this many distinct waits, or for any.
    pub(super) fn new(lengths: Option<usize>) -> Self {
        match lengths {
            Some(lengths) => Self::Queues(Queues::new(lengths)),
            None => Self::Agenda(Agenda::new()),
        }
    }

    pub(super) const fn len(&self) -> usize {
        match self {
            Self::Queues(queues) => queues.length,
            Self::Agenda(agenda) => agenda.len(),
        }
    }

    /// Adds an attempt after the wait with this index.
    #[inline(never)]
    pub(super) fn push(&mut self, length: usize, next: Next) {
        match self {
            Self::Queues(queues) => queues.push(length, next),
            Self::Agenda(agenda) => agenda.push(next.time, (next.request, next.number)),
        }
    }

    /// Returns when the first attempt is due.
    #[inline]
    pub(super) const fn first(&self) -> Option<u64> {
        match self {
            Self::Queues(queues) => queues.first,
            Self::Agenda(agenda) => agenda.first(),
        }
    }

    /// Takes the first attempt; at the same instant, the one that was added first. It is not inlined in the
    /// loop that is compiled for each limiter: that loop stays short, and most attempts are first ones.
    #[inline(never)]
    pub(super) fn pop(&mut self) -> Option<Next> {
        match self {
            Self::Queues(queues) => queues.pop(),
            Self::Agenda(agenda) => {
                let (time, (request, number)) = agenda.pop()?;
                Some(Next { time, request, number })
            }
        }
    }
}

/// A queue for each length of wait: attempts with the same wait are due in the order they were added.
pub(super) struct Queues {
    /// Each entry with the number of entries added before it.
    queues: Vec<VecDeque<(Next, u64)>>,
    added: u64,
    length: usize,
    /// When the first entry of all is due, and its queue.
    first: Option<u64>,
    queue: usize,
}

impl Queues {
    fn new(lengths: usize) -> Self {
        Self { queues: vec![VecDeque::new(); lengths], added: 0, length: 0, first: None, queue: 0 }
    }

    #[inline]
    fn push(&mut self, queue: usize, next: Next) {
        let Some(queue_of) = self.queues.get_mut(queue) else { return };
        queue_of.push_back((next, self.added));
        self.added += 1;
        self.length += 1;
        if self.first.is_none_or(|first| next.time < first) {
            (self.first, self.queue) = (Some(next.time), queue);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<Next> {
        let (next, _) = self.queues.get_mut(self.queue)?.pop_front()?;
        self.length -= 1;
        self.find_first();
        Some(next)
    }

    #[inline]
    fn find_first(&mut self) {
        let mut least = None;
        for (index, queue) in self.queues.iter().enumerate() {
            if let Some((next, added)) = queue.front()
                && least.is_none_or(|known| (next.time, *added) < known)
            {
                (least, self.queue) = (Some((next.time, *added)), index);
            }
        }
        self.first = least.map(|(due, _)| due);
    }
}
