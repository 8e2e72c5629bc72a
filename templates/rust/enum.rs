{%- for line in item.lines %}
{{ line }}
{%- endfor %}
{{ item.header }}
{%- for variant in item.variants %}
{%- for line in variant.lines %}
    {{ line }}
{%- endfor %}
    {{ variant.declaration }},
{%- endfor %}
}

{{ item.own_impl }}
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

{{ conversion.header }}
    {{ conversion.signature }}
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

{{ display }}
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
{%- endif %}
{%- if !item.conversion.is_empty() %}
{% for line in item.conversion %}
{{ line }}
{%- endfor %}
{%- endif %}
