//! Blocks and attributes: what can be set, what there then is.

use std::sync::Arc;

use super::raw::{Attribute, Block, CtyType, NestedAttributes, NestedBlock};
use super::structure::{Form, Structures};
use crate::diag::Code;
use crate::loader::lenient::{Given, Members, Text};
use crate::loader::trail::{Reporter, Trail, once};
use crate::model::{Description, Documentation, Presence, Property, Type};

/// What a block is made of.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// Everything that it has.
    pub(super) whole: Vec<Property>,
    /// What can be set.
    pub(super) configuration: Vec<Property>,
}

/// Whether an object belongs to no other. In one that does not, attributes that are computed if not
/// set are always there in the end; in one that does they may be absent, so that what can be set and
/// what there then is are the same type as long as nothing is computed alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Outermost,
    Nested,
}

/// Who gives an attribute its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Required,
    Optional,
    OptionalOrComputed,
    Computed,
}

/// How many objects there are under one name, and how they are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nesting {
    Single,
    /// A single one that is never absent.
    Group,
    List,
    Set,
    Map,
}

impl Nesting {
    fn of(self, object: Type) -> Type {
        match self {
            Nesting::Single | Nesting::Group => object,
            Nesting::List => Type::list(object),
            Nesting::Set => Type::set(object),
            Nesting::Map => Type::map(object),
        }
    }
}

/// Walks the blocks of one owner.
#[derive(Debug)]
pub(super) struct Walk<'r, 'd> {
    pub(super) reporter: &'r mut Reporter<'d>,
    pub(super) structures: Structures,
    /// The names from the owner to where the walk is.
    pub(super) path: Vec<Arc<str>>,
}

impl<'r, 'd> Walk<'r, 'd> {
    /// At the owner.
    pub(super) fn new(reporter: &'r mut Reporter<'d>) -> Self {
        Self { reporter, structures: Structures::default(), path: Vec::new() }
    }

    /// What a block is made of.
    pub(super) fn block(&mut self, block: &Block<'_>, level: Level, trail: &Trail<'_>) -> Body {
        self.reporter.unknown_keys("a block", &block.unknown, trail);
        let count = size(&block.attributes) + size(&block.blocks);
        let mut body = Body { whole: Vec::with_capacity(count), configuration: Vec::with_capacity(count) };
        self.attributes(&block.attributes, level, &trail.key("attributes"), &mut body);
        let blocks = trail.key("block_types");
        for (name, nested) in once(&block.blocks, self.reporter, &blocks) {
            let trail = blocks.key(name);
            if body.whole.iter().any(|property| *property.name == **name) {
                self.reporter.error(Code::Duplicate, &trail, format!("{:?} is an attribute too", &**name));
            } else if let Some(nested) = self.reporter.get(nested, &trail) {
                self.nested_block(name, nested, level, &trail, &mut body);
            }
        }
        body
    }

    fn nested_block(&mut self, name: &str, nested: &NestedBlock<'_>, level: Level, trail: &Trail<'_>, body: &mut Body) {
        self.reporter.unknown_keys("a nested block", &nested.unknown, trail);
        let inside = trail.key("block");
        let empty = Block::default();
        let block = self.reporter.get(&nested.block, &inside).map_or(&empty, |block| block);
        let nesting = self.nesting(&nested.nesting, trail);
        let bounds = self.bounds(&nested.min_items, &nested.max_items, trail);
        let name: Arc<str> = name.into();
        self.path.push(name.clone());
        let inner = self.block(block, Level::Nested, &inside);
        let settable = !inner.configuration.is_empty() || inner.whole.is_empty();
        let object = self.structures.intern(inner.whole, Form::Whole, &self.path);
        let settable = settable.then(|| self.structures.intern(inner.configuration, Form::Configuration, &self.path));
        self.path.pop();
        let mut documentation = self.documentation(&block.description, &block.deprecated, &inside);
        note_deprecation(self.reporter, &mut documentation, &block.deprecation_message, &inside);
        if !matches!(nesting, Nesting::Single | Nesting::Group) {
            append(&mut documentation, &bounds.sentence());
        }
        let property = |ty: Type, presence: Presence| Property {
            presence,
            documentation: documentation.clone(),
            ..Property::new(name.clone(), nesting.of(ty))
        };
        let presence = if bounds.min > 0 { Presence::Required } else { Presence::Optional };
        let there = match (level, nesting, settable.is_some()) {
            (Level::Outermost, Nesting::Single, _) | (Level::Nested, _, true) | (_, Nesting::Single, false) => {
                presence.clone()
            }
            (Level::Outermost, Nesting::Group | Nesting::List | Nesting::Set | Nesting::Map, _)
            | (Level::Nested, Nesting::Group | Nesting::List | Nesting::Set | Nesting::Map, false) => {
                Presence::Required
            }
        };
        body.whole.push(property(object, there));
        body.configuration.extend(settable.map(|ty| property(ty, presence)));
    }

