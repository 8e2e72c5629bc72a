terraform {
  required_version = ">= 1.0"
  required_providers { aws = { source = "hashicorp/aws" } }
}
locals { a = { b = "${"x"}" }, c = <<EOT
 text ${local.a} "
EOT
}
variable "untyped" {}
variable "defaulted" { default = "x" }
variable "n" {
  type     = number
  default  = 1e400
  nullable = false
}
variable "nulls" {
  type = object({ a = optional(string), b = optional(object({ c = optional(number, 3) }), {}) })
  default = { a = null, b = null }
}
variable "heredoc" {
  type = string
  default = <<-EOT
    line $${x}
      two
  EOT
  description = <<EOT
multi
line
EOT
  validation {
    condition = can(regex("^[a-z{}\"]+$", var.heredoc))
    error_message = "no: ${var.heredoc}"
  }
  ephemeral = true
  sensitive = "true"
}
variable "any_list" {
  type = list(any)
  default = []
}

