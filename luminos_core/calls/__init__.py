"""From a request to a paid response: budget, rate limiter, retries, transcripts."""
