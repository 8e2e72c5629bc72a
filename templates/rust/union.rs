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
{%- for conversion in item.conversions %}

{{ conversion.header }}
    {{ conversion.signature }}
        {{ conversion.expression }}
    }
}
{%- endfor %}
{%- if !item.conversion.is_empty() %}
{% for line in item.conversion %}
{{ line }}
{%- endfor %}
{%- endif %}
