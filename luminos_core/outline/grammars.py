"""The registry of grammars: the node types of each language that appear in an outline."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from tree_sitter import Language, Parser

from luminos_core.records.outline import SymbolKind

_CLASS, _FUNCTION, _METHOD = SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.METHOD
_MODULE, _TYPE, _CONSTANT = SymbolKind.MODULE, SymbolKind.TYPE, SymbolKind.CONSTANT


@dataclass(frozen=True)
class Grammar:
    """Node types of one tree-sitter grammar.

    `scopes` enclose definitions without being one; the value is the field with their name.
    `imports` are patterns (`re`) for the text of a node at the top level; group 1 is the module.
    """

    package: str
    definitions: Mapping[str, SymbolKind]
    imports: Mapping[str, str]
    function: str = "language"
    scopes: Mapping[str, str] = field(default_factory=dict)
    opaque: frozenset[str] = frozenset()  # not descended into: bodies without a name
    docstrings: bool = False


_C_DEFINITIONS = {
    "function_definition": _FUNCTION,
    "declaration": _FUNCTION,  # a prototype
    "struct_specifier": _TYPE,
    "union_specifier": _TYPE,
    "enum_specifier": _TYPE,
    "type_definition": _TYPE,
    "preproc_def": _CONSTANT,
}
_C_IMPORTS = {"preproc_include": r'[<"]([^>"]+)[>"]'}
_JAVASCRIPT_DEFINITIONS = {
    "class_declaration": _CLASS,
    "function_declaration": _FUNCTION,
    "generator_function_declaration": _FUNCTION,
    "method_definition": _METHOD,
    "variable_declarator": _CONSTANT,  # or a function, by its value
}
_REQUIRE = r"""\brequire\(\s*["']([^"']+)["']"""
_JAVASCRIPT_IMPORTS = {
    "import_statement": r"""(?:from|import|require\()\s*["']([^"']+)["']""",
    "export_statement": r"""^export\s*(?:type\s*)?[*{][^;"']*from\s*["']([^"']+)["']""",
    "lexical_declaration": _REQUIRE,
    "variable_declaration": _REQUIRE,
}
_JAVASCRIPT_OPAQUE = frozenset(
    ("arrow_function", "function_expression", "array", "object", "template_string", "arguments")
)
_TYPESCRIPT_DEFINITIONS = _JAVASCRIPT_DEFINITIONS | {
    "abstract_class_declaration": _CLASS,
    "interface_declaration": _TYPE,
    "type_alias_declaration": _TYPE,
    "enum_declaration": _TYPE,
    "internal_module": _MODULE,
    "function_signature": _FUNCTION,
}


def _typescript(function: str) -> Grammar:
    return Grammar(
        "tree_sitter_typescript", _TYPESCRIPT_DEFINITIONS, _JAVASCRIPT_IMPORTS, function,
        opaque=_JAVASCRIPT_OPAQUE,
    )  # fmt: skip


GRAMMARS: Mapping[str, Grammar] = {  # by Linguist's name of the language
    "Python": Grammar(
        "tree_sitter_python",
        {
            "class_definition": _CLASS,
            "function_definition": _FUNCTION,
            "type_alias_statement": _TYPE,
            "assignment": _CONSTANT,
        },
        {
            "import_statement": r"(?:import|,)\s+([\w.]+)",
            "import_from_statement": r"from\s+([\w.]+)",
            "future_import_statement": r"from\s+([\w.]+)",
        },
        opaque=frozenset(("list", "dictionary", "set", "tuple", "lambda", "argument_list")),
        docstrings=True,
    ),
    "JavaScript": Grammar(
        "tree_sitter_javascript", _JAVASCRIPT_DEFINITIONS, _JAVASCRIPT_IMPORTS,
        opaque=_JAVASCRIPT_OPAQUE,
    ),
    "TypeScript": _typescript("language_typescript"),
    "TSX": _typescript("language_tsx"),
    "Go": Grammar(
        "tree_sitter_go",
        {
            "function_declaration": _FUNCTION,
            "method_declaration": _METHOD,
            "type_spec": _TYPE,
            "type_alias": _TYPE,
            "const_spec": _CONSTANT,
        },
        {"import_spec": r'["`]([^"`]+)["`]'},
        opaque=frozenset(("func_literal", "composite_literal")),
    ),
    "Rust": Grammar(
        "tree_sitter_rust",
        {
            "struct_item": _TYPE,
            "enum_item": _TYPE,
            "union_item": _TYPE,
            "type_item": _TYPE,
            "trait_item": _CLASS,
            "mod_item": _MODULE,
            "function_item": _FUNCTION,
            "function_signature_item": _FUNCTION,
            "macro_definition": _FUNCTION,
            "const_item": _CONSTANT,
            "static_item": _CONSTANT,
        },
        {
            "use_declaration": r"use\s+([^;]+)",
            "extern_crate_declaration": r"crate\s+(\w+)",
        },
        scopes={"impl_item": "type"},
        opaque=frozenset(("token_tree", "closure_expression")),
    ),
    "Java": Grammar(
        "tree_sitter_java",
        {
            "class_declaration": _CLASS,
            "record_declaration": _CLASS,
            "interface_declaration": _CLASS,
            "enum_declaration": _TYPE,
            "annotation_type_declaration": _TYPE,
            "method_declaration": _METHOD,
            "constructor_declaration": _METHOD,
        },
        {"import_declaration": r"import\s+(?:static\s+)?([\w.*]+)"},
        opaque=frozenset(("lambda_expression", "object_creation_expression")),
    ),
    "C": Grammar("tree_sitter_c", _C_DEFINITIONS, _C_IMPORTS,
                 opaque=frozenset(("initializer_list",))),
    "C++": Grammar(
        "tree_sitter_cpp",
        _C_DEFINITIONS
        | {
            "class_specifier": _CLASS,
            "struct_specifier": _CLASS,
            "field_declaration": _METHOD,  # a method's prototype
            "alias_declaration": _TYPE,
        },
        _C_IMPORTS,
        opaque=frozenset(("initializer_list", "lambda_expression")),
    ),
    "C#": Grammar(
        "tree_sitter_c_sharp",
        {
            "class_declaration": _CLASS,
            "record_declaration": _CLASS,
            "struct_declaration": _CLASS,
            "interface_declaration": _CLASS,
            "enum_declaration": _TYPE,
            "delegate_declaration": _TYPE,
            "method_declaration": _METHOD,
            "constructor_declaration": _METHOD,
        },
        {"using_directive": r"using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)"},
        opaque=frozenset(("lambda_expression", "initializer_expression")),
    ),
    "Ruby": Grammar(
        "tree_sitter_ruby",
        {
            "module": _MODULE,
            "class": _CLASS,
            "method": _FUNCTION,
            "singleton_method": _FUNCTION,
            "assignment": _CONSTANT,
        },
        {"call": r"""^require(?:_relative)?[\s(]+["']([^"']+)["']"""},
        opaque=frozenset(("do_block", "block", "array", "hash", "lambda")),
    ),
    "PHP": Grammar(
        "tree_sitter_php",
        {
            "class_declaration": _CLASS,
            "interface_declaration": _CLASS,
            "trait_declaration": _CLASS,
            "enum_declaration": _TYPE,
            "function_definition": _FUNCTION,
            "method_declaration": _METHOD,
            "const_element": _CONSTANT,
        },
        {
            "namespace_use_declaration": r"use\s+(?:function\s+|const\s+)?([\w\\]+)",
            "expression_statement": (
                r"""^(?:require|include)(?:_once)?[\s(]+["']([^"']+)["']"""
            ),
        },
        "language_php",
        opaque=frozenset(("anonymous_function", "arrow_function", "array_creation_expression")),
    ),
    "Shell": Grammar(
        "tree_sitter_bash",
        {"function_definition": _FUNCTION, "variable_assignment": _CONSTANT},
        {"command": r"^(?:source|\.)\s+(\S+)"},
        opaque=frozenset(("subshell", "command_substitution")),
    ),
}  # fmt: skip

_THREAD = threading.local()


def parser_for(language: str) -> Parser:
    """This thread's parser for `language`. The grammar is loaded on first use."""
    parsers: dict[str, Parser] = _THREAD.__dict__.setdefault("parsers", {})
    if language not in parsers:
        parsers[language] = Parser(_grammar(language))
    return parsers[language]


@cache
def _grammar(language: str) -> Language:
    grammar = GRAMMARS[language]
    return Language(getattr(import_module(grammar.package), grammar.function)())
