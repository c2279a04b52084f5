"""Each step of an audit as a Prefect task: policy only, no logic."""