    fn attributes(
        &mut self,
        attributes: &Given<Members<'_, Attribute<'_>>>,
        level: Level,
        trail: &Trail<'_>,
        body: &mut Body,
    ) {
        for (name, attribute) in once(attributes, self.reporter, trail) {
            let trail = trail.key(name);
            if let Some(attribute) = self.reporter.get(attribute, &trail) {
                self.attribute(name, attribute, level, &trail, body);
            }
        }
    }

    fn attribute(&mut self, name: &str, attribute: &Attribute<'_>, level: Level, trail: &Trail<'_>, body: &mut Body) {
        self.reporter.unknown_keys("an attribute", &attribute.unknown, trail);
        let setting = self.setting(attribute, trail);
        let mut documentation = self.documentation(&attribute.description, &attribute.deprecated, trail);
        note_deprecation(self.reporter, &mut documentation, &attribute.deprecation_message, trail);
        let write_only = self.flag(&attribute.write_only, &trail.key("write_only"));
        if write_only {
            append(&mut documentation, "Write-only: it is sent to the provider and never stored.");
        }
        let name: Arc<str> = name.into();
        self.path.push(name.clone());
        let (whole, configuration) = self.attribute_types(attribute, setting, &mut documentation, trail);
        self.path.pop();
        let property = Property {
            documentation,
            secret: self.flag(&attribute.sensitive, &trail.key("sensitive")),
            ..Property::new(name, whole)
        };
        let there = match (setting, level) {
            _ if write_only => Presence::Optional,
            (Setting::Required | Setting::Computed, _) | (Setting::OptionalOrComputed, Level::Outermost) => {
                Presence::Required
            }
            (Setting::Optional, _) | (Setting::OptionalOrComputed, Level::Nested) => Presence::Optional,
        };
        let settable = match setting {
            Setting::Required => Some(Presence::Required),
            Setting::Optional | Setting::OptionalOrComputed => Some(Presence::Optional),
            Setting::Computed => None,
        };
        if let (Some(presence), Some(ty)) = (settable, configuration) {
            body.configuration.push(Property { ty, presence, ..property.clone() });
        }
        body.whole.push(Property { presence: there, ..property });
    }

    /// The type of all that an attribute holds, and of what can be set of it.
    fn attribute_types(
        &mut self,
        attribute: &Attribute<'_>,
        setting: Setting,
        documentation: &mut Documentation,
        trail: &Trail<'_>,
    ) -> (Type, Option<Type>) {
        let (ty, nested) = (trail.key("type"), trail.key("nested_type"));
        match (&attribute.ty, self.reporter.get(&attribute.nested, &nested)) {
            (Given::Absent, Some(attributes)) => self.nested_attributes(attributes, setting, documentation, &nested),
            (given, None) => {
                let ty = cty_type(self.reporter, given, &ty);
                let ty = self.structures.intern_objects(&ty, &mut self.path);
                (ty.clone(), Some(ty))
            }
            (_, Some(attributes)) => {
                self.reporter.error(Code::Contradiction, trail, "an attribute has either a type or a nested type");
                self.nested_attributes(attributes, setting, documentation, &nested)
            }
        }
    }

    fn nested_attributes(
        &mut self,
        nested: &NestedAttributes<'_>,
        setting: Setting,
        documentation: &mut Documentation,
        trail: &Trail<'_>,
    ) -> (Type, Option<Type>) {
        self.reporter.unknown_keys("a nested type", &nested.unknown, trail);
        let nesting = self.nesting(&nested.nesting, trail);
        append(documentation, &self.bounds(&nested.min_items, &nested.max_items, trail).sentence());
        let mut inner = Body::default();
        self.attributes(&nested.attributes, Level::Nested, &trail.key("attributes"), &mut inner);
        let whole = nesting.of(self.structures.intern(inner.whole, Form::Whole, &self.path));
        let configuration = match setting {
            Setting::Computed => None,
            Setting::Required | Setting::Optional | Setting::OptionalOrComputed => {
                Some(nesting.of(self.structures.intern(inner.configuration, Form::Configuration, &self.path)))
            }
        };
        (whole, configuration)
    }

