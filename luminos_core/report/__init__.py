"""What an audit hands over: one validated report and its renderings."""
