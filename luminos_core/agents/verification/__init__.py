"""What agents claim, checked by reviewers who have not seen who claims it."""
