//! From HCL's expressions to types.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use hcl_edit::Span;
use hcl_edit::expr::{Expression, FuncCall, Object, Traversal, TraversalOperator};
use unicode_normalization::UnicodeNormalization;

use super::builtin::{Constructor, keyword, synonym, words};
use super::scan::Masked;
use super::{DefaultSite, Dialect, ExpressionProblem, Names, value};
use crate::diag::{Code, nearest};
use crate::loader::check;
use crate::model::{Attribute, Discriminator, Literal, ObjectType, Optionality, Type, UnionType};
use crate::shapes::shape;

/// A walk over one expression that collects all its problems.
pub(super) struct Lowering<'a> {
    masked: &'a Masked<'a>,
    dialect: Dialect,
    names: &'a dyn Names,
    problems: Vec<ExpressionProblem>,
    defaults: Vec<DefaultSite>,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        masked: &'a Masked<'a>,
        dialect: Dialect,
        names: &'a dyn Names,
        problems: Vec<ExpressionProblem>,
    ) -> Self {
        Self { masked, dialect, names, problems, defaults: Vec::new() }
    }

    pub(super) fn finish(self) -> (Vec<ExpressionProblem>, Vec<DefaultSite>) {
        (self.problems, self.defaults)
    }

    /// The type that the expression stands for; `None` if there is a problem, which is then reported.
    pub(super) fn ty(&mut self, expression: &Expression) -> Option<Type> {
        let range = self.masked.range(expression.span());
        match expression {
            Expression::Parenthesis(inner) => self.ty(inner.inner()),
            Expression::Variable(name) => self.word(name.as_str(), range),
            Expression::FuncCall(call) => self.call(call, range),
            Expression::Traversal(traversal) => self.qualified(traversal, range),
            Expression::String(text) => {
                let help = format!("write `{}` without quotes, or `enum(string, …)` for a fixed text", text.as_str());
                self.syntax_with_help(range, "a type stands without quotes", &help)
            }
            Expression::Null(_) => self.syntax_with_help(range, "`null` is a value", "the type of null is `none`"),
            Expression::Array(_) => self.syntax_with_help(
                range,
                "square brackets alone are not a type",
                "`list(T)` is a sequence, `tuple([T, U])` one of fixed length",
            ),
            Expression::Object(_) => self.syntax_with_help(
                range,
                "braces alone are not a type",
                "write `object({…})`, or `map(T)` for values under keys that are not known beforehand",
            ),
            Expression::Bool(_) | Expression::Number(_) => self.syntax_with_help(
                range,
                "a value is not a type",
                "`enum(number, 1, 2)` is a number out of these, for example",
            ),
            Expression::BinaryOp(_) | Expression::Conditional(_) => self.syntax_with_help(
                range,
                "operators do not make a type",
                "`union(T, U)` is a value of one of several types, `optional(T)` one that may be absent",
            ),
            Expression::StringTemplate(_)
            | Expression::HeredocTemplate(_)
            | Expression::UnaryOp(_)
            | Expression::ForExpr(_) => self.syntax(range, "this is not a type"),
        }
    }

    fn problem<T>(&mut self, code: Code, range: Range<usize>, message: impl Into<String>) -> Option<T> {
        self.problems.push(ExpressionProblem::new(code, range, message));
        None
    }

    fn syntax<T>(&mut self, range: Range<usize>, message: impl Into<String>) -> Option<T> {
        self.problem(Code::TypeSyntax, range, message)
    }

    fn syntax_with_help<T>(&mut self, range: Range<usize>, message: &str, help: &str) -> Option<T> {
        self.problems.push(ExpressionProblem::new(Code::TypeSyntax, range, message).with_help(help));
        None
    }

    /// A word without arguments: a builtin or a declared type.
    fn word(&mut self, word: &str, range: Range<usize>) -> Option<Type> {
        if let Some(ty) = keyword(word, self.dialect) {
            return Some(ty);
        }
        if let Some(name) = self.names.resolve(None, word) {
            return Some(Type::named(name));
        }
        if let Some(constructor) = Constructor::of(word, self.dialect) {
            let message = format!("`{word}` needs its arguments");
            return self.syntax_with_help(range, &message, &format!("write `{}`", constructor.usage()));
        }
        self.unknown(word, range)
    }

    fn unknown<T>(&mut self, word: &str, range: Range<usize>) -> Option<T> {
        let declared = self.names.candidates(None);
        let builtin: Vec<&str> = words(self.dialect).collect();
        let suggestion = nearest(word, builtin.iter().copied().chain(declared));
        let synonym = synonym(word).filter(|wanted| builtin.contains(wanted));
        let suggestion = synonym.or(suggestion).map(str::to_owned);
        let problem = ExpressionProblem::new(Code::UnknownType, range, format!("there is no type `{word}`"));
        self.problems.push(match suggestion {
            Some(name) => problem.with_help(format!("did you mean `{name}`?")),
            None => problem,
        });
        None
    }

    /// `package.Name` or `package["Name"]`.
    fn qualified(&mut self, traversal: &Traversal, range: Range<usize>) -> Option<Type> {
        let name = match (&traversal.expr, traversal.operators.as_slice()) {
            (Expression::Variable(package), [operator]) => match operator.value() {
                TraversalOperator::GetAttr(name) => Some((package.as_str(), name.as_str())),
                TraversalOperator::Index(Expression::String(name)) => Some((package.as_str(), name.as_str())),
                _ => None,
            },
            _ => None,
        };
        let Some((package, name)) = name else {
            let help = "a type of another package is `package.Name`, a sequence is `list(T)`";
            return self.syntax_with_help(range, "this is not a type", help);
        };
        if let Some(name) = self.names.resolve(Some(package), name) {
            return Some(Type::named(name));
        }
        let packages = self.names.packages();
        let (message, help) = if packages.contains(&package) {
            let candidates = self.names.candidates(Some(package));
            let near = nearest(name, candidates);
            let help = near.map(|near| format!("did you mean `{package}.{near}`?"));
            (format!("package `{package}` has no type `{name}`"), help)
        } else {
            let near = nearest(package, packages);
            let help = near.map(|near| format!("did you mean `{near}.{name}`?"));
            (format!("there is no package `{package}`; packages are named under `imports`"), help)
        };
        self.problems.push(ExpressionProblem { code: Code::UnknownType, range, message, help });
        None
    }

    /// A constructor with its arguments.
    fn call(&mut self, call: &FuncCall, range: Range<usize>) -> Option<Type> {
        let word = call.name.name.as_str();
        let name_range = self.masked.range(call.name.name.span());
        let constructor = match Constructor::of(word, self.dialect) {
            Some(constructor) if !call.name.is_namespaced() => constructor,
            Some(_) | None if keyword(word, self.dialect).is_some() || self.names.resolve(None, word).is_some() => {
                return self.syntax(range, format!("`{word}` takes no arguments"));
            }
            Some(_) | None => {
                // What is inside is looked at all the same.
                self.unknown::<Type>(word, name_range);
                for argument in call.args.iter().filter(|argument| is_type_like(argument)) {
                    self.ty(argument);
                }
                return None;
            }
        };
        if call.args.expand_final() {
            return self.syntax(range, "`...` is not part of a type");
        }
        let arguments: Vec<&Expression> = call.args.iter().collect();
        match constructor {
            Constructor::List => self.element(constructor, &arguments, range).map(Type::list),
            Constructor::Set => self.element(constructor, &arguments, range).map(Type::set),
            Constructor::Map => self.element(constructor, &arguments, range).map(Type::map),
            Constructor::Promise => self.element(constructor, &arguments, range).map(Type::promise),
            Constructor::Output => self.element(constructor, &arguments, range).map(Type::output),
            Constructor::Input => self.element(constructor, &arguments, range).map(Type::input),
            Constructor::Resource => self.text(constructor, &arguments, range).map(Type::Resource),
            Constructor::Capsule => self.text(constructor, &arguments, range).map(Type::Capsule),
            Constructor::Tuple => self.tuple(&arguments, range),
            Constructor::Object => self.object(&arguments, range),
            Constructor::Union => self.union(&arguments, range),
            Constructor::Enum => self.enumeration(&arguments, range),
            Constructor::Optional => self.bare_optional(&arguments, range),
            Constructor::Shape(taken) => self.element(constructor, &arguments, range).map(|ty| shape(&ty, taken)),
        }
    }

    /// The arguments do not fit the constructor.
    fn misused<T>(&mut self, constructor: Constructor, wanted: &str, given: usize, range: Range<usize>) -> Option<T> {
        let given = match given {
            0 => "nothing is".to_owned(),
            1 => "one thing is".to_owned(),
            many => format!("{many} things are"),
        };
        let usage = constructor.usage();
        let word = usage.split('(').next().unwrap_or(usage);
        let message = format!("`{word}` takes {wanted}, but {given} given");
        self.syntax_with_help(range, &message, &format!("write `{usage}`"))
    }

    fn element(&mut self, constructor: Constructor, arguments: &[&Expression], range: Range<usize>) -> Option<Type> {
        match arguments {
            [element] => self.ty(element),
            other => self.misused(constructor, "one type", other.len(), range),
        }
    }

    fn text(&mut self, constructor: Constructor, arguments: &[&Expression], range: Range<usize>) -> Option<Arc<str>> {
        match arguments {
            [Expression::String(text)] if !text.is_empty() => Some(text.as_str().into()),
            [other] => {
                let range = self.masked.range(other.span());
                let help = format!("write `{}`", constructor.usage());
                self.syntax_with_help(range, "a name in quotes is needed here", &help)
            }
            other => self.misused(constructor, "one name in quotes", other.len(), range),
        }
    }

    fn tuple(&mut self, arguments: &[&Expression], range: Range<usize>) -> Option<Type> {
        match arguments {
            [Expression::Array(elements)] => {
                let types: Vec<Option<Type>> = elements.iter().map(|element| self.ty(element)).collect();
                types.into_iter().collect::<Option<Vec<Type>>>().map(Type::tuple)
            }
            [_] => {
                let help = format!("write `{}`", Constructor::Tuple.usage());
                self.syntax_with_help(range, "the types of a tuple stand in square brackets", &help)
            }
            other => self.misused(Constructor::Tuple, "one list of types", other.len(), range),
        }
    }

    fn union(&mut self, arguments: &[&Expression], range: Range<usize>) -> Option<Type> {
        if arguments.is_empty() {
            return self.misused(Constructor::Union, "one type or more", 0, range);
        }
        let (arguments, last) = match arguments.split_last() {
            Some((Expression::FuncCall(last), arms)) if last.name.name.as_str() == "discriminator" => {
                (arms, Some(last))
            }
            Some(_) | None => (arguments, None),
        };
        let types: Vec<Option<Type>> = arguments.iter().map(|argument| self.ty(argument)).collect();
        let arms = types.into_iter().collect::<Option<Vec<Type>>>();
        let Some(last) = last else { return arms.map(Type::union) };
        let discriminator = self.discriminator(last, arms.as_deref().unwrap_or_default(), range);
        Some(UnionType::of(arms?, Some(discriminator?)))
    }

    /// `discriminator("kind", {card = Card})`, the last argument of a union.
    fn discriminator(&mut self, call: &FuncCall, arms: &[Type], range: Range<usize>) -> Option<Discriminator> {
        let arguments: Vec<&Expression> = call.args.iter().collect();
        let [Expression::String(property), Expression::Object(members)] = arguments.as_slice() else {
            let message = "`discriminator` takes the name of a property, and what its values mean";
            return self.syntax_with_help(range, message, "write `discriminator(\"kind\", {a = A, b = B})`");
        };
        let mut mapping: Vec<(Arc<str>, Type)> = Vec::new();
        for (key, member) in members.iter() {
            let range = self.masked.range(key.span());
            let (name, ty) = (value::key_name(key), self.ty(member.expr()));
            match (name, ty) {
                (Some(name), Some(ty)) if arms.contains(&ty) || arms.is_empty() => mapping.push((name.into(), ty)),
                (Some(_), Some(ty)) => {
                    self.problem::<()>(Code::Contradiction, range, format!("`{ty}` is not one of the union's types"));
                }
                (None, _) => {
                    self.syntax::<()>(range, "a value of the property is a word or a string in quotes");
                }
                (Some(_), None) => {}
            }
        }
        Some(Discriminator { property: property.as_str().into(), mapping })
    }

    fn object(&mut self, arguments: &[&Expression], range: Range<usize>) -> Option<Type> {
        match arguments {
            [Expression::Object(object)] => self.attributes(object),
            [_] => {
                let help = format!("write `{}`", Constructor::Object.usage());
                self.syntax_with_help(range, "the attributes of an object stand in braces", &help)
            }
            other => self.misused(Constructor::Object, "its attributes in braces", other.len(), range),
        }
    }

    fn attributes(&mut self, object: &Object) -> Option<Type> {
        let mut seen = BTreeSet::new();
        let mut attributes = Some(Vec::new());
        for (key, member) in object {
            let key_range = self.masked.range(key.span());
            let name = match value::key_name(key) {
                Some(name) => name,
                None => {
                    self.syntax::<()>(key_range, "the name of an attribute is a word or a string in quotes");
                    attributes = None;
                    continue;
                }
            };
            // Attribute names are normalised when a value is made.
            if !seen.insert(name.nfc().collect::<String>()) {
                self.problems.push(ExpressionProblem::repeated(&name, key_range));
            }
            match (self.attribute_type(member.expr()), &mut attributes) {
                (Some((ty, optionality)), Some(attributes)) => {
                    attributes.push(Attribute { name: name.into(), ty, optionality });
                }
                (Some(_), None) => {}
                (None, _) => attributes = None,
            }
        }
        attributes.map(|attributes| Type::object(ObjectType::new(attributes)))
    }

    /// What stands behind an attribute's name: a type, or `optional` and a type.
    pub(super) fn attribute_type(&mut self, expression: &Expression) -> Option<(Type, Optionality)> {
        let arguments: Vec<&Expression> = match expression {
            Expression::FuncCall(call)
                if call.name.name.as_str() == "optional" && !call.name.is_namespaced() && !call.args.expand_final() =>
            {
                call.args.iter().collect()
            }
            other => return self.ty(other).map(|ty| (ty, Optionality::Required)),
        };
        match arguments.as_slice() {
            [ty] => self.ty(ty).map(|ty| (ty, Optionality::Optional)),
            [ty, default] => {
                let ty = self.ty(ty);
                let value = self.value(default);
                let (ty, value) = (ty?, value?);
                match value {
                    // A default of null is what a missing attribute is anyway.
                    Literal::Null => Some((ty, Optionality::Optional)),
                    value => {
                        let range = self.masked.range(default.span());
                        self.defaults.push(DefaultSite { ty: ty.clone(), value: value.clone(), range });
                        Some((ty, Optionality::Default(value)))
                    }
                }
            }
            other => {
                let range = self.masked.range(expression.span());
                self.misused(Constructor::Optional, "a type and perhaps a default", other.len(), range)
            }
        }
    }

    fn value(&mut self, expression: &Expression) -> Option<Literal> {
        match value::literal(self.masked, expression) {
            Ok(value) => Some(value),
            Err(problems) => {
                self.problems.extend(problems);
                None
            }
        }
    }

    /// `optional` where there is no attribute: the value may be null.
    fn bare_optional(&mut self, arguments: &[&Expression], range: Range<usize>) -> Option<Type> {
        match (self.dialect, arguments) {
            (Dialect::Terraform, _) => self.syntax(range, "`optional` stands only at the attributes of an object"),
            (Dialect::Tygen, [ty]) => self.ty(ty).map(Type::nullable),
            (Dialect::Tygen, [_, default]) => {
                let range = self.masked.range(default.span());
                self.syntax(range, "a default stands only at the attributes of an object")
            }
            (Dialect::Tygen, other) => self.misused(Constructor::Optional, "one type", other.len(), range),
        }
    }

    fn enumeration(&mut self, arguments: &[&Expression], range: Range<usize>) -> Option<Type> {
        let Some((base, values)) = arguments.split_first() else {
            return self.misused(Constructor::Enum, "a type and its values", 0, range);
        };
        let base_range = self.masked.range(base.span());
        let base = match base {
            Expression::String(_) => {
                let help = format!("write `{}`", Constructor::Enum.usage());
                self.syntax_with_help(base_range, "the values of an enum stand after their type", &help)
            }
            other => match self.ty(other) {
                Some(ty @ (Type::Bool | Type::Int | Type::Number | Type::String)) => Some(ty),
                Some(_) => self.syntax(base_range, "the values of an enum are of type bool, int, number or string"),
                None => None,
            },
        };
        if values.is_empty() {
            self.misused::<()>(Constructor::Enum, "a type and its values", 1, range);
        }
        let mut known: Vec<Literal> = Vec::new();
        for expression in values {
            let Some(value) = self.value(expression) else { continue };
            let range = self.masked.range(expression.span());
            if let Some(Err(reason)) = base.as_ref().map(|base| check::enum_value(base, &value)) {
                self.problem::<()>(Code::BadValue, range, reason);
            } else if known.iter().any(|other| check::same_value(other, &value)) {
                self.problem::<()>(Code::Duplicate, range, format!("`{value}` is given twice"));
            } else {
                known.push(value);
            }
        }
        (known.len() == values.len() && !known.is_empty()).then_some(())?;
        Some(Type::enumeration(base?, known))
    }
}

/// Whether the argument could be a type, so that a look at it says something useful.
fn is_type_like(expression: &Expression) -> bool {
    matches!(expression, Expression::Variable(_) | Expression::FuncCall(_) | Expression::Traversal(_))
}
