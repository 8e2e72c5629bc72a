variable "legacy" { type = "map" }
variable "tuple" {
  type    = tuple([string, number])
  default = ["a", "1"]
}
variable "quoted key" {}
variable "for_key" {
  type = object({ "a b" = optional(bool), in = any, if = set(string) })
}
variable "deprecated_one" {
  type       = string
  deprecated = "use other"
  default    = null
}
output "o" { value = [for k, v in var.for_key : { (k) = v }] }
output "s" {
  value     = "${jsonencode({a = "}"})}"
  sensitive = true
  ephemeral = true
  precondition {
    condition = true
    error_message = ""
  }
  depends_on = [a.b]
}
check "c" { assert { condition = true error_message = "x" } }
import { to = a.b
id = "x" }
