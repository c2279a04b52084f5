"""The child process that parses text of the target. Nobody imports it: `parsing` starts it."""
