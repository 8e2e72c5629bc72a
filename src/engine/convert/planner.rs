//! Plans: which rule takes values of one type to another.

use indexmap::IndexMap;

use super::{Conversion, Fitted, MAX_DEPTH, MAX_WORK, Part, Rule, Safety, Scope, required};
use super::{capsule, collection, dynamic, enumeration, eventual, primitive, structural, union};
use crate::model::Type;

/// A rule and how far it can be relied on, if there is a conversion.
pub(super) type Planned = Option<(Rule, Safety)>;

/// Which conversions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Those that succeed for every value.
    Safe,
    /// All.
    Any,
}

/// Plans conversions, and remembers those to named types, so that recursion ends.
pub(crate) struct Planner<'a> {
    pub(super) scope: &'a Scope,
    pub(super) mode: Mode,
    /// The pairs with a named target that were met.
    named: IndexMap<(Type, Type), Entry>,
    depth: usize,
    work: usize,
}

/// A pair of types whose target is named.
struct Entry {
    /// Whether it was met in this round.
    met: bool,
    /// What the pair is taken for while its parts are planned, since they may lead back to it.
    assumed: Option<Safety>,
    /// What it turned out to be in this round.
    planned: Option<Planned>,
}

impl Entry {
    fn new() -> Self {
        Self { met: false, assumed: Some(Safety::Safe), planned: None }
    }
}

impl<'a> Planner<'a> {
    /// A planner with nothing planned.
    pub fn new(scope: &'a Scope, mode: Mode) -> Self {
        Self { scope, mode, named: IndexMap::new(), depth: 0, work: 0 }
    }

    /// Plans a conversion.
    ///
    /// A recursive pair is at first taken to be safe; as long as that turns out to be too good, it is
    /// planned again with what it turned out to be. So what is finite and converts, converts.
    pub fn plan(mut self, from: &Type, to: &Type) -> Option<Conversion> {
        let planned = self.settle(from, to);
        let (rule, safety) = planned?;
        let table = self.named.into_values().map(|entry| match entry.planned {
            Some(Some((rule, _))) => rule,
            // Never referred to: nothing converts by way of a pair that does not.
            Some(None) | None => Rule::Keep,
        });
        Some(Conversion {
            from: from.clone(),
            to: to.clone(),
            result: required(to),
            safety,
            rule,
            table: table.collect(),
            scope: self.scope.clone(),
        })
    }

    /// Whether there is a conversion, and how safe it is.
    pub fn safety(&mut self, from: &Type, to: &Type) -> Option<Safety> {
        self.settle(from, to).map(|(_, safety)| safety)
    }

    fn settle(&mut self, from: &Type, to: &Type) -> Planned {
        loop {
            let planned = self.node(from, to);
            let mut settled = true;
            for entry in self.named.values_mut() {
                let found = match &entry.planned {
                    Some(planned) => planned.as_ref().map(|(_, safety)| *safety),
                    None => entry.assumed,
                };
                if found != entry.assumed {
                    entry.assumed = found;
                    settled = false;
                }
            }
            if settled {
                return planned;
            }
            for entry in self.named.values_mut() {
                entry.met = false;
                entry.planned = None;
            }
        }
    }

    /// What the type stands for.
    pub fn expand(&self, ty: &Type) -> Type {
        self.scope.expand(ty)
    }

    /// Whether values of one type convert to another, as far as the mode asks.
    pub fn converts(&mut self, from: &Type, to: &Type) -> bool {
        if self.depth == 0 { self.settle(from, to).is_some() } else { self.node(from, to).is_some() }
    }

