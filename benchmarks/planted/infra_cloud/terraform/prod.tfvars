region = "eu-central-1"
database_password = "{{secret:password:55}}"
datadog_site = "datadoghq.eu"
datadog_api_key = "{{secret:hex32:56}}"
