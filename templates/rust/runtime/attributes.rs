//! The attributes of an object, one after the other in declaration order.

use super::reader::{Bail, Form, Read, Reader};
use super::schema::{Definition, Field, Nulls, Presence};
use super::{Codec, Type, reader};

/// An object that is being read.
pub struct Attributes<'r, 't> {
    reader: &'r mut Reader<'t>,
    fields: &'static [Field],
    nulls: Nulls,
    form: Form,
    /// The attribute that is asked for next.
    next: usize,
    /// How many members have been read.
    members: usize,
    /// The key that was read and is not what was asked for: the attribute, and where its value is.
    ahead: Option<(usize, usize)>,
    /// Where the values are, once they have been looked for: they come in another order.
    places: Option<Vec<(usize, usize)>>,
    /// Whether the object has been read to its end.
    ended: bool,
    /// The constants that were there, by number.
    constants: u64,
}

/// What an attribute may be: something, or nothing.
pub trait Part: Sized {
    /// What it is if it is absent.
    fn absent(field: &Field) -> Read<Self>;

    /// What it is if it is there.
    fn present(reader: &mut Reader<'_>, field: &Field) -> Read<Self>;
}

impl<T: Codec> Part for T {
    fn absent(field: &Field) -> Read<Self> {
        match field.presence {
            Presence::Default(text) => reader::given(text, &field.ty),
            Presence::Required | Presence::Optional => Err(Bail),
        }
    }

    fn present(reader: &mut Reader<'_>, field: &Field) -> Read<Self> {
        reader.value(&field.ty)
    }
}

impl<T: Codec> Part for Option<T> {
    fn absent(_: &Field) -> Read<Self> {
        Ok(None)
    }

    fn present(reader: &mut Reader<'_>, field: &Field) -> Read<Self> {
        reader.value(&field.ty).map(Some)
    }
}

impl Form {
    /// Whether a struct of that form has a field for the attribute.
    pub(super) fn holds(self, field: &Field) -> bool {
        match (field.constant, field.presence, self) {
            (None, _, _) | (_, Presence::Optional, _) => true,
            (_, Presence::Default(_), form) => form == Form::Arguments,
            (_, Presence::Required, _) => false,
        }
    }
}

impl<'r, 't> Attributes<'r, 't> {
    pub(super) fn new(reader: &'r mut Reader<'t>, ty: Type, form: Form) -> Option<Self> {
        let Type::Named(definition) = ty else {
            return None;
        };
        let Definition::Object(object) = definition() else {
            return None;
        };
        Some(Self {
            reader,
            fields: object.fields,
            nulls: object.nulls,
            form,
            next: 0,
            members: 0,
            ahead: None,
            places: None,
            ended: false,
            constants: 0,
        })
    }

    /// The attribute that is next in declaration order.
    pub fn part<T: Part>(&mut self) -> Read<T> {
        let fields = self.fields;
        while fields
            .get(self.next)
            .is_some_and(|field| !self.form.holds(field))
        {
            self.next += 1;
        }
        let wanted = self.next;
        let field = fields.get(wanted).ok_or(Bail)?;
        self.next += 1;
        if !self.reach(wanted)? {
            return T::absent(field);
        }
        if self.reader.is_canonical() {
            return T::present(self.reader, field);
        }
        let is_null = self.reader.peek() == Some(b'n');
        if is_null && self.nulls == Nulls::Absent && !field.ty.takes_null() {
            self.reader.null()?;
            return T::absent(field);
        }
        let start = self.reader.place();
        let value = T::present(self.reader, field)?;
        match field.constant {
            Some(constant) if !self.reader.is_between(start, constant) => Err(Bail),
            _ => Ok(value),
        }
    }

    /// Goes to the value of an attribute, if it is there.
    fn reach(&mut self, wanted: usize) -> Read<bool> {
        if let Some(places) = &self.places {
            let found = places.iter().rev().find(|(field, _)| *field == wanted);
            return Ok(found.is_some_and(|(_, place)| {
                self.reader.go(*place);
                true
            }));
        }
        let Some((found, place)) = self
            .ahead
            .take()
            .map_or_else(|| self.key(), |it| Ok(Some(it)))?
        else {
            return Ok(false);
        };
        if found == wanted {
            self.reader.go(place);
            return Ok(true);
        }
        // What has been read already cannot be replaced.
        if found < wanted {
            return Err(Bail);
        }
        if self.reader.is_canonical() {
            self.ahead = Some((found, place));
            return Ok(false);
        }
        self.look((found, place))?;
        self.reach(wanted)
    }

    /// The next attribute that is held, and where its value is.
    fn key(&mut self) -> Read<Option<(usize, usize)>> {
        while !self.ended {
            let Some(key) = self.reader.next_key(self.members)? else {
                self.ended = true;
                break;
            };
            self.members += 1;
            let fields = self.fields;
            let found = match fields.get(self.next - 1) {
                Some(field) if field.name == key => Some(self.next - 1),
                _ => fields.iter().position(|field| field.name == key),
            };
            match found {
                Some(at) if self.form.holds(&fields[at]) => {
                    return Ok(Some((at, self.reader.place())));
                }
                Some(at) => {
                    self.reader.verbatim(fields[at].constant.ok_or(Bail)?)?;
                    self.constants |= 1_u64.checked_shl(at as u32).ok_or(Bail)?;
                }
                None => self.reader.skip()?,
            }
        }
        Ok(None)
    }

    /// Finds the values of all attributes that are left.
    fn look(&mut self, first: (usize, usize)) -> Read<()> {
        let mut places = vec![first];
        self.reader.go(first.1);
        self.reader.skip()?;
        while let Some((found, place)) = self.key()? {
            if found + 1 < self.next {
                return Err(Bail);
            }
            self.reader.skip()?;
            places.push((found, place));
        }
        // Behind the object, where reading goes on in the end.
        places.insert(0, (usize::MAX, self.reader.place()));
        self.places = Some(places);
        Ok(())
    }

    /// Out of the object.
    pub fn end(mut self) -> Read<()> {
        match self.places.as_ref().and_then(|places| places.first()) {
            Some((_, end)) => self.reader.go(*end),
            None => {
                self.next = self.fields.len() + 1;
                if self.ahead.is_some() || self.key()?.is_some() {
                    return Err(Bail);
                }
            }
        }
        self.reader.leave();
        let is_missing = |(at, field): (usize, &Field)| {
            matches!(field.presence, Presence::Required)
                && field.constant.is_some()
                && 1_u64
                    .checked_shl(at as u32)
                    .is_none_or(|bit| self.constants & bit == 0)
        };
        if !self.reader.is_canonical() && self.fields.iter().enumerate().any(is_missing) {
            return Err(Bail);
        }
        Ok(())
    }
}
