CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, price INTEGER);
CREATE TABLE customers (id INTEGER PRIMARY KEY, email TEXT, password_hash TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER, total INTEGER);
