"""The rules by which checks find defects, as data. docs/rules.md says how to write one."""
