//! Which answers mean that a limit was met.

use crate::Fault;

/// The statuses by which a service says that a limit was met: 429, unless somebody says otherwise. nginx
/// answers 503 if it is not told to do better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statuses(Vec<u16>);

impl Statuses {
    /// Reads statuses with blanks or commas between them. An empty text is 429.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let status = |word: &str| word.parse().ok().filter(|status| (100..600).contains(status));
        let refused = |word: &str| Fault::new("limited", word, "from 100 to 599, as in 429 503");
        let statuses = words.map(|word| status(word).ok_or_else(|| refused(word)));
        let statuses = statuses.collect::<Result<Vec<u16>, Fault>>()?;
        Ok(if statuses.is_empty() { Self::default() } else { Self(statuses) })
    }

    /// Whether a status is one of them.
    #[inline]
    pub fn contains(&self, status: u16) -> bool {
        self.0.contains(&status)
    }
}

impl Default for Statuses {
    fn default() -> Self {
        Self(vec![429])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_read_and_what_is_none_is_named() {
        assert_eq!(Statuses::parse(" "), Ok(Statuses(vec![429])));
        assert_eq!(Statuses::parse("429, 503"), Ok(Statuses(vec![429, 503])));
        assert!(
            Statuses::parse("503").is_ok_and(|statuses| statuses.contains(503) && !statuses.contains(429))
        );
        for wrong in ["99", "600", "4x9", "-1", "429 x"] {
            let fault = Statuses::parse(wrong).expect_err(wrong);
            assert_eq!(fault.field, "limited");
        }
    }
}
