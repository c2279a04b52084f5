"""Sizes as people read them."""


def human(size: int) -> str:
    """`size` bytes in powers of 1024: "812", "1.5K", "23M"."""
    amount = float(size)
    for unit in ("", "K", "M", "G"):
        if amount < 1024:
            return f"{amount:.1f}{unit}" if unit and amount < 10 else f"{amount:.0f}{unit}"
        amount /= 1024
    return f"{amount:.1f}T"
