"""From a request to an answer: money, pace, retries, and what is kept of each response."""
