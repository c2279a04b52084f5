"""How many examples a property is tried with.

The gate tries a share, which is another one each time; `make test ARGS='--hypothesis-profile
thorough'` tries ten times as many.
"""

from hypothesis import settings


def examples(share: int) -> settings:
    times = 10 if settings.get_current_profile_name() == "thorough" else 1
    return settings(max_examples=share * times, deadline=None)
