
/// [`{{ item.plain }}`] in full, for [`rt::parse`] and [`rt::decode_output`].
pub enum {{ item.name }} {}
{% for line in item.conversion %}
{{ line }}
{%- endfor %}
