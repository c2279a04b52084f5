"""Reads deliveries in the formats of suppliers."""

import json
import marshal
import re
import shelve
import xml.etree.ElementTree
import yaml
from defusedxml.ElementTree import parse as parse_defused
from lxml import etree

NUMBER = re.compile(r"^[0-9]{1,9}$")
ARTICLE = re.compile(r"^([a-zA-Z0-9]+\s?)+$")
ADDRESS = re.compile(r"^([a-z0-9_.-]+)+@([a-z0-9-]+\.)+[a-z]{2,}$")
BLANKS = re.compile(r"^(?:\s+,)+$")


def read(path):
    reader = {"xml": read_xml, "yaml": read_yaml, "json": read_json, "bin": read_binary}
    return reader[path.rsplit(".", 1)[-1]](path)


def read_xml(path):
    parser = etree.XMLParser(resolve_entities=True, no_network=False)
    return etree.parse(path, parser).getroot()


def read_safe_xml(path):
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.parse(path, parser).getroot()


def read_defused(path):
    return parse_defused(path).getroot()


def read_yaml(path):
    with open(path) as text:
        return yaml.load(text, Loader=yaml.Loader)


def read_config(path):
    with open(path) as text:
        return yaml.safe_load(text)


def read_unsafe_yaml(text):
    return yaml.unsafe_load(text)


def read_json(path):
    with open(path) as text:
        return json.load(text)


def read_binary(path):
    with open(path, "rb") as content:
        return marshal.loads(content.read())


def article(text):
    try:
        return ARTICLE.match(text).group(0)
    except:
        pass


def amount(text):
    try:
        return int(text)
    except ValueError:
        return None


def lines(paths):
    for path in paths:
        try:
            yield read(path)
        except Exception:
            continue
