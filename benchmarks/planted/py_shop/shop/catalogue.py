"""Products: search, listing and import."""

import csv
import sqlite3
from flask import Blueprint, current_app, g, request

pages = Blueprint("catalogue", __name__)
COLUMNS = {"name": "name", "price": "price"}


def connection():
    if "db" not in g:
        g.db = sqlite3.connect(current_app.config["DATABASE"])
    return g.db


@pages.get("/search")
def search():
    term = request.args.get("q", "")
    rows = connection().execute(
        f"SELECT id, name, price FROM products WHERE name LIKE '%{term}%'"
    )
    return {"products": [list(row) for row in rows]}


@pages.get("/products/<product>")
def show(product):
    query = "SELECT id, name, price FROM products WHERE id = " + product
    row = connection().execute(query).fetchone()
    return {"product": list(row)} if row else ({"error": "not found"}, 404)


@pages.get("/products")
def listing():
    order = COLUMNS.get(request.args.get("sort"), "name")
    rows = connection().execute(f"SELECT id, name, price FROM products ORDER BY {order}")
    return {"products": [list(row) for row in rows]}


@pages.get("/customers/<int:customer>/orders")
def orders(customer):
    rows = connection().execute(
        "SELECT id, total FROM orders WHERE customer = ?", (customer,)
    )
    return {"orders": [list(row) for row in rows]}


def count(table="products"):
    marks = ", ".join("?" for _ in range(3))
    return connection().execute(f"SELECT count(*) FROM products WHERE id IN ({marks})", (1, 2, 3))


def import_prices(path):
    with open(path, newline="") as lines:
        for name, price in csv.reader(lines):
            connection().execute("UPDATE products SET price = %s WHERE name = '%s'" % (price, name))
