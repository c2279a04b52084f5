"""What a finished report is by the policy of its run."""
