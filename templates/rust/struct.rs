{%- for line in item.lines %}
{{ line }}
{%- endfor %}
pub struct {{ item.name }} {
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

impl {{ item.name }} {
{%- for constant in constants %}
{%- for line in constant.lines %}
    {{ line }}
{%- endfor %}
    {{ constant.declaration }}
{%- endfor %}
}
{%- endif %}
{%- if let Some(constructor) = item.constructor %}

impl {{ item.name }} {
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
{%- if let Some(resolved) = item.resolved %}

impl rt::Resolve for {{ item.name }} {
    type Plain = {{ resolved }};
}
{%- endif %}
