//! What the readers of foreign text put up with.

/// Bounds on hostile input. Reading stops with an error at the first one that is passed, before
/// time or memory is spent on it.
///
/// ```
/// use tygen::engine::Limits;
/// let strict = Limits { bytes: 1 << 20, ..Limits::default() };
/// assert_eq!(strict.depth(), 256);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of the whole input, in bytes. 256 MiB by default.
    pub bytes: usize,
    /// Digits of one number as written. 20,000 by default.
    pub digits: usize,
    /// Magnitude of the decimal exponent of one number as written. 20,000 by default: a number is
    /// written out in full, without exponent.
    pub exponent: u32,
    /// How deep values and types may be nested.
    depth: usize,
}

impl Limits {
    /// The greatest depth that may be asked for: what a stack of 2 MiB surely holds.
    pub const MAX_DEPTH: usize = 1_000;

    /// How deep values and types may be nested. 256 by default.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Sets the depth, at most [`Self::MAX_DEPTH`].
    #[must_use]
    pub fn with_depth(self, depth: usize) -> Self {
        Self { depth: depth.min(Self::MAX_DEPTH), ..self }
    }

    /// Checks a number as written, without reading it.
    ///
    /// # Errors
    ///
    /// If it has too many digits or too large an exponent. Text that is no number passes: who reads
    /// it will say so.
    pub fn check_number(&self, text: &str) -> Result<(), LimitError> {
        if text.len() <= 4 {
            return Ok(());
        }
        let (mantissa, exponent) = match text.find(['e', 'E', 'p', 'P']) {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        if mantissa.len() > self.digits {
            return Err(LimitError::Digits { limit: self.digits });
        }
        let Some(exponent) = exponent else { return Ok(()) };
        let digits = exponent.trim_start_matches(['+', '-']).trim_start_matches('0');
        let small = digits.len() <= 9 && digits.parse::<u32>().map_or(true, |exponent| exponent <= self.exponent);
        if small { Ok(()) } else { Err(LimitError::Exponent { limit: self.exponent }) }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 256 << 20, digits: 20_000, exponent: 20_000, depth: 256 }
    }
}

/// Which of the [`Limits`] was passed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// The input is too large.
    #[error("the input is larger than {limit} bytes")]
    Bytes {
        /// The limit.
        limit: usize,
    },
    /// A number is too long.
    #[error("the number has more than {limit} digits")]
    Digits {
        /// The limit.
        limit: usize,
    },
    /// A number is too large or too small.
    #[error("the number's exponent is beyond {limit}")]
    Exponent {
        /// The limit.
        limit: u32,
    },
    /// Nested too deep.
    #[error("it is nested deeper than {limit} levels")]
    Depth {
        /// The limit.
        limit: usize,
    },
}
