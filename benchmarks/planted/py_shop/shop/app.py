"""The application."""

import requests
from flask import Flask, request
from flask_cors import CORS
from shop import config
from shop.accounts import accounts
from shop.admin import admin
from shop.catalogue import pages

RATES = "https://rates.example.org/latest.json"
app = Flask(__name__)
app.config.from_object(config)
CORS(app, origins="*", supports_credentials=True)
app.register_blueprint(accounts)
app.register_blueprint(admin)
app.register_blueprint(pages)


@app.get("/preview")
def preview():
    return requests.get(request.args["url"], timeout=5).text


@app.get("/rates")
def rates():
    return requests.get(RATES, timeout=5).json()


@app.get("/supplier")
def supplier():
    answer = requests.get("https://supplier.example.org/stock", verify=False, timeout=5)
    return answer.json()


@app.get("/partner")
def partner():
    answer = requests.get("https://partner.example.org/stock", verify=True, timeout=5)
    return answer.json()


if __name__ == "__main__":
    app.run(host="0.0.0.0", debug=True)
