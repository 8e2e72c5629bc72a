// {{ header }}
{%- for import in imports %}
{% if loop.first %}
{% endif %}{{ import }}
{%- endfor %}
{%- for item in items %}

{% match item %}
{%- when Item::Interface with { comment, name, members } -%}
{{ comment }}export interface {{ name }} {
{%- for member in members %}
{{ member.comment }}  {{ member.text }}
{%- if loop.last %}
{% endif %}
{%- endfor -%}
}
{%- when Item::Statement with { comment, text } -%}
{{ comment }}{{ text }}
{%- when Item::Values with { comment, name, members } -%}
{{ comment }}export const {{ name }} = {
{%- for member in members %}
{{ member.comment }}  {{ member.text }}
{%- endfor %}
} as const;
{%- endmatch %}
{%- endfor %}
