//! Types, resources and functions.

use super::property::documentation;
use super::yaml::{Map, Yaml};
use super::{Writer, names, numbers};
use crate::loader::native::{common_base, default_token};
use crate::model::{
    Definition, Discriminator, EnumDefinition, EnumMember, Function, Place, Property, Resource, ResourceKind, Standing,
    Type, TypeDeclaration, UnionDefinition, UnionType,
};

/// Longer definitions are written in several lines.
const LONGEST_SHORT_FORM: usize = 90;

impl Writer<'_> {
    pub(super) fn declaration(&self, key: &str, declaration: &TypeDeclaration) -> Yaml {
        let mut map = Map::default();
        map.put_text("token", Some(&*declaration.name.name).filter(|token| *token != key));
        place(key, &declaration.place, &mut map);
        documentation(&declaration.documentation, &mut map);
        map.put_some("numbers", declaration.numbers.map(numbers));
        if map.is_empty()
            && let Some(short) = self.short_form(&declaration.definition)
        {
            return Yaml::Text(short);
        }
        self.definition(&declaration.definition, &mut map);
        Yaml::Map(map)
    }

    /// The definition as an expression, if that says all of it and is short.
    fn short_form(&self, definition: &Definition) -> Option<String> {
        let text = match definition {
            Definition::Object(_) => return None,
            Definition::Enum(definition) => self.enum_expression(definition)?,
            Definition::Union(definition) if definition.discriminator.is_none() => self.union_expression(definition),
            Definition::Union(_) => return None,
            Definition::Alias(ty) => return Some(self.expression(ty)),
        };
        (text.len() <= LONGEST_SHORT_FORM).then_some(text)
    }

    fn definition(&self, definition: &Definition, map: &mut Map) {
        match definition {
            Definition::Object(properties) => map.put("properties", Yaml::Map(self.properties(properties))),
            Definition::Enum(definition) => self.enumeration(definition, map),
            Definition::Union(definition) => self.union(definition, map),
            Definition::Alias(ty) => map.put("type", Yaml::Text(self.expression(ty))),
        }
    }

    fn enum_expression(&self, definition: &EnumDefinition) -> Option<String> {
        let is_bare = |member: &EnumMember| member.name.is_none() && member.documentation == Default::default();
        let values = definition.members.iter().map(|member| member.value.clone()).collect();
        let expression = || self.expression(&Type::enumeration(definition.base.clone(), values));
        definition.members.iter().all(is_bare).then(expression)
    }

    fn enumeration(&self, definition: &EnumDefinition, map: &mut Map) {
        let values: Option<Vec<Yaml>> = definition.members.iter().map(|member| Yaml::literal(&member.value)).collect();
        let (Some(values), base) = (values, common_base(definition.members.iter().map(|member| &member.value))) else {
            // YAML would round a number here; expressions do not.
            return map.put_text("type", self.enum_expression(definition).as_deref());
        };
        if base != definition.base {
            map.put("type", Yaml::Text(self.expression(&definition.base)));
        }
        let members = definition.members.iter().zip(values).map(|(member, value)| {
            let mut said = Map::default();
            said.put_text("name", member.name.as_deref());
            documentation(&member.documentation, &mut said);
            if said.is_empty() {
                return value;
            }
            let mut whole = Map::default();
            whole.put("value", value);
            whole.append(said);
            Yaml::Map(whole)
        });
        map.put("enum", Yaml::List(members.collect()));
    }

    fn union_expression(&self, definition: &UnionDefinition) -> String {
        self.expression(&UnionType::of(definition.arms.iter().cloned(), definition.discriminator.clone()))
    }

    fn union(&self, definition: &UnionDefinition, map: &mut Map) {
        // Where an arm is left out of the mapping, the key `discriminator` would ask for it.
        let is_mapped = |discriminator: &Discriminator| {
            let mut arms = definition.arms.iter().filter(|arm| **arm != Type::None);
            arms.all(|arm| discriminator.mapping.iter().any(|(_, mapped)| mapped == arm))
        };
        if definition.discriminator.as_ref().is_some_and(|discriminator| !is_mapped(discriminator)) {
            return map.put("type", Yaml::Text(self.union_expression(definition)));
        }
        map.put("union", Yaml::List(definition.arms.iter().map(|arm| Yaml::Text(self.expression(arm))).collect()));
        if let Some(discriminator) = &definition.discriminator {
            let mut mapping = Map::default();
            for (value, arm) in &discriminator.mapping {
                mapping.put(&**value, Yaml::Text(self.expression(arm)));
            }
            let mut whole = Map::default();
            whole.put("property", Yaml::text(&discriminator.property));
            whole.put("mapping", Yaml::Map(mapping));
            map.put("discriminator", Yaml::Map(whole));
        }
    }

    pub(super) fn resource(&self, key: &str, resource: &Resource) -> Map {
        let mut map = Map::default();
        self.token(key, &resource.token, &resource.place, &mut map);
        place(key, &resource.place, &mut map);
        match resource.kind {
            ResourceKind::Managed | ResourceKind::Provider => {}
            ResourceKind::Component => map.put("kind", Yaml::word("component")),
            ResourceKind::Ephemeral => map.put("kind", Yaml::word("ephemeral")),
        }
        documentation(&resource.documentation, &mut map);
        let groups: [(&str, &[Property]); 3] =
            [("inputs", &resource.inputs), ("outputs", &resource.outputs), ("lookup", &resource.state_inputs)];
        for (key, properties) in groups {
            map.put_map(key, self.properties(properties));
        }
        let mut methods = Map::default();
        for method in &resource.methods {
            methods.put(&*method.name, Yaml::text(&method.function));
        }
        map.put_map("methods", methods);
        map.put_texts("aliases", resource.aliases.iter().map(|alias| &**alias));
        map
    }

    pub(super) fn function(&self, key: &str, function: &Function) -> Map {
        let mut map = Map::default();
        self.token(key, &function.token, &function.place, &mut map);
        place(key, &function.place, &mut map);
        documentation(&function.documentation, &mut map);
        map.put_map("inputs", self.properties(&function.inputs));
        map.put_texts("positional", function.positional.iter().map(|name| &**name));
        map.put_text("result", function.result.as_ref().map(|result| self.expression(result)).as_deref());
        map.put_flag("plain", function.plain);
        map
    }

    fn token(&self, key: &str, token: &str, place: &Place, map: &mut Map) {
        if *default_token(&self.own.name, &place.module, key) != *token {
            map.put("token", Yaml::text(token));
        }
    }
}

/// Where generated code puts it, as far as the key does not say.
fn place(key: &str, place: &Place, map: &mut Map) {
    map.put_text("module", Some(&*place.module).filter(|module| !module.is_empty()));
    map.put_text("file", Some(&*place.unit).filter(|unit| *unit != &*place.name));
    map.put_text("name", Some(&*place.name).filter(|name| *name != key));
    map.put_row("names", names(&place.naming));
    map.put_flag("derived", place.standing == Standing::Derived);
}
