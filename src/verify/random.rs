//! Chance that can be had again: everything follows from the seed.

/// A source of random choices.
pub struct Random(fastrand::Rng);

impl Random {
    /// The choices for one case: the same for the same seed, name and number, whatever was made before.
    pub fn of_case(seed: u64, name: &str, number: usize) -> Self {
        // FNV-1a over the name, then mixed as SplitMix64 does: neighbours share nothing.
        let hash = name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let mut mixed = hash ^ mix(seed) ^ mix((number as u64).wrapping_add(0x9e37_79b9_7f4a_7c15));
        mixed = mix(mixed);
        Self(fastrand::Rng::with_seed(mixed))
    }

    /// A number below the limit; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { self.0.usize(..limit) }
    }

    /// Whether it happens that is so likely, in percent.
    pub fn percent(&mut self, likely: u8) -> bool {
        self.0.u8(..100) < likely
    }

    /// One of these, which must not be none.
    pub fn choose<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    /// One of several that are so likely beside one another.
    pub fn weighted<T: Copy>(&mut self, from: &[(usize, T)]) -> T {
        let mut left = self.below(from.iter().map(|(weight, _)| weight).sum());
        for (weight, item) in from {
            if left < *weight {
                return *item;
            }
            left -= weight;
        }
        from[0].1
    }

    /// Puts them in another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }
}

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_chosen_again() {
        let choices = |seed, name, number| {
            let mut random = Random::of_case(seed, name, number);
            (0..20).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(choices(1, "a", 0), choices(1, "a", 0));
        for (seed, name, number) in [(2, "a", 0), (1, "b", 0), (1, "a", 1)] {
            assert_ne!(choices(1, "a", 0), choices(seed, name, number));
        }
    }

    #[test]
    fn what_has_no_weight_is_never_chosen() {
        let mut random = Random::of_case(0, "", 0);
        assert!((0..100).all(|_| random.weighted(&[(0, 'a'), (3, 'b')]) == 'b'));
        assert_eq!(random.below(0), 0);
    }
}
