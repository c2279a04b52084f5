"""The service for machines, on FastAPI."""

import hmac
import re
import xml.sax
import xml.dom.minidom
from hashlib import blake2b, new, sha512
import httpx
import dill
import jsonpickle
import joblib
import ruamel.yaml
import torch
import uvicorn
from fastapi import FastAPI, Header, HTTPException, Request
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import HTMLResponse
from jose import jwt
from pydantic import BaseModel, SecretStr
from sqlalchemy import text
from sqlalchemy.orm import Session

app = FastAPI()
app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)
engine = None
TAG = re.compile(r"<(\w+)(\s+\w+=\"[^\"]*\")*>")
LIST = re.compile(r"^(\d+,?)+$")
QUOTED = re.compile(r"\"(\\.|[^\"\\])*\"")
WORDS = re.compile(r"(a|a)*b|(x+x+)+y")


class Login(BaseModel):
    name: str
    password: SecretStr


@app.get("/items")
def items(name: str):
    with Session(engine) as session:
        return session.execute(text(f"SELECT * FROM items WHERE name = '{name}'")).all()


@app.get("/items/{number}")
def item(number: int):
    with Session(engine) as session:
        return session.execute(text("SELECT * FROM items WHERE id = :number"), {"number": number}).all()


@app.get("/items-by-id")
def by_id(number: int):
    with Session(engine) as session:
        return session.execute(text(f"SELECT * FROM items WHERE id = {number}")).all()


@app.get("/proxy")
async def proxy(address: str):
    async with httpx.AsyncClient() as client:
        return (await client.get(address)).text


@app.get("/rates")
async def rates(currency: str):
    async with httpx.AsyncClient(base_url="https://rates.example.com") as client:
        return (await client.get("/latest", params={"currency": currency})).json()


@app.get("/partner")
async def partner():
    async with httpx.AsyncClient(verify=False) as client:
        return (await client.get("https://partner.example.com")).json()


@app.get("/hello", response_class=HTMLResponse)
def hello(name: str):
    return f"<p>Hello {name}</p>"


@app.post("/model")
async def model(request: Request):
    return dill.loads(await request.body())


@app.post("/state")
async def state(request: Request):
    return jsonpickle.decode(await request.body())


@app.post("/weights")
def weights(path: str):
    return torch.load(path)


@app.post("/safe-weights")
def safe_weights(path: str):
    return torch.load(path, weights_only=True)


@app.post("/forest")
def forest(path: str):
    return joblib.load(path)


@app.post("/options")
async def options(request: Request):
    return ruamel.yaml.YAML(typ="safe").load(await request.body())


@app.post("/order")
async def order(request: Request):
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)
    parser.parse(await request.body())


@app.post("/delivery")
async def delivery(request: Request):
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, False)
    parser.parse(await request.body())


@app.post("/login")
def login(login: Login):
    return jwt.encode({"sub": login.name}, key="{{secret:hex32:201}}", algorithm="HS256")


@app.get("/me")
def me(authorization: str = Header()):
    return jwt.get_unverified_claims(authorization)


@app.get("/admin")
def admin(x_api_key: str = Header()):
    if x_api_key != app.state.api_key:
        raise HTTPException(403)


@app.get("/status")
def status(x_api_key: str = Header()):
    if not hmac.compare_digest(x_api_key, app.state.api_key):
        raise HTTPException(403)


def password_hash(password: str) -> str:
    return new("md5", password.encode()).hexdigest()


def password_hash_512(password: str) -> str:
    return sha512(password.encode()).hexdigest()


def cache_key(body: bytes) -> str:
    return blake2b(body).hexdigest()


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=8000)
