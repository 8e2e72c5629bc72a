//! Object types: structs in their shapes.

use super::types::Context;
use super::{DERIVE, Level, Lowering, alias, documented, set_note};
use crate::backend::rust::types::RustType;
use crate::backend::rust::{docs, ir, layout, literals, names};
use crate::backend::{Claim, Item, Scope};
use crate::codec::Root;
use crate::model::{IntRepresentation, Literal, Presence, Property, Type, TypeDeclaration, TypeName};

/// Which shape of the properties a struct holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// What has arrived.
    Plain,
    /// What a program passes.
    Input,
    /// What a resource has: every property an output.
    Output,
}

/// Whether people read about the properties here, or where the same properties stand once more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    Documented,
    Bare,
}

/// A property and the name of its field.
pub(super) struct NamedProperty<'p> {
    property: &'p Property,
    field: String,
}

/// How values of a struct are read and written.
pub(super) enum Conversion {
    /// Not at all: its parts are.
    None,
    /// As what has arrived.
    Plain(Root),
    /// As arguments that resolve to the struct of that name.
    Arguments(String),
}

/// A struct to be made of properties.
pub(super) struct Wanted<'w> {
    pub(super) lines: ir::Lines,
    pub(super) name: String,
    pub(super) form: Form,
    pub(super) detail: Detail,
    /// The declared type that the properties are parts of.
    pub(super) owner: Option<&'w TypeName>,
    pub(super) constants: Vec<ir::Constant>,
    /// How its values are read and written.
    pub(super) conversion: Conversion,
}

impl Lowering<'_, '_> {
    pub(super) fn object(
        &mut self,
        item: Item<'_>,
        declaration: &TypeDeclaration,
        properties: &[Property],
        name: &str,
        items: &mut Vec<ir::Item>,
    ) {
        let place = &declaration.origin.path;
        let properties = self.named(properties, place);
        let constants = self.constants(item, &properties, Vec::new(), place);
        let owner = Some(&declaration.name);
        let plain = Wanted {
            lines: documented(Level::Item, &declaration.documentation, &[]),
            name: name.to_owned(),
            form: Form::Plain,
            detail: Detail::Documented,
            owner,
            constants,
            conversion: Conversion::Plain(Root::Type(declaration.name.clone())),
        };
        items.push(self.structure(item, &properties, plain));
        let input = Wanted {
            lines: docs::doc(&format!("[`{name}`] in arguments.")),
            name: format!("{name}Input"),
            form: Form::Input,
            detail: Detail::Documented,
            owner,
            constants: Vec::new(),
            conversion: Conversion::Arguments(name.to_owned()),
        };
        items.push(self.structure(item, &properties, input));
        let output = self.runtime_of("Output", RustType::path(name.to_owned()));
        items.push(alias(docs::doc(&format!("[`{name}`] that arrives later.")), &format!("{name}Output"), &output));
    }

