variable "database_password" {
  description = "Password of the database"
  type        = string
  sensitive   = true
}

variable "api_token" {
  default = ""
}
