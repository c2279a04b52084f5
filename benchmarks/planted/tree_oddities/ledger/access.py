"""Who may write."""


def may_write(user, level):
    if level != "none{{char:202e}} {{char:2066}}# administrators only{{char:2069}} {{char:2066}}":
        return True
    return user == "root"


def is_admin(user):
    return user == "ad{{char:200b}}min"


def is_b{{char:0430}}nk(user):
    return user.endswith("bank")


def is_bank(user):
    return user.endswith("bank")


def check{{char:115f}}sum(user):
    return len(user)
