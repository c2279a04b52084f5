"""Pages."""

import json
import os.path
import urllib.request
from urllib.parse import urlparse
from django.http import FileResponse, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template import Template, Context
from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe
from django.views.decorators.csrf import csrf_exempt
from depot import jobs
from depot.models import Item, totals

LABELS = "/srv/depot/labels"
SUPPLIERS = {"north": "https://north.example.com/stock", "south": "https://south.example.com/stock"}


def search(request):
    text = request.GET.get("q", "").strip()
    found = [item.name for item in Item.like(text)]
    return JsonResponse({"items": found})


def heading(request):
    title = request.GET.get("title", "Stock")
    return HttpResponse("<h1>%s</h1>" % title)


def safe_heading(request):
    title = request.GET.get("title", "Stock")
    return HttpResponse(format_html("<h1>{}</h1>", title))


def note(request):
    body = request.POST["note"]
    return render(request, "note.html", {"note": mark_safe(body)})


def rule(request):
    line = mark_safe("<hr>")
    return render(request, "note.html", {"note": escape(request.POST["note"]), "line": line})


def mail(request):
    template = Template(request.POST["template"])
    return HttpResponse(template.render(Context({})))


def label(request, name):
    path = os.path.join(LABELS, name)
    return FileResponse(open(path, "rb"))


def checked_label(request, name):
    path = os.path.realpath(os.path.join(LABELS, name))
    if os.path.commonpath([path, LABELS]) != LABELS:
        return HttpResponse(status=404)
    return FileResponse(open(path, "rb"))


def supplier(request):
    address = request.GET["address"]
    with urllib.request.urlopen(address) as answer:
        return JsonResponse(json.load(answer))


def known_supplier(request):
    address = SUPPLIERS[request.GET["region"]]
    with urllib.request.urlopen(address) as answer:
        return JsonResponse(json.load(answer))


def checked_supplier(request):
    address = request.GET["address"]
    if urlparse(address).hostname not in {"north.example.com", "south.example.com"}:
        return HttpResponse(status=400)
    with urllib.request.urlopen(address) as answer:
        return JsonResponse(json.load(answer))


@csrf_exempt
def recount(request):
    place = request.POST["place"]
    jobs.recount(place)
    return HttpResponseRedirect("/stock")


def back(request):
    return HttpResponseRedirect(request.GET.get("next", "/"))


def columns(request):
    return JsonResponse({"rows": totals(request.GET.getlist("column"))})
