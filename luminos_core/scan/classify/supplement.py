"""Our additions to Linguist's heuristics, where its rules err or do not decide.

By extension, in order: a language, and an RE2 pattern (^ and $ match at line ends) for what the
grammar of that language demands of nearly every file.
"""

# Searched for before Linguist's rules, where those mistake one language for another.
CORRECTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    # Linguist recognizes AL by common words: "value", "query", "table".
    ".al": (("Perl", r"^\s*(?:package\s+[\w:]+\s*;|sub\s+\w+\s*\{|use\s+strict\b)"),),
    # A namespace is more likely C++ than NASL.
    ".inc": (("C++", r"\bstd::\w|^\s*template\s*<|^\s*(?:public|private|protected):\s*$"),),
    # Both have text between exclamation marks.
    ".st": (
        ("StringTemplate", r"^[\w/.]+\([^)\n]*\)\s*::="),
        ("Smalltalk", r"^!?\s*\w+(?: class)? methodsFor: |\bsubclass: #\w+"),
    ),
}

# Searched for after them.
SUPPLEMENT: dict[str, tuple[tuple[str, str], ...]] = {
    ".app": (("Erlang", r"^\{\s*application\s*,"),),
    ".as": (
        (
            "AngelScript",
            r'^\s*#include\s+"|^\s*(?:void|u?int\d*|float|bool|string)\s+@?\w+\s*\('
            r"|^\s*[\w:<>]+@>?\s+\w+\s*[;=]",
        ),
    ),
    ".b": (
        ("Limbo", r"^\s*(?:implement|include)\s|\bmodule\s*\{"),
        ("Brainfuck", r"(?:[-+<>.,\[\]]\s*){8}"),
    ),
    ".bf": (
        ("Befunge", r"[0-9:]\s*[|_]|[,_]@|[>v^<]\s*@"),
        ("Brainfuck", r"(?:[-+<>.,\[\]]\s*){8}"),
    ),
    ".brd": (
        ("Eagle", r"<!DOCTYPE eagle|<eagle\b"),
        ("KiCad Legacy Layout", r"^PCBNEW-BOARD"),
    ),
    ".cake": (
        ("CoffeeScript", r"^\s*(?:task|option)\s+['\"]|[-=]>\s*$|^\s*\w+\s*=\s*require\b"),
        ("C#", r"^\s*#(?:tool|addin|load|l|r|module)\b|^\s*Task\(|;\s*$"),
    ),
    ".cfg": (("HAProxy", r"^(?:frontend|backend|listen)\s+[\w.-]+|^defaults\s*$"),),
    ".cgi": (
        ("Python", r"^(?:import|from)\s+[\w.]+|^def\s+\w+\(.*\):"),
        ("Perl", r"^\s*(?:use|my|sub|package)\s"),
        ("Shell", r"^\s*(?:echo|if \[|export|esac|fi|done)\b"),
    ),
    ".ch": (("Charity", r"^%|^data\s.*->|^def\s"),),
    ".cls": (
        (
            "Apex",
            r"(?i)\b(?:public|private|global|protected)\s+(?:\w+\s+)*(?:class|interface|enum)\s+\w+"
            r"|^\s*@isTest\b",
        ),
        ("OpenEdge ABL", r"(?i)^\s*(?:using\s+Progress\.|end\s+class\s*\.|class\s+[\w.]+.*:\s*$)"),
        ("TeX", r"\\(?:LoadClass|RequirePackage|newcommand|renewcommand|DeclareOption|def)\b"),
    ),
    ".cp": (("Component Pascal", r"^\s*MODULE\s+\w+\s*;"),),
    ".cue": (("Cue Sheet", r"^\s*(?:FILE\s+\S.*\s(?:WAVE|MP3|BINARY|AIFF)|TRACK\s+\d\d\s)"),),
    ".d": (("DTrace", r"^[\w$]+:[\w$]*:[\w$*-]*:[\w$*-]*\s*$|\bself->\w|^\s*/[^/\n*]+/\s*$"),),
    ".ddl": (("PLSQL", r"(?i)\bvarchar2\b|\bcreate\s+or\s+replace\b|^/\s*$"),),
    ".dsc": (("DenizenScript", r"^\s+(?:type|script|events|debug)\s*:"),),
    ".fcgi": (
        ("PHP", r"<\?php"),
        ("Python", r"^(?:import|from)\s+[\w.]+"),
        ("Ruby", r"^\s*require\s+['\"]"),
        ("Lua", r"^\s*(?:local|require)\b"),
        ("Perl", r"^\s*(?:use|my|sub)\s"),
    ),
    ".for": (("Formatted", r"\A(?:[ \t]*[-+]?\d+(?:\.\d*)?(?:[eEdD][-+]?\d+)?)+[ \t]*$"),),
    ".frag": (
        ("JavaScript", r"\bfunction\s*\w*\s*\(|^\s*(?:var|let|const)\s+\w+\s*=[^;]*function"),
    ),
    ".fx": (("FLUX", r"^\s*(?:source|typedef|atomic|handle)\s+\w+.*(?:=>|->|;)"),),
    ".gs": (
        ("GLSL", r"\bgl_Position\b|^\s*layout\s*\("),
        ("Genie", r"^init\s*$|^\s*def\s+\w+\s*\("),
        ("Gosu", r"^\s*(?:uses|package)\s+[\w.]+\s*$|\benhancement\s+\w+"),
    ),
    ".gst": (("XML", r"\A\s*<\?xml|xmlns"),),
    ".i": (("Assembly", r"^\s*;|(?i)^\w+:?\s+(?:equ|macro|org)\b"),),
    ".inc": (
        ("HTML", r"(?i)^\s*<(?:!doctype|html|head|body|div|table|ul|form|p|a|script|h[1-6])\b"),
        (
            "SourcePawn",
            r"^\s*#pragma\s+(?:semicolon|newdecls)\b|^\s*(?:enum\s+struct|typeset|funcenum|functag)\s+\w"
            r"|\bSharedPlugin\b|\bHandle:|\bSourceMod\b",
        ),
        ("Pawn", r"^\s*(?:stock|native|forward|#if\s+defined|#pragma\s+library)\b"),
        ("SQL", r"(?i)^\s*(?:select|insert\s+into|create\s+table|drop\s+table|update)\s"),
        ("C++", r"^\s*#\s*(?:include|define|ifdef|ifndef|undef|if)\b|^\s*(?://|/\*)|\w+::\w+"),
        ("Assembly", r"(?i)^\s*(?:\w+\s+(?:equ|macro|proc)\b|%(?:define|macro|ifdef)\b)"),
        ("BitBake", r'^[A-Z][A-Z0-9_]*(?::\w+)?\s*[?+.:]*=\s*"'),
    ),
    ".j": (
        ("Jasmin", r"^\s*\.(?:bytecode|source|class|super|method|interface)\b"),
        ("Objective-J", r"@(?:implementation|import|end|class)\b|\bCP[A-Z]\w+"),
    ),
    ".jq": (("JSONiq", r"\b(?:jsoniq|xquery)\s+version\b|\$[\w-]+\s*:=|\bfor\s+\$"),),
    ".ks": (
        (
            "Kickstart",
            r"^(?:%(?:packages|pre|post|end)|rootpw|keyboard|lang|bootloader|timezone)\b",
        ),
    ),
    ".l": (("Lex", r"^%%|^%\{|^%option\b"),),
    ".m": (
        ("M", r"^[\w%]+[ \t]+;|^[ \t]+(?:\. ?)*(?i:set|quit|write|new|kill)(?:[ :].*)?$"),
        (
            "MATLAB",
            r"^\s*function\s+(?:\[?[\w, ~]*\]?\s*=\s*)?[\w.]+\s*(?:\(|$)|^\s*classdef\b"
            r"|^\s*(?:clear|clc|close)\s+all\b|^\s*end;?\s*$",
        ),
        ("Mercury", r"^:-\s"),
        ("Objective-C", r"^\s*#\s*(?:import|include|define|if)|^\s*(?://|/\*)|\bNS[A-Z]\w+"),
        ("Mathematica", r":=|\w+\[[^\]\n]*_[A-Za-z]*[,\]]"),
    ),
    ".mm": (("XML", r"\A\s*<(?:\?xml|map\b|!--)"),),
    ".mo": (("Motoko", r'"mo:|\b(?:actor|func)\b[^;\n]*\{|^\s*(?:public\s+)?type\s+\w+\s*='),),
    ".mod": (
        ("XML", r"\A\s*<!"),
        ("AMPL", r"^\s*(?:set|param|var|minimize|maximize|subject\s+to|s\.t\.)\s"),
    ),
    ".moo": (("Mercury", r"^:-\s"),),
    ".mqh": (("MQL5", r"MQL5|mql5|\bCTrade\b|\bMqlTrade|\bPosition(?:Select|Get)"),),
    ".nas": (("Assembly", r"(?i)^\s*(?:\w+:)?\s*(?:mov|section|global|db|org|bits)\b"),),
    ".nb": (("Mathematica", r"\b(?:Notebook|Cell|CellGroupData)\[|\(\*"),),
    ".pbt": (("PowerBuilder", r"^Save Format v"),),
    ".plt": (("Prolog", r"^\w+\(.*\)\s*:-"),),
    ".pluginspec": (("XML", r"\A\s*<"),),
    ".prc": (("PLSQL", r"(?i)\bvarchar2\b|\bcreate\s+or\s+replace\b|^/\s*$"),),
    ".res": (("XML", r"\A\s*<"),),
    ".rsc": (("Rascal", r"^\s*module\s+[\w:]+"),),
    ".sch": (
        ("Eagle", r"<!DOCTYPE eagle|<eagle\b"),
        ("KiCad Schematic", r"\A\s*\(kicad_sch|^EESchema"),
        ("XML", r"\A\s*<"),
    ),
    ".shader": (("ShaderLab", r'^\s*Shader\s+"'),),
    ".sls": (("Scheme", r"^\s*\((?:library|import|define|export)\b|^#!r6rs"),),
    ".spec": (
        ("RPM Spec", r"^(?:Name|Summary|Version|Release|License)\s*:|^%(?:prep|build|install)\b"),
        ("Python", r"\b(?:Analysis|PYZ|EXE)\(|^(?:import|from)\s+\w+"),
        ("Ruby", r"^\s*(?:describe|require|require_relative|module|class)\b"),
    ),
    ".sql": (("PLpgSQL", r"(?i)^\s*DO\s+\$\w*\$|\bRAISE\s+(?:NOTICE|EXCEPTION|WARNING)\b"),),
    ".srt": (("SRecode Template", r"^(?:template|set|context|dictionary)\s+\w+"),),
    ".t": (("Terra", r"\bterralib\b|^\s*(?:local\s+)?terra\s|^\s*local\s+\w+\s*="),),
    ".toc": (("World of Warcraft Addon Data", r"^[^\\\n]*\.(?:lua|xml)\s*$"),),
    ".trigger": (("Shell", r"\A#!|^\s*(?:fi|done|esac)\s*$"),),
    ".vhost": (("Nginx", r"^\s*(?:server|upstream|location\s+\S+)\s*\{"),),
    ".workflow": (("XML", r"\A\s*<"),),
}
