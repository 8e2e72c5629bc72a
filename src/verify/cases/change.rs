//! Changes to a value that was right: parts that are wrong, and parts that nobody reckons with.

use std::collections::BTreeMap;

use super::super::random::Random;
use super::super::tree::{Tree, quoted};
use super::{Operation, pools, special};
use crate::engine::wire::SIGNATURE;

/// Makes one part wrong, or several.
pub fn break_it(tree: &mut Tree, random: &mut Random) {
    for _ in 0..random.weighted(&[(6, 1), (3, 2), (2, 4)]) {
        let number = random.below(tree.count());
        let Some((part, _)) = tree.part_mut(number) else { continue };
        if is_special(part) {
            continue;
        }
        match random.below(3) {
            0 => *part = other_kind(random),
            _ => change_inside(part, random),
        }
    }
}

/// Members of a special value are looked after elsewhere.
fn is_special(part: &Tree) -> bool {
    part.member(SIGNATURE).is_some()
}

fn other_kind(random: &mut Random) -> Tree {
    let some = ["null", "true", "5", "-1.5", "\"x\"", "\"\"", "[]", "{}", "[null]", "[[1]]", "{\"a\":1}", "{\"a\":{}}"];
    match random.below(16) {
        0 => special::asset(random),
        1 => special::archive(random, 0),
        2 => special::reference("pkg:index:Thing", false, random),
        _ => Tree::raw(random.choose(&some)),
    }
}

fn change_inside(part: &mut Tree, random: &mut Random) {
    match part {
        Tree::List(items) => {
            let at = random.below(items.len());
            match random.below(4) {
                0 if !items.is_empty() => drop(items.remove(at)),
                1 if !items.is_empty() => items.push(items[at].clone()),
                2 => items.push(other_kind(random)),
                _ => items.reverse(),
            }
        }
        Tree::Object(members) if members.is_empty() => members.push((quoted("extra"), other_kind(random))),
        Tree::Object(members) => {
            let at = random.below(members.len());
            match random.below(6) {
                0 | 1 => drop(members.remove(at)),
                2 => {
                    let inner = members[at].0.trim_matches('"').to_owned();
                    members[at].0 = quoted(&format!("{inner}x"));
                }
                3 => {
                    let other = random.below(members.len());
                    let value = members[other].1.clone();
                    members[at].1 = value;
                }
                4 => members[at].1 = Tree::raw("null"),
                _ => members[at].1 = other_kind(random),
            }
        }
        Tree::Raw(text) => match text.strip_suffix('"') {
            Some(open) => *text = format!("{open}x\""),
            None => *part = other_kind(random),
        },
    }
}

/// Puts in what a reader does not reckon with.
pub fn make_hostile(tree: &mut Tree, operation: Operation, has_plain: bool, random: &mut Random) {
    for _ in 0..random.weighted(&[(4, 0), (5, 1), (2, 3)]) {
        let number = random.below(tree.count());
        let Some((part, depth)) = tree.part_mut(number) else { continue };
        if is_special(part) {
            continue;
        }
        let plain_places = has_plain && operation == Operation::Resolve;
        match random.below(12) {
            0 | 1 => *part = Tree::Raw(pools::odd_number(random)),
            2 | 3 => *part = Tree::string(&pools::odd_string(!plain_places, random)),
            4 | 5 => odd_member(part, random),
            6 => member_twice(part, random),
            7 | 8 if !plain_places => {
                let inner = std::mem::replace(part, Tree::raw("null"));
                *part = special::odd(inner, operation.of_outputs(), random);
            }
            9 if operation == Operation::Decode => {
                *part = nested(depth, random);
                return;
            }
            10 if operation != Operation::Parsed => {
                *part = Tree::raw(random.choose(pools::GARBAGE));
                // Which of two problems of the text comes first is nobody's concern.
                return;
            }
            _ => spaced(part, random),
        }
    }
}

fn odd_member(part: &mut Tree, random: &mut Random) {
    if let Tree::Object(members) = part {
        let value = random.choose(&["null", "1", "\"x\"", "{}", "[]", "[1]"]);
        members.push((quoted(random.choose(pools::ODD_KEYS)), Tree::raw(value)));
    }
}

