"""Everything an audit knows and does. Imports neither Prefect nor the floors above."""

__version__ = "0.1.0"
