"""Terraform and other HCL: `resource.aws_s3_bucket.logs.acl`."""

from ast_grep_py import SgNode, SgRoot

from luminos_core.parsers.documents.node import Node


def read_hcl(text: str) -> list[Node]:
    root = SgRoot(text, "hcl").root()
    document = Node(1, 1)
    for body in root.named_children():
        _fill(document, body)
    return [document]


def _fill(node: Node, body: SgNode) -> None:
    for child in body.named_children():
        if child.kind() == "attribute":
            name, value = child.named_children()[0], child.named_children()[-1]
            node.add(name.text(), _value(value, child))
        elif child.kind() == "block":
            _block(node, child)


def _block(node: Node, block: SgNode) -> None:
    names = [
        each.text().strip('"')
        for each in block.named_children()
        if each.kind() in ("identifier", "string_lit")
    ]
    for name in names[:-1] or names[:0]:
        node = _entry(node, name, block)
    holder = Node(_line(block), block.range().end.line + 1)
    node.add(names[-1], holder)
    for body in block.named_children():
        if body.kind() == "body":
            _fill(holder, body)


def _entry(node: Node, name: str, block: SgNode) -> Node:
    found = next((entry for key, entry in node.entries if key == name), None)
    if found is None:
        found = Node(_line(block), block.range().end.line + 1)
        node.add(name, found)
    return found


def _value(expression: SgNode, place: SgNode) -> Node:
    node = Node(_line(place), expression.range().end.line + 1, expression.text().strip('"'))
    holder = expression
    while holder.named_children() and holder.kind() in _HOLDERS:
        holder = holder.named_children()[-1]
    if holder.kind() == "tuple":
        items = [each for each in holder.named_children() if each.kind() == "expression"]
        for number, item in enumerate(items):
            node.add(str(number), _value(item, item))
    elif holder.kind() == "object":
        for member in holder.named_children():
            if member.kind() == "object_elem":
                name, value = member.named_children()[0], member.named_children()[-1]
                node.add(name.text().strip('"'), _value(value, member))
    return node


def _line(node: SgNode) -> int:
    return node.range().start.line + 1


_HOLDERS = ("expression", "collection_value", "function_call", "function_arguments")