    fn setting(&mut self, attribute: &Attribute<'_>, trail: &Trail<'_>) -> Setting {
        let required = self.flag(&attribute.required, &trail.key("required"));
        let optional = self.flag(&attribute.optional, &trail.key("optional"));
        let computed = self.flag(&attribute.computed, &trail.key("computed"));
        match (required, optional, computed) {
            (true, false, false) => Setting::Required,
            (false, true, false) => Setting::Optional,
            (false, true, true) => Setting::OptionalOrComputed,
            (false, false, true) => Setting::Computed,
            (true, optional, _) => {
                let other = if optional { "optional" } else { "computed" };
                let message = format!("an attribute is not both required and {other}");
                self.reporter.error(Code::Contradiction, trail, message);
                Setting::Required
            }
            (false, false, false) => {
                let message = "neither required, optional nor computed: it is taken as optional";
                self.reporter.warning(Code::Contradiction, trail, message);
                Setting::Optional
            }
        }
    }

    fn nesting(&mut self, given: &Given<Text<'_>>, trail: &Trail<'_>) -> Nesting {
        let trail = trail.key("nesting_mode");
        match self.reporter.get(given, &trail).map(|word| &**word) {
            Some("single") => Nesting::Single,
            Some("group") => Nesting::Group,
            Some("list") => Nesting::List,
            Some("set") => Nesting::Set,
            Some("map") => Nesting::Map,
            Some(other) => {
                self.reporter.error(Code::Unsupported, &trail, format!("there is no nesting mode {other:?}"));
                Nesting::Single
            }
            None => {
                if matches!(given, Given::Absent) {
                    self.reporter.error(Code::MissingKey, &trail, "a nesting mode is missing");
                }
                Nesting::Single
            }
        }
    }

    fn flag(&mut self, given: &Given<bool>, trail: &Trail<'_>) -> bool {
        self.reporter.get(given, trail).copied().unwrap_or_default()
    }

    fn bounds(&mut self, min: &Given<u64>, max: &Given<u64>, trail: &Trail<'_>) -> Bounds {
        let min = self.reporter.get(min, &trail.key("min_items")).copied().unwrap_or_default();
        let max = self.reporter.get(max, &trail.key("max_items")).copied().filter(|&max| max > 0);
        if max.is_some_and(|max| max < min) {
            self.reporter.error(Code::Contradiction, trail, format!("at least {min} items, but fewer at most"));
        }
        Bounds { min, max }
    }

    fn documentation(
        &mut self,
        description: &Given<Text<'_>>,
        deprecated: &Given<bool>,
        trail: &Trail<'_>,
    ) -> Documentation {
        Documentation {
            description: self
                .reporter
                .get(description, &trail.key("description"))
                .map_or_else(Description::default, |text| Description::from(&**text)),
            deprecated: self.flag(deprecated, &trail.key("deprecated")).then(Description::default),
        }
    }
}

/// How many members there are.
fn size<T>(members: &Given<Members<'_, T>>) -> usize {
    members.value().map_or(0, |members| members.0.len())
}

/// How many items there may be.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    min: u64,
    max: Option<u64>,
}

impl Bounds {
    fn sentence(self) -> String {
        let items = |count: u64| if count == 1 { "item" } else { "items" };
        match (self.min, self.max) {
            (0, None) => String::new(),
            (min, None) => format!("At least {min} {}.", items(min)),
            (0, Some(max)) => format!("At most {max} {}.", items(max)),
            (min, Some(max)) if min == max => format!("Exactly {max} {}.", items(max)),
            (min, Some(max)) => format!("Between {min} and {max} items."),
        }
    }
}

/// A type in cty's JSON form; one that is none is a problem.
pub(super) fn cty_type(reporter: &mut Reporter<'_>, given: &Given<CtyType>, trail: &Trail<'_>) -> Type {
    match reporter.get(given, trail) {
        Some(CtyType(Ok(ty))) => return ty.clone(),
        Some(CtyType(Err(message))) => reporter.error(Code::TypeSyntax, trail, message.clone()),
        None if matches!(given, Given::Absent) => reporter.error(Code::MissingKey, trail, "a type is missing"),
        None => {}
    }
    Type::Any
}

/// A message says that something is deprecated even where no flag does.
pub(super) fn note_deprecation(
    reporter: &mut Reporter<'_>,
    documentation: &mut Documentation,
    message: &Given<Text<'_>>,
    trail: &Trail<'_>,
) {
    if let Some(message) = reporter.get(message, &trail.key("deprecation_message")).filter(|text| !text.is_empty()) {
        documentation.deprecated = Some(Description::from(&**message));
    }
}

/// Adds a paragraph to a description.
pub(super) fn append(documentation: &mut Documentation, sentence: &str) {
    if sentence.is_empty() {
        return;
    }
    let before = documentation.description.for_language("");
    let text = if before.is_empty() { sentence.to_owned() } else { format!("{before}\n\n{sentence}") };
    documentation.description = Description::from(&*text);
}
