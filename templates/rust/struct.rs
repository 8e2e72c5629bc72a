{%- for line in item.lines %}
{{ line }}
{%- endfor %}
{{ item.header }}
{%- match item.fields %}
{%- when Fields::None %}}
{%- when Fields::Some with (fields) %}
{%- for field in fields %}
{%- for line in field.lines %}
    {{ line }}
{%- endfor %}
    {{ field.declaration }},
{%- endfor %}
}
{%- endmatch %}
{%- if let Some(constants) = item.constants %}

{{ item.own_impl }}
{%- for constant in constants %}
{%- for line in constant.lines %}
    {{ line }}
{%- endfor %}
    {{ constant.declaration }}
{%- endfor %}
}
{%- endif %}
{%- if let Some(constructor) = item.constructor %}

{{ item.own_impl }}
{%- for line in constructor.lines %}
    {{ line }}
{%- endfor %}
    {{ constructor.signature }}
        Self {
{%- for field in constructor.fields %}
            {{ field }},
{%- endfor %}
        }
    }
}
{%- endif %}
{%- if !item.conversion.is_empty() %}
{% for line in item.conversion %}
{{ line }}
{%- endfor %}
{%- endif %}
