"""Pages for those who run the shop."""

import hashlib
import os
import pickle
import subprocess
import base64
from pathlib import Path
from flask import Blueprint, abort, make_response, redirect, render_template_string, request, send_file
from markupsafe import escape

admin = Blueprint("admin", __name__, url_prefix="/admin")
REPORTS = Path("/srv/shop/reports")


@admin.post("/thumbnail")
def thumbnail():
    name = request.form["file"]
    os.system("convert uploads/" + name + " -resize 200 thumbs/" + name)
    return redirect("/admin")


@admin.post("/ping")
def ping():
    host = request.form["host"]
    result = subprocess.run(f"ping -c 1 {host}", shell=True, capture_output=True)
    return result.stdout


@admin.post("/trace")
def trace():
    host = request.form["host"]
    result = subprocess.run(["traceroute", "--", host], capture_output=True)
    return result.stdout


@admin.get("/uptime")
def uptime():
    return subprocess.check_output("uptime | cut -d, -f1", shell=True)


@admin.get("/greeting")
def greeting():
    name = request.args.get("name", "you")
    return render_template_string("<h1>Hello " + name + "</h1>")
    

@admin.get("/welcome")
def welcome():
    name = request.args.get("name", "you")
    return render_template_string("<h1>Hello {{ name }}</h1>", name=name)


@admin.get("/echo")
def echo():
    return make_response("<p>You searched for " + request.args["q"] + "</p>")


@admin.get("/echo-safe")
def echo_safe():
    return make_response(f"<p>You searched for {escape(request.args['q'])}</p>")


@admin.get("/report")
def report():
    return send_file(os.path.join("/srv/shop/reports", request.args["name"]))


@admin.get("/report-by-id")
def report_by_id():
    found = (REPORTS / request.args["name"]).resolve()
    if not found.is_relative_to(REPORTS):
        abort(404)
    return send_file(found)


@admin.post("/restore")
def restore():
    basket = pickle.loads(base64.b64decode(request.cookies["basket"]))
    return {"basket": basket}


@admin.post("/formula")
def formula():
    return {"price": eval(request.form["formula"])}


@admin.get("/etag")
def etag():
    return hashlib.md5(Path("static/app.css").read_bytes(), usedforsecurity=False).hexdigest()


@admin.get("/go")
def go():
    return redirect(request.args["next"])
