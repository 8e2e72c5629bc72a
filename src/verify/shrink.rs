//! Making a disagreement small: every simpler case that still disagrees in the same way is taken, until
//! there is none.

use super::cases::{Case, Operation};
use super::tree::Tree;
use crate::engine::wire::SIGNATURE;

/// At most so many simpler cases are asked about at once.
const AT_ONCE: usize = 200;

/// At most so many times.
const ROUNDS: usize = 60;

/// The smallest case found by asking about simpler ones. `fails` says of each whether it disagrees in the
/// same way as the first.
pub fn smallest(case: &Case, mut fails: impl FnMut(&[Case]) -> Vec<bool>) -> Case {
    let mut best = case.clone();
    for _ in 0..ROUNDS {
        let size = size(&best);
        let mut simpler: Vec<Case> = simpler(&best).into_iter().filter(|case| self::size(case) < size).collect();
        simpler.sort_by_key(self::size);
        simpler.truncate(AT_ONCE);
        let failing = fails(&simpler);
        match simpler.into_iter().zip(failing).find(|(_, fails)| *fails) {
            Some((case, _)) => best = case,
            None => break,
        }
    }
    best
}

/// By what a case is simpler than another: first its length.
fn size(case: &Case) -> (usize, usize, usize) {
    let steps = match case.operation {
        Operation::Decode => 0,
        Operation::Output => 1,
        Operation::Parsed => 2,
        Operation::Resolve => 3,
        Operation::Part => 4,
    };
    (case.wire.text().len(), case.path.len(), steps)
}

fn simpler(case: &Case) -> Vec<Case> {
    let with = |wire: Tree| Case { wire, ..case.clone() };
    let mut found: Vec<Case> = Vec::new();
    if case.operation == Operation::Part {
        found.push(Case { operation: Operation::Output, path: Vec::new(), ..case.clone() });
        let shorter = case.path.split_last().map(|(_, rest)| rest.to_vec());
        found.extend(shorter.filter(|path| !path.is_empty()).map(|path| Case { path, ..case.clone() }));
    }
    if matches!(case.operation, Operation::Parsed | Operation::Resolve) {
        let operation = if case.operation == Operation::Parsed { Operation::Decode } else { Operation::Output };
        found.push(Case { operation, ..case.clone() });
    }
    // Of a large value not every part can be tried in every round: larger parts come first.
    let count = case.wire.count();
    // What a special value is does not change: the whole of it may go.
    let signatures = case.wire.under(SIGNATURE);
    for number in (0..count).filter(|number| !signatures.contains(number)) {
        let Some(part) = case.wire.part(number) else { continue };
        for replacement in simpler_parts(part) {
            let mut wire = case.wire.clone();
            if let Some((place, _)) = wire.part_mut(number) {
                *place = replacement;
                found.push(with(wire));
            }
        }
        if found.len() > 20 * AT_ONCE {
            break;
        }
    }
    found
}

/// What may stand for a part: what is inside it, itself with less inside, something plain.
fn simpler_parts(part: &Tree) -> Vec<Tree> {
    let mut found: Vec<Tree> = part.children().cloned().collect();
    match part {
        Tree::Raw(text) => {
            found.extend(shorter_scalars(text).into_iter().map(Tree::Raw));
            return found;
        }
        Tree::List(items) => {
            let half = items.len() / 2;
            if half > 0 {
                found.push(Tree::List(items[..half].to_vec()));
                found.push(Tree::List(items[half..].to_vec()));
            }
            found.extend((0..items.len()).map(|at| {
                let mut rest = items.clone();
                rest.remove(at);
                Tree::List(rest)
            }));
        }
        Tree::Object(members) => {
            let half = members.len() / 2;
            if half > 1 {
                found.push(Tree::Object(members[..half].to_vec()));
                found.push(Tree::Object(members[half..].to_vec()));
            }
            found.extend((0..members.len()).map(|at| {
                let mut rest = members.clone();
                rest.remove(at);
                Tree::Object(rest)
            }));
        }
    }
    found.extend([Tree::raw("null"), Tree::raw("1"), Tree::string("")]);
    found
}

fn shorter_scalars(text: &str) -> Vec<String> {
    let mut found: Vec<String> = ["null", "0", "1", "\"\"", "\"a\""].map(str::to_owned).to_vec();
    let trimmed = text.trim();
    found.push(trimmed.to_owned());
    let characters: Vec<char> = trimmed.chars().collect();
    let quoted = characters.len() >= 2 && characters.first() == Some(&'"') && characters.last() == Some(&'"');
    let inner = if quoted { &characters[1..characters.len() - 1] } else { &characters[..] };
    let put = |inner: &[char]| {
        let inner: String = inner.iter().collect();
        if quoted { format!("\"{inner}\"") } else { inner }
    };
    let half = inner.len() / 2;
    if half > 0 {
        found.push(put(&inner[..half]));
        found.push(put(&inner[half..]));
        found.push(put(&inner[..inner.len() - 1]));
        found.push(put(&inner[1..]));
    }
    // A scalar stays one: half an escape, or a number's sign alone, is another case.
    let was_json = serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok();
    found.retain(|text| serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok() == was_json);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(wire: Tree) -> Case {
        Case { operation: Operation::Part, wire, path: vec!["a".into(), "0".into()] }
    }

    #[test]
    fn what_does_not_matter_goes() {
        let wire = Tree::object([
            ("a", Tree::List(vec![Tree::raw("1"), Tree::object([("x", Tree::raw("123456789"))])])),
            ("b", Tree::string("much ado about nothing")),
        ]);
        let has_seven = |cases: &[Case]| cases.iter().map(|case| case.wire.text().contains('7')).collect();
        let found = smallest(&case(wire), has_seven);
        assert_eq!((found.wire.text().as_str(), found.operation, found.path.len()), ("7", Operation::Output, 0));
    }

    #[test]
    fn what_matters_stays() {
        let wire = Tree::object([("a", Tree::List(vec![Tree::raw("1"), Tree::raw("2")])), ("b", Tree::string("xyz"))]);
        let needs_both = |cases: &[Case]| {
            cases
                .iter()
                .map(|case| case.operation == Operation::Part && case.wire.member("a").is_some_and(|a| a.count() > 1))
                .collect()
        };
        let found = smallest(&case(wire), needs_both);
        assert_eq!(found.wire.text(), "{\"a\":[\"\"]}".replace("\"\"", "1"));
        assert_eq!(found.operation, Operation::Part);
        let untouched = smallest(&case(Tree::raw("true")), |cases| vec![false; cases.len()]);
        assert_eq!(untouched, case(Tree::raw("true")));
    }
}