    /// What a step finds that may lead to itself; nothing if that goes too deep or too far.
    pub fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_DEPTH || self.work >= MAX_WORK {
            return None;
        }
        self.depth += 1;
        self.work += 1;
        let found = step(self);
        self.depth -= 1;
        found
    }

    /// The rule from one type to another: what is common to all families, then the family.
    pub(super) fn node(&mut self, from: &Type, to: &Type) -> Planned {
        if from == to {
            return Some((Rule::Keep, Safety::Same));
        }
        let planned = self.deeper(|planner| planner.family(from, to));
        match (self.mode, planned) {
            (Mode::Safe, Some((_, Safety::Unsafe))) => None,
            (_, planned) => planned,
        }
    }

    /// The rule and the type of its result.
    pub(super) fn part(&mut self, from: &Type, to: &Type) -> Option<(Part, Safety)> {
        let (rule, safety) = self.node(from, to)?;
        Some((Part { rule, to: required(to) }, safety))
    }

    fn family(&mut self, from: &Type, to: &Type) -> Planned {
        match (from, to) {
            (_, Type::Any) => Some((Rule::Keep, Safety::Safe)),
            (Type::Any, _) => Some((Rule::FromAny(Box::new(to.clone())), Safety::Unsafe)),
            (_, Type::Named(_)) => self.named(from, to),
            (Type::Union(arms), _) => union::from_union(self, arms, to),
            (Type::Named(_), _) => self.of_named(from, to),
            (_, Type::Union(arms)) => union::to_union(self, from, arms),
            (Type::None, Type::Promise(_) | Type::Output(_)) => eventual::plan(self, from, to),
            (Type::None, _) | (_, Type::None) => None,
            (_, Type::Promise(_) | Type::Output(_)) => eventual::plan(self, from, to),
            (Type::Promise(_) | Type::Output(_), _) => None,
            (Type::Capsule(_), _) | (_, Type::Capsule(_)) => capsule::plan(self, from, to),
            (Type::Enum(definition), _) => enumeration::from_enum(self, definition, to),
            (_, Type::Enum(definition)) => enumeration::to_enum(self, from, definition),
            (Type::Bool | Type::Int | Type::Number | Type::String, _) => primitive::plan(from, to),
            (Type::List(_) | Type::Set(_) | Type::Map(_), _) => collection::plan(self, from, to),
            (Type::Tuple(_) | Type::Object(_), _) => structural::plan(self, from, to),
            (Type::Asset | Type::Archive | Type::Resource(_), _) => None,
        }
    }

    /// To a named type: a rule of the table.
    fn named(&mut self, from: &Type, to: &Type) -> Planned {
        let expanded = self.scope.expand(to);
        if expanded == *to {
            return None;
        }
        let key = (from.clone(), to.clone());
        let at = match self.named.get_full(&key) {
            Some((at, _, entry)) if entry.met => {
                let safety = match &entry.planned {
                    Some(planned) => planned.as_ref().map(|(_, safety)| *safety),
                    None => entry.assumed,
                };
                return safety.map(|safety| (Rule::Reference(at), safety));
            }
            Some((at, _, _)) => at,
            None => self.named.insert_full(key, Entry::new()).0,
        };
        self.named[at].met = true;
        let planned = self.node(from, &expanded).map(|(rule, safety)| {
            let rule = if dynamic::is_open(&expanded) {
                Rule::Fitted(Box::new(Fitted { from: from.clone(), part: Part { rule, to: required(&expanded) } }))
            } else {
                rule
            };
            // The type of the result is the name, which is another type than what it stands for.
            (rule, safety.max(Safety::Safe))
        });
        let safety = planned.as_ref().map(|(_, safety)| *safety);
        self.named[at].planned = Some(planned);
        safety.map(|safety| (Rule::Reference(at), safety))
    }

    /// From a named type: as from what it stands for.
    fn of_named(&mut self, from: &Type, to: &Type) -> Planned {
        if let Type::Union(arms) = to
            && !matches!(self.scope.expand(from), Type::Union(_))
        {
            // The arm of exactly its type is that of its name.
            return union::to_union(self, from, arms);
        }
        let expanded = self.scope.expand(from);
        if expanded == *from {
            return None;
        }
        let (rule, safety) = self.node(&expanded, to)?;
        Some((rule, safety.max(Safety::Safe)))
    }
}