/// The last counts, so what comes before may be anything.
fn member_twice(part: &mut Tree, random: &mut Random) {
    if let Tree::Object(members) = part
        && let Some((key, _)) = members.get(random.below(members.len())).cloned()
    {
        let value = random.choose(&["null", "1", "\"x\"", "{}", "[1,2]"]);
        members.insert(0, (key, Tree::raw(value)));
    }
}

/// Arrays or objects in one another, so many that the whole is just deep enough, or just too deep.
fn nested(depth: usize, random: &mut Random) -> Tree {
    let whole: usize = random.weighted(&[(3, 256), (3, 257), (1, 255), (1, 300), (1, 1500)]);
    let objects = random.percent(40);
    let mut tree = Tree::raw("1");
    for _ in 0..whole.saturating_sub(depth) {
        tree = if objects { Tree::object([("a", tree)]) } else { Tree::List(vec![tree]) };
    }
    tree
}

/// White space where there may be some.
fn spaced(part: &mut Tree, random: &mut Random) {
    if let Tree::Raw(text) = part {
        *text = format!("{}{text}{}", random.choose(&[" ", "\n", "\t", "\r\n "]), random.choose(&[" ", "\n", ""]));
    }
}

/// Makes of a value what every parsed form holds. Numbers that a double does not hold become strings. Keys
/// come in the order of their bytes, since some forms keep no other, and none looks like a position, since
/// JavaScript puts those first.
pub fn fit_parsed_forms(tree: &mut Tree) {
    match tree {
        Tree::Raw(text) => {
            let number = text.trim();
            if number.starts_with(|first: char| first == '-' || first.is_ascii_digit()) && !survives(number) {
                *tree = Tree::string(number);
            }
        }
        Tree::List(items) => items.iter_mut().for_each(fit_parsed_forms),
        Tree::Object(members) => {
            let taken = std::mem::take(members);
            let mut sorted = BTreeMap::new();
            for (key, mut value) in taken {
                fit_parsed_forms(&mut value);
                let name: String = serde_json::from_str(&key).unwrap_or_default();
                let is_position = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
                sorted.insert(if is_position { format!("k{name}") } else { name }, value);
            }
            members.extend(sorted.into_iter().map(|(name, value)| (quoted(&name), value)));
        }
    }
}

/// Whether a number is the same after it was a double, and no integer that may have been rounded.
fn survives(text: &str) -> bool {
    let Ok(double) = text.parse::<f64>() else { return false };
    let is_negative_zero = double == 0.0 && text.starts_with('-');
    let is_safe = double.fract() != 0.0 || double.abs() <= 9_007_199_254_740_991.0;
    double.is_finite() && is_safe && !is_negative_zero && significant(text) == significant(&format!("{double:e}"))
}

/// The digits of a number from the first to the last that is not 0, and where the point stands.
fn significant(text: &str) -> (String, i64) {
    let unsigned = text.trim_start_matches('-');
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i64 = exponent.parse().unwrap_or(i64::MAX / 2);
    let all = format!("{whole}{fraction}");
    let leading = all.len() - all.trim_start_matches('0').len();
    let digits = all.trim_matches('0').to_owned();
    let point = if digits.is_empty() { 0 } else { exponent + whole.len() as i64 - leading as i64 };
    (digits, point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_double_does_not_hold_is_told() {
        for text in ["0", "1", "1.0", "1e3", "0.1", "-2.25", "1e-7", "9007199254740991", "0.5e1", "1.50"] {
            assert!(survives(text), "{text}");
        }
        for text in
            ["-0", "-0.0", "9007199254740993", "9007199254740992", "1e400", "0.10000000000000000001", "1e-400", "1e22"]
        {
            assert!(!survives(text), "{text}");
        }
    }

    #[test]
    fn the_depth_is_that_of_the_whole() {
        let mut random = Random::of_case(1, "depth", 0);
        let mut depths: Vec<usize> = (0..60).map(|_| nested(10, &mut random).depth() + 10).collect();
        depths.sort_unstable();
        depths.dedup();
        assert_eq!(depths, [255, 256, 257, 300, 1500]);
    }
}
