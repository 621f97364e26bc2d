//! The statuses that mean rate limited.

use crate::Fault;

/// The statuses with which a service rejects rate-limited requests: 429 by default. The default of nginx is 503.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::Statuses;
///
/// assert!(Statuses::default().contains(429));
/// assert!(Statuses::parse("429, 503")?.contains(503));
/// assert_eq!(Statuses::parse("42").unwrap_err().allowed, "from 100 to 599, as in 429 503");
/// # Ok::<(), ratelab_access_log::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statuses(Vec<u16>);

impl Statuses {
    /// Parses statuses separated by spaces or commas. Empty text is 429.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if a word is not a status from 100 to 599.
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
    fn statuses_are_parsed_and_errors_name_the_value() {
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
