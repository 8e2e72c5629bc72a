{%- for line in item.lines %}
{{ line }}
{%- endfor %}
pub enum {{ item.name }} {
{%- for variant in item.variants %}
{%- for line in variant.lines %}
    {{ line }}
{%- endfor %}
    {{ variant.declaration }},
{%- endfor %}
}

impl {{ item.name }} {
    /// The value on the wire.
    {{ item.access.signature }}
        match self {
{%- for arm in item.access.arms %}
            {{ arm }}
{%- endfor %}
        }
    }
}
{%- for conversion in item.conversions %}

impl {{ conversion.trait_path }}<{{ conversion.from }}> for {{ item.name }} {
    fn from(value: {{ conversion.from }}) -> Self {
{%- match conversion.body %}
{%- when EnumBody::Match with { on, arms } %}
        match {{ on }} {
{%- for arm in arms %}
            {{ arm }}
{%- endfor %}
        }
{%- when EnumBody::Compare with { tests, otherwise } %}
{%- for (condition, variant) in tests %}
        if {{ condition }} {
            return {{ variant }};
        }
{%- endfor %}
        {{ otherwise }}
{%- endmatch %}
    }
}
{%- endfor %}
{%- if let Some(display) = item.display %}

impl std::fmt::Display for {{ item.name }} {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        {{ display }}
    }
}
{%- endif %}

impl rt::Resolve for {{ item.name }} {
    type Plain = {{ item.name }};
}
