"""Whether an audit is complete, as members decide who do not see each other's votes."""
