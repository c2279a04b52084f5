terraform {
  required_version = ">= 1.6"
  backend "s3" {
    bucket  = "acme-state"
    key     = "prod.tfstate"
    encrypt = true
  }
}

provider "aws" {
  region     = "eu-central-1"
  access_key = "{{secret:aws_id:51}}"
  secret_key = "{{secret:aws_key:52}}"
}

provider "aws" {
  alias      = "docs"
  access_key = "AKIAIOSFODNN7EXAMPLE"
}

resource "aws_s3_bucket" "reports" {
  bucket = "acme-reports"
  acl    = "public-read"
}

resource "aws_s3_bucket_public_access_block" "archive" {
  bucket                  = "acme-archive"
  block_public_acls       = true
  block_public_policy     = true
  restrict_public_buckets = true
}

resource "aws_security_group" "web" {
  name = "web"
  ingress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_security_group" "admin" {
  name = "admin"
  ingress {
    from_port   = 22
    to_port     = 22
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_security_group" "office" {
  name = "office"
  ingress {
    from_port   = 22
    to_port     = 22
    protocol    = "tcp"
    cidr_blocks = ["10.20.0.0/16"]
  }
}

resource "aws_db_instance" "main" {
  identifier          = "main"
  username            = "master"
  password            = "{{secret:password:53}}"
  storage_encrypted   = false
  publicly_accessible = true
}

resource "aws_db_instance" "second" {
  identifier          = "second"
  password            = var.database_password
  storage_encrypted   = true
  publicly_accessible = false
}

resource "aws_iam_policy" "deploy" {
  name = "deploy"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "*"
      Resource = "*"
    }]
  })
}

resource "aws_iam_policy" "reports" {
  name = "reports"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["s3:GetObject"]
      Resource = "arn:aws:s3:::acme-reports/*"
    }]
  })
}

resource "aws_ebs_volume" "scratch" {
  availability_zone = "eu-central-1a"
  size              = 40
  encrypted         = false
}

resource "aws_instance" "bastion" {
  ami           = "ami-0a1b2c3d4e5f67890"
  instance_type = "t3.micro"
  metadata_options {
    http_tokens = "optional"
  }
  user_data = <<-EOT
    #!/bin/bash
    echo "{{secret:gitlab:54}}" > /etc/runner-token
  EOT
}

module "network" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.8.1"
}

module "dns" {
  source = "git::https://github.com/acme/terraform-dns.git"
}
