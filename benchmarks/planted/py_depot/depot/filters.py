"""Filters of tables, as users write them."""

import ast
import operator
import numexpr
import pandas as pd

OPERATORS = {"<": operator.lt, ">": operator.gt}


def filtered(frame: pd.DataFrame, condition: str) -> pd.DataFrame:
    return frame.query(condition, engine="python")


def compared(frame: pd.DataFrame, column: str, sign: str, value: float) -> pd.DataFrame:
    return frame[OPERATORS[sign](frame[column], value)]


def computed(formula: str) -> float:
    code = compile(formula, "<formula>", "eval")
    return eval(code, {"__builtins__": {}})


def constant() -> float:
    return eval("1 + 1")


def literal(text: str) -> object:
    return ast.literal_eval(text)


def attribute(item: object, name: str) -> object:
    return eval(f"item.{name}")


def checked(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.query("count > 0")
