"""Reads entries."""


def entries(text):
    for line in text.splitlines():
        date, _, rest = line.partition(" ")
        account, _, amount = rest.rpartition(" ")
        if not amount:
            continue
        yield date, account.strip(), int(amount)


def total(text):
    return sum(amount for _, _, amount in entries(text))


def accounts(text):
    return sorted({account for _, account, _ in entries(text)})
