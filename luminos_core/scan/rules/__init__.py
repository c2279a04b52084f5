"""What a project and a person say of paths: ignore rules, exclusions, attributes."""