    /// The properties with the names of their fields.
    pub(super) fn named<'p>(&mut self, properties: &'p [Property], place: &str) -> Vec<NamedProperty<'p>> {
        let claims: Vec<Claim> = properties
            .iter()
            .map(|property| Claim::new(&*property.name, names::field_name(&property.naming, &property.name)))
            .collect();
        let scope = Scope::new(names::RESERVED.iter().copied());
        let fields = scope.allocate(&claims, place, self.diagnostics);
        properties.iter().zip(fields).map(|(property, field)| NamedProperty { property, field }).collect()
    }

    /// A struct of properties. What always has the same value is a constant and no field.
    pub(super) fn structure(
        &mut self,
        item: Item<'_>,
        properties: &[NamedProperty<'_>],
        mut wanted: Wanted<'_>,
    ) -> ir::Item {
        let variable: Vec<&NamedProperty<'_>> =
            properties.iter().filter(|named| !named.is_constant(wanted.form)).collect();
        let types: Vec<RustType> = variable.iter().map(|named| self.field_type(item, named, &wanted)).collect();
        let optional = variable.iter().filter(|named| named.is_optional(wanted.form)).count();
        wanted.lines.push(match wanted.form {
            Form::Plain if optional == variable.len() => "#[derive(Debug, Clone, Default, PartialEq)]".to_owned(),
            // Everything else that can be derived comes with the conversions: that is less code.
            Form::Input if optional == variable.len() => "#[derive(Clone, Default)]".to_owned(),
            Form::Input => "#[derive(Clone)]".to_owned(),
            Form::Plain | Form::Output => DERIVE.to_owned(),
        });
        let constructor = (wanted.form == Form::Input && 0 < optional && optional < variable.len())
            .then(|| self.constructor(&variable, &types));
        let fields = variable.iter().zip(&types).map(|(named, ty)| ir::Field {
            lines: match wanted.detail {
                Detail::Documented => named.lines(),
                Detail::Bare => super::deprecated(Level::Member, &named.property.documentation).into_iter().collect(),
            },
            declaration: layout::field(4, &format!("pub {}", names::raw(&named.field)), ty),
        });
        let fields: Vec<ir::Field> = fields.collect();
        let conversion = match &wanted.conversion {
            Conversion::None => Vec::new(),
            Conversion::Plain(root) => self.object_conversion(&wanted.name, root, properties),
            Conversion::Arguments(plain) => self.arguments_conversion(&wanted.name, plain, properties),
        };
        self.uses_runtime |= !conversion.is_empty();
        ir::Item::Struct(ir::Struct {
            lines: wanted.lines,
            header: layout::header(&format!("pub struct {}", wanted.name)),
            own_impl: layout::own_impl(&wanted.name),
            fields: if fields.is_empty() { ir::Fields::None } else { ir::Fields::Some(fields) },
            constants: (!wanted.constants.is_empty()).then_some(wanted.constants),
            constructor,
            conversion,
        })
    }

    fn field_type(&mut self, item: Item<'_>, named: &NamedProperty<'_>, wanted: &Wanted<'_>) -> RustType {
        let property = named.property;
        let context = Context { numbers: item.numbers(Some(property)), owner: wanted.owner };
        match wanted.form {
            Form::Plain => {
                let ty = self.plain(&property.ty, context);
                if named.is_optional(wanted.form) { self.option(ty) } else { ty }
            }
            Form::Input => {
                let ty = match &property.input {
                    None => self.input(&property.ty, context),
                    Some(explicit) => self.explicit(explicit, context),
                };
                if named.is_optional(wanted.form) { self.option(ty) } else { ty }
            }
            Form::Output => {
                let ty = self.plain(&property.ty, context);
                let ty = if named.is_optional(wanted.form) { self.option(ty) } else { ty };
                self.runtime_of("Output", ty)
            }
        }
    }

    /// `new`, which takes what is required and leaves out everything else.
    fn constructor(&self, properties: &[&NamedProperty<'_>], types: &[RustType]) -> ir::Constructor {
        let (into, none) = (self.std("Into"), self.std("None"));
        let parameters = properties.iter().zip(types).filter(|(named, _)| !named.is_optional(Form::Input));
        let parameter = |(named, ty): (&&NamedProperty<'_>, &RustType)| layout::Typed {
            before: format!("{}: ", names::raw(&named.field)),
            ty: RustType::applied(format!("impl {into}"), [ty.clone()]),
        };
        let parameters: Vec<layout::Typed> = parameters.map(parameter).collect();
        let fields = properties.iter().map(|named| {
            let field = names::raw(&named.field);
            if named.is_optional(Form::Input) { format!("{field}: {none}") } else { format!("{field}: {field}.into()") }
        });
        ir::Constructor {
            lines: docs::doc("With what is required, and nothing else."),
            signature: layout::signature(4, "pub fn new", &parameters, " -> Self {"),
            fields: fields.collect(),
        }
    }

    /// The constants of an object: those given, and one for each property that has one value only.
    pub(super) fn constants(
        &mut self,
        item: Item<'_>,
        properties: &[NamedProperty<'_>],
        given: Vec<ir::Constant>,
        place: &str,
    ) -> Vec<ir::Constant> {
        let fixed: Vec<(&NamedProperty<'_>, &Literal)> = properties
            .iter()
            .filter_map(|named| named.property.constant.as_ref().map(|constant| (named, constant)))
            .collect();
        let claims: Vec<Claim> = fixed
            .iter()
            .map(|(named, _)| Claim::new(&*named.property.name, names::constant_name(&named.property.name)))
            .collect();
        let scope = Scope::new(["TOKEN", "Self", "_"]);
        let allocated = scope.allocate(&claims, place, self.diagnostics);
        let own = fixed.iter().zip(allocated).map(|((named, constant), name)| {
            let (ty, value) = constant_value(constant, item, named.property);
            ir::Constant {
                lines: named.lines(),
                declaration: layout::assignment(4, &format!("pub const {name}: {ty}"), &value),
            }
        });
        given.into_iter().chain(own).collect()
    }
}

/// The type and value of a constant. An integer that is too large for Rust's is its digits.
fn constant_value(constant: &Literal, item: Item<'_>, property: &Property) -> (&'static str, String) {
    const TEXT: &str = "&'static str";
    match constant {
        Literal::String(text) => (TEXT, literals::string(text)),
        Literal::Bool(value) => ("bool", value.to_string()),
        Literal::Number(number) if property.ty != Type::Number => {
            let digits = literals::integer(number).unwrap_or_else(|| number.as_str().to_owned());
            let representation = item.numbers(Some(property)).int;
            match (digits.parse::<i32>(), digits.parse::<i64>()) {
                (Ok(_), _) if representation == IntRepresentation::Int32 => ("i32", digits),
                (_, Ok(_)) => ("i64", digits),
                (_, Err(_)) => (TEXT, literals::string(&digits)),
            }
        }
        Literal::Number(number) => ("f64", literals::double(number)),
        Literal::Null => ("()", "()".to_owned()),
        Literal::List(_) | Literal::Object(_) => (TEXT, literals::string(&constant.to_string())),
    }
}

/// A constant string that the generated code has of its own.
pub(super) fn text_constant(name: &str, about: &str, value: &str) -> ir::Constant {
    ir::Constant {
        lines: docs::doc(about),
        declaration: layout::assignment(4, &format!("pub const {name}: &'static str"), &literals::string(value)),
    }
}

impl NamedProperty<'_> {
    /// The name of the field, not raw.
    pub(super) fn field(&self) -> &str {
        &self.field
    }

    /// Whether a struct of what has arrived has a field for it.
    pub(super) fn is_held(&self) -> bool {
        !self.is_constant(Form::Plain)
    }

    /// Whether a struct of arguments has a field for it.
    pub(super) fn is_argument(&self) -> bool {
        !self.is_constant(Form::Input)
    }

    /// Whether the one value that it has needs no field to hold it.
    fn is_constant(&self, form: Form) -> bool {
        self.property.constant.is_some() && !self.is_optional(form)
    }

    /// Whether it may be absent in that form: what has arrived has its default.
    fn is_optional(&self, form: Form) -> bool {
        match (&self.property.presence, form) {
            (Presence::Required, _) | (Presence::Default(_), Form::Plain | Form::Output) => false,
            (Presence::Optional, _) | (Presence::Default(_), Form::Input) => true,
        }
    }

    /// The doc comment and deprecation of the field.
    fn lines(&self) -> ir::Lines {
        let property = self.property;
        let mut notes = set_note(&property.ty);
        if let Some(constant) = property.constant.as_ref().filter(|_| property.presence != Presence::Required) {
            notes.push(format!("Always {}.", docs::code(&constant.to_string())));
        }
        if let Presence::Default(default) = &property.presence {
            notes.push(format!("If absent: {}.", docs::code(&default.to_string())));
        }
        if !property.environment.is_empty() {
            let names: Vec<String> = property.environment.iter().map(|name| docs::code(name)).collect();
            notes.push(format!("If absent, taken from the environment: {}.", names.join(", ")));
        }
        if property.secret {
            notes.push("Secret.".to_owned());
        }
        if !is_told_by(&self.field, &property.name) {
            notes.push(format!("On the wire: {}.", docs::code(&literals::string(&property.name))));
        }
        documented(Level::Member, &property.documentation, &notes)
    }
}

/// Whether everybody sees from the field what the property is called on the wire: the same, or in
/// `camelCase`.
fn is_told_by(field: &str, wire: &str) -> bool {
    let mut upper = false;
    let mut camel = String::with_capacity(field.len());
    for character in field.chars() {
        if character == '_' {
            upper = true;
        } else if std::mem::take(&mut upper) {
            camel.extend(character.to_uppercase());
        } else {
            camel.push(character);
        }
    }
    field == wire || camel == wire
}
