"""One small text for each language of each extension that several languages claim, written for
these tests: {extension: {language: text}}."""

# ruff: noqa: E501 - a text reads best beside its language

_MANUAL = {
    "Roff Manpage": ".TH TOOL 1 2024-01-01\n.SH NAME\ntool - does it\n.SH SYNOPSIS\n.B tool\n",
    "Roff": ".ll 60\n.ce\nA Title\n.sp 2\nSome text.\n.br\n",
}
_SECTIONS = """
    .1 .1in .1m .1x .2 .3 .3in .3m .3p .3pm .3qt .3x .4 .5 .6 .7 .8 .9 .man .mdoc
"""
_GERBER = "G04 made by hand*\n%FSLAX36Y36*%\n%MOMM*%\nG01*\nD10*\nX0Y0D02*\nM02*\n"
_XML = '<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <item/>\n</root>\n'
_M68K = "start:\n\tmoveq\t#0,d0\n\tmove.l\td0,(a1)+\n\tdbra\td1,start\n\trts\n"
_X86 = "section .text\nglobal _start\n_start:\n    mov eax, 1\n    mov ebx, eax\n    int 0x80\n"
_COMMON_LISP = "(in-package :cl-user)\n\n(defun twice (x)\n  (* 2 x))\n"
_NEW_LISP = "(define (twice x)\n  (* 2 x))\n(println (twice 4))\n"
_GLSL = "#version 330\nuniform sampler2D tex;\nvoid main() {\n  gl_FragColor = vec4(1.0);\n}\n"
_FORTH = ": square ( n -- n ) dup * ;\n: cube dup square * ;\n5 square .\n"
_FORTRAN = (
    "C     Adds two numbers\n      program add\n      integer i\n      i = 1 + 1\n      end\n"
)
_GAP = 'DeclareOperation( "Twice", [ IsInt ] );\nInstallMethod( Twice, [ IsInt ], x -> 2 * x );\n'
_PERL = "package My::Thing;\nuse strict;\nuse warnings;\n\nsub new {\n  my ($class) = @_;\n}\n1;\n"
_RAKU = "use v6;\n\nclass Point {\n    has $.x;\n    method double { $.x * 2 }\n}\n"
_PYTHON = "import os\n\n\ndef main():\n    print(os.getcwd())\n\n\nmain()\n"
_SHELL = "#!/bin/sh\nset -e\nif [ -f x ]; then\n  echo yes\nfi\n"
_PROLOG = ":- module(family, [parent/2]).\n\nparent(ann, bob).\nelder(X, Y) :- parent(X, Y).\n"
_VB_FORM = 'VERSION 5.00\nBegin VB.Form Main\n   Caption = "Main"\nEnd\n'
_PHP = "<?php\nfunction twice($x) {\n    return 2 * $x;\n}\n"
_HACK = "<?hh\nfunction twice(int $x): int {\n  return 2 * $x;\n}\n"
_SQL = "-- people\nSELECT name, age\nFROM people\nWHERE age > 18;\n"
_PLSQL = (
    "CREATE OR REPLACE PROCEDURE greet (name IN VARCHAR2) AUTHID CURRENT_USER IS\nBEGIN\n"
    "  DBMS_OUTPUT.PUT_LINE(name);\nEND;\n/\n"
)
_HTML = '<html>\n<body>\n<div class="a"><p>Text</p></div>\n</body>\n</html>\n'
_CPP = "#include <vector>\n\nnamespace shapes {\nclass Circle {\n public:\n  int area();\n};\n}\n"
_OAS2 = '{\n  "swagger": "2.0",\n  "info": {"title": "Pets"}\n}\n'
_OAS3 = '{\n  "openapi": "3.0.1",\n  "info": {"title": "Pets"}\n}\n'
_YAMLS = {
    "YAML": "name: build\non:\n  push:\n    branches: [main]\n",
    "OASv2-yaml": 'swagger: "2.0"\ninfo:\n  title: Pets\n',
    "OASv3-yaml": "openapi: 3.0.0\ninfo:\n  title: Pets\n",
    "MiniYAML": "Player:\n\tShroud:\n\t\tFogCheckbox: true\n",
}
_SCHEME = "(define (twice x)\n  (* 2 x))\n\n(display (twice 4))\n"
_EAGLE = (
    '<?xml version="1.0"?>\n<!DOCTYPE eagle SYSTEM "eagle.dtd">\n<eagle version="9.1">\n</eagle>\n'
)
_C_LIKE = '#include "types.h"\n\n/* twice */\nint twice(int x);\n#define LIMIT 10\n'
_RENDER_SCRIPT = (
    "#pragma version(1)\n#pragma rs java_package_name(com.example)\n\n"
    "uchar4 __attribute__((kernel)) invert(uchar4 in) {\n  return in;\n}\n"
)

AMBIGUOUS: dict[str, dict[str, str]] = {
    **dict.fromkeys(_SECTIONS.split(), _MANUAL),
    ".al": {
        "AL": 'table 50100 Pet\n{\n    fields\n    {\n        field(1; "No."; Code[20]) { }\n    }\n}\n',
        "Perl": "# autosplit\nsub twice {\n    return 2 * shift;\n}\n1;\n",
    },
    ".as": {
        "ActionScript": "package shapes {\n  public class Circle {\n    private var r:Number = 1;\n  }\n}\n",
        "AngelScript": "class Enemy {\n  Vec2 pos;\n  Enemy@ next;\n}\nvoid main() {\n  Enemy@ e;\n}\n",
    },
    ".asc": {
        "AsciiDoc": "= The Manual\nAnn Author\n\n== First Part\n\nSome text.\n",
        "AGS Script": "// room script\nfunction room_Load()\n{\n  player.Say(\"hello\");\n}\n",
        "Public Key": "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBFA\n-----END PGP PUBLIC KEY BLOCK-----\n",
    },
    ".asm": {"Assembly": _X86, "Motorola 68K Assembly": _M68K},
    ".asy": {
        "Asymptote": "size(5cm);\ndraw(unitcircle);\nlabel(\"$O$\", (0,0));\n",
        "LTspice Symbol": "Version 4\nSymbolType CELL\nLINE Normal 0 0 16 0\n",
    },
    ".b": {
        "Limbo": 'implement Hello;\n\ninclude "sys.m";\n\tsys: Sys;\n\ninit(ctxt: ref Draw->Context, a: list of string)\n{\n}\n',
        "Brainfuck": "++++++++[>++++[>++>+++>+++>+<<<<-]>+>->+>>+[<]<-]>>.\n",
    },
    ".bas": {
        "B4X": "B4J=true\nGroup=Default Group\nModulesStructureVersion=1\nType=Class\n",
        "BASIC": '10 PRINT "HELLO"\n20 GOTO 10\n',
        "QuickBASIC": "DECLARE SUB Greet (n$)\nDIM SHARED total AS INTEGER\nCALL Greet(\"Ann\")\n",
        "VBA": 'Attribute VB_Name = "Main"\nSub Go()\n    ActiveSheet.Range("A1").Value = 1\nEnd Sub\n',
        "Visual Basic 6.0": 'Attribute VB_Name = "Main"\nPublic Sub Go()\n    MsgBox "hello"\nEnd Sub\n',
        "FreeBASIC": '#include "fbgfx.bi"\ndim shared p as integer ptr\nprint "hello"\n',
    },
    ".bb": {
        "BitBake": 'SUMMARY = "A tool"\nLICENSE = "MIT"\ninherit autotools\nSRC_URI = "https://x.org/a.tar.gz"\n',
        "BlitzBasic": "Function twice(x)\n\tReturn x * 2\nEnd Function\n",
        "Clojure": "(ns tasks)\n(defn twice [x]\n  (* 2 x))\n",
    },
    ".bf": {
        "Beef": "using System;\n\nnamespace Hello;\n\nclass Program\n{\n\tstatic void Main() { }\n}\n",
        "HyPhy": '#include "libv3/UtilityFunctions.bf";\n\nfprintf (stdout, "hello");\n',
        "Befunge": '>"olleh",,,,,@\n',
        "Brainfuck": "++++++++[>++++[>++>+++>+++>+<<<<-]>+>->+>>+[<]<-]>>.\n",
    },
    ".brd": {
        "Eagle": _EAGLE,
        "KiCad Legacy Layout": "PCBNEW-BOARD Version 1 date 2012-01-01\n\n$GENERAL\nLayers 2\n$EndGENERAL\n",
    },
    ".bs": {
        "Bikeshed": '<pre class="metadata">\nTitle: A Spec\nStatus: LS\n</pre>\n',
        "Bluespec BH": "package Counter where\n\ninterface Counter =\n  count :: Bit 8\n",
        "BrighterScript": "sub main()\n    print \"hello\"\nend sub\n",
    },
    ".cairo": {
        "Cairo": "fn main() -> felt252 {\n    let n = 2 + 3;\n    n\n}\n",
        "Cairo Zero": "%lang starknet\nfrom starkware.cairo.common.math import assert_nn\n\nfunc main() {\n    ret;\n}\n",
    },
    ".cake": {
        "C#": '#tool "nuget:?package=xunit"\nvar target = Argument("target", "Default");\nTask("Default").Does(() => { });\n',
        "CoffeeScript": "fs = require 'fs'\n\ntask 'build', 'Build it', (options) ->\n  console.log 'built'\n",
    },
    ".cfg": {
        "HAProxy": "global\n    daemon\n\nfrontend web\n    bind *:80\n    default_backend servers\n",
        "INI": "[metadata]\nname = thing\nversion = 1.0\n",
    },
    ".cgi": {"Perl": _PERL, "Python": _PYTHON, "Shell": _SHELL},
    ".ch": {
        "Charity": "data LIST(A) -> C = nil: 1 -> C\n                | cons: A * C -> C.\n",
        "xBase": "#ifndef THING_CH\n#define THING_CH\n#command GREET <n> => ? <n>\n#endif\n",
    },
    ".cl": {
        "Common Lisp": _COMMON_LISP,
        "Cool": "class Main inherits IO {\n  main(): Object { out_string(\"hello\") };\n};\n",
        "OpenCL": "// adds\n__kernel void add(__global const float *a, __global float *b) {\n  b[0] = a[0];\n}\n",
    },
    ".cls": {
        "Apex": "public with sharing class Account_Helper {\n  public static void run() {\n    System.debug('x');\n  }\n}\n",
        "ObjectScript": "Class Sample.Person Extends %Persistent\n{\nProperty Name As %String;\n}\n",
        "OpenEdge ABL": "USING ProgressReporter.Lang.*.\n\nCLASS Person:\n  DEFINE PUBLIC PROPERTY Age AS INTEGER GET. SET.\nEND CLASS.\n",
        "TeX": "\\NeedsTeXFormat{LaTeX2e}\n\\ProvidesClass{letterhead}\n\\LoadClass{article}\n",
        "VBA": 'VERSION 1.0 CLASS\nBEGIN\n  MultiUse = -1\nEND\nAttribute VB_Name = "Person"\n',
        "Visual Basic 6.0": 'VERSION 1.0 CLASS\nBEGIN\n  MultiUse = -1\n  Persistable = 0\nEND\nAttribute VB_Name = "P"\n',
    },
    ".cp": {
        "C++": _CPP,
        "Component Pascal": "MODULE Hello;\n\nIMPORT StdLog;\n\nPROCEDURE Do*;\nBEGIN\n  StdLog.String(\"x\")\nEND Do;\n\nEND Hello.\n",
    },
    ".cs": {
        "C#": "using System;\n\nnamespace Shapes\n{\n    class Circle { }\n}\n",
        "Smalltalk": "!Circle methodsFor: 'area'!\narea\n\t^radius squared * Float pi! !\n",
    },
    ".csl": {
        "Kusto": "StormEvents\n| where State == 'TEXAS'\n| summarize count() by EventType\n",
        "XML": _XML,
    },
    ".cue": {
        "CUE": 'package config\n\n#Pet: {\n\tname: string\n\tage:  int & >0\n}\n',
        "Cue Sheet": 'PERFORMER "Ann"\nTITLE "Songs"\nFILE "songs.wav" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n',
    },
    ".d": {
        "D": "module shapes;\n\nimport std.stdio;\n\nvoid main() {\n  writeln(\"hello\");\n}\n",
        "DTrace": "syscall::open:entry\n{\n  printf(\"%s\", execname);\n}\n",
        "Makefile": "main.o: main.c \\\n  /usr/include/stdio.h \\\n  types.h\n",
    },
    ".ddl": {"PLSQL": "CREATE TABLE pet (\n  name VARCHAR2(20)\n)\n/\n", "SQL": _SQL},
    ".dsc": {
        "Debian Package Control File": "Format: 3.0 (quilt)\nSource: tool\nBinary: tool\nArchitecture: any\n",
        "DenizenScript": "greeter:\n    type: task\n    script:\n    - narrate hello\n",
    },
    ".dsp": {
        "Faust": 'declare name "gain";\nimport("stdfaust.lib");\nprocess = _ * 0.5;\n',
        "Microsoft Developer Studio Project": '# Microsoft Developer Studio Project File - Name="a"\n# Microsoft Developer Studio Generated Build File, Format Version 6.00\n',
    },
    ".e": {
        "E": "def twice(x) {\n  return x * 2\n}\nvar total := 0\ndef answer := twice(21)\n",
        "Eiffel": "class\n\tHELLO\ncreate\n\tmake\nfeature\n\tmake\n\t\tdo\n\t\t\tprint (\"x\")\n\t\tend\nend\n",
        "Euphoria": "include std/io.e\n\nfunction twice(integer x)\n  return x * 2\nend function\n",
    },
    ".ecl": {
        "ECL": "IMPORT Std;\n\nPerson := RECORD\n  STRING name;\nEND;\nOUTPUT('hello');\n",
        "ECLiPSe": ":- lib(ic).\n\nsolve(X) :-\n    X :: 1..10,\n    labeling([X]).\n",
    },
    ".es": {
        "Erlang": "#!/opt/unheard-of\n%% -*- mode\nmain(Args) ->\n    io:format(\"~p~n\", [Args]).\n",
        "JavaScript": "// a module\nexport default function twice(x) {\n  return 2 * x;\n}\n",
    },
    ".ex": {
        "Elixir": "defmodule Shapes do\n  @moduledoc \"Shapes\"\n  def area(r), do: r * r\nend\n",
        "Euphoria": "include std/io.e\n\nprocedure main()\n  puts(1, \"hello\")\nend procedure\n",
    },
    ".f": {
        "Fortran": _FORTRAN,
        "Forth": _FORTH,
        "Filebench WML": "define process name=reader\n{\n  thread name=t {\n    flowop read name=r,filename=f\n  }\n}\n",
    },
    ".fcgi": {
        "Lua": 'local wsapi = require "wsapi.fastcgi"\nwsapi.run(app)\n',
        "PHP": _PHP,
        "Perl": _PERL,
        "Python": _PYTHON,
        "Ruby": "require 'rack'\nRack::Handler::FastCGI.run(App.new)\n",
        "Shell": "#!/bin/sh\nexec /srv/app\n",
    },
    ".for": {
        "Fortran": _FORTRAN,
        "Forth": _FORTH,
        "Formatted": "   1  0.000  1.250\n   2  0.100  1.310\n   3  0.200  1.400\n",
    },
    ".fr": {
        "Frege": "module Hello where\n\nimport Data.List\n\nmain = println \"hello\"\n",
        "Forth": _FORTH,
        "Text": "Bonjour le monde.\nCeci est un texte.\n",
    },
    ".frag": {
        "GLSL": _GLSL,
        "JavaScript": "(function () {\n  var total = 0;\n  total += 1;\n})();\n",
    },
    ".frm": {
        "VBA": "VERSION 5.00\nBegin {C62A69F0-16DC-11CE-9E98-00AA00574A4F} UserForm1 \n   Caption = \"A\"\nEnd\n",
        "Visual Basic 6.0": _VB_FORM,
    },
    ".fs": {
        "F#": "module Shapes\n\nopen System\n\nlet twice x = 2 * x\n",
        "Filterscript": _RENDER_SCRIPT,
        "Forth": _FORTH,
        "GLSL": _GLSL,
    },
    ".ftl": {
        "Fluent": "welcome = Welcome to { -brand-name }\nlogin-button = Log in\n",
        "FreeMarker": "<#if user??>\n  <p>Hello ${user.name}!</p>\n</#if>\n",
    },
    ".fx": {
        "FLUX": "source Listen => Flow;\nFlow = Read -> Parse -> Write;\nhandle error Read => Fail;\n",
        "HLSL": "float4x4 world;\n\nfloat4 main(float4 p : POSITION) : SV_Position {\n  return mul(p, world);\n}\n",
    },
    ".g": {"G-code": "G21\nG90\nM3\nG01 X10 Y10 F200\nM30\n", "GAP": _GAP},
    ".gd": {
        "GDScript": "extends Node2D\n\nvar speed = 10\n\nfunc _ready():\n\tpass\n",
        "GAP": 'DeclareCategory( "IsThing", IsObject );\nDeclareOperation( "Size", [ IsThing ] );\n',
    },
    ".gml": {
        "Game Maker Language": "if (keyboard_check(vk_left)) {\n    x -= 4;\n}\ndraw_self();\n",
        "Graph Modeling Language": "graph [\n  directed 1\n  node [\n    id 1\n  ]\n]\n",
        "Gerber Image": _GERBER,
        "XML": _XML,
    },
    ".gs": {
        "Genie": "[indent=4]\ninit\n    print \"hello\"\n",
        "Gosu": "uses java.util.List\n\nfunction twice(x : int) : int {\n  return 2 * x\n}\n",
        "GLSL": "#version 150\nlayout(points) in;\nvoid main() {\n  EmitVertex();\n}\n",
        "JavaScript": "function onOpen() {\n  var ui = SpreadsheetApp.getUi();\n  ui.alert('hello');\n}\n",
    },
    ".gst": {
        "Gosu": '<%@ params(names : String[]) %>\n<% for (name in names) { %>\n  Hello ${name}\n<% } %>\n',
        "XML": _XML,
    },
    ".gts": {
        "Glimmer TS": "import Component from '@glimmer/component';\n\nexport default class A extends Component {\n  <template>hi</template>\n}\n",
        "Gerber Image": _GERBER,
    },
    ".h": {
        "C": "#ifndef A_H\n#define A_H\nstruct point { int x; };\nint twice(int x);\n#endif\n",
        "C++": "#pragma once\ntemplate <typename T>\nT twice(T x) { return x + x; }\n",
        "Objective-C": "#import <Foundation/Foundation.h>\n\n@interface Circle : NSObject\n- (int)area;\n@end\n",
    },
    ".hh": {"C++": _CPP, "Hack": _HACK},
    ".html": {
        "HTML": "<!DOCTYPE html>\n" + _HTML,
        "Ecmarkup": "<!doctype html>\n<emu-clause id=\"a\">\n<h1>A</h1>\n<emu-alg>1. Return.</emu-alg>\n</emu-clause>\n",
    },
    ".i": {
        "SWIG": '%module shapes\n%{\n#include "shapes.h"\n%}\nint twice(int x);\n',
        "Assembly": _X86,
        "Motorola 68K Assembly": _M68K,
    },
    ".ice": {
        "Slice": "module Demo\n{\n    interface Printer\n    {\n        void print(string s);\n    }\n}\n",
        "JSON": '{\n  "version": "1.2",\n  "design": {}\n}\n',
    },
    ".inc": {
        "Assembly": _X86,
        "BitBake": 'SUMMARY = "Shared parts"\nDEPENDS += "zlib"\ninherit pkgconfig\n',
        "C++": _C_LIKE,
        "HTML": _HTML,
        "Motorola 68K Assembly": _M68K,
        "NASL": 'include("http_func.inc");\n\nfunction twice(x)\n{\n  return x * 2;\n}\n',
        "PHP": _PHP,
        "POV-Ray SDL": "#declare Red = color rgb <1, 0, 0>;\n#macro Ball(r)\n  sphere { 0, r }\n#end\n",
        "Pascal": "{$ifdef FPC}\nprocedure Greet;\nbegin\n  writeln('hello');\nend;\n{$endif}\n",
        "Pawn": "#if defined _thing_included\n  #endinput\n#endif\nstock twice(x)\n{\n  return x * 2;\n}\n",
        "SQL": "CREATE TABLE people (\n  name varchar(20)\n);\n",
        "SourcePawn": "#pragma semicolon 1\n\nmethodmap Thing < Handle\n{\n  public native void Go();\n}\n",
    },
    ".j": {
        "Jasmin": ".class public Hello\n.super java/lang/Object\n.method public <init>()V\n  return\n.end method\n",
        "Objective-J": "@import <Foundation/CPObject.j>\n\n@implementation Circle : CPObject\n{\n}\n@end\n",
    },
    ".jq": {
        "JSONiq": 'jsoniq version "1.0";\nfor $p in collection("people")\nwhere $p.age gt 18\nreturn $p.name\n',
        "jq": "def twice: . * 2;\n.[] | select(.age > 18) | .name\n",
    },
    ".json": {"JSON": '{"name": "thing"}\n', "OASv2-json": _OAS2, "OASv3-json": _OAS3},
    ".ks": {
        "KerboScript": "SET x TO 10.\nLOCK throttle TO 1.0.\nUNTIL x < 0 {\n  PRINT x.\n}\n",
        "Kickstart": "lang en_US.UTF-8\nkeyboard us\nrootpw --lock\n%packages\n@core\n%end\n",
    },
    ".l": {
        "Lex": "%{\n#include <stdio.h>\n%}\n%%\n[0-9]+  { return NUMBER; }\n%%\n",
        "PicoLisp": "(de twice (X)\n   (* 2 X) )\n",
        "Common Lisp": _COMMON_LISP,
        "Roff": ".TH X 1\n.SH NAME\nx\n.br\n",
    },
    ".lean": {
        "Lean": "import data.nat.basic\n\ntheorem t : 1 + 1 = 2 := rfl\n",
        "Lean 4": "import Mathlib.Data.Nat.Basic\n\ntheorem t : 1 + 1 = 2 := rfl\n",
    },
    ".lisp": {"Common Lisp": _COMMON_LISP, "NewLisp": _NEW_LISP},
    ".lp": {
        "Answer Set Programming": "color(red;green).\n1 { paint(N,C) : color(C) } 1 :- node(N).\n#show paint/2.\n",
        "Linear Programming": "Maximize\n obj: x + 2 y\nSubject To\n c1: x + y <= 10\nEnd\n",
    },
    ".ls": {
        "LiveScript": "twice = (x) -> x * 2\nconsole.log twice 4\n",
        "LoomScript": "package\n{\n    import loom.Application;\n    public class Hello extends Application { }\n}\n",
    },
    ".lsp": {"Common Lisp": _COMMON_LISP, "NewLisp": _NEW_LISP},
    ".m": {
        "Mercury": ":- module hello.\n:- interface.\n:- import_module io.\n:- pred main(io::di, io::uo) is det.\n",
        "Objective-C": "#import \"Circle.h\"\n\n@implementation Circle\n- (int)area { return 1; }\n@end\n",
        "Limbo": "Hello: module\n{\n\tPATH: con \"/dis/hello.dis\";\n};\n",
        "M": "hello ; greets\n ; a comment\n write \"hello\",!\n quit\n",
        "MATLAB": "function y = twice(x)\n  y = 2 * x;\nend\n",
        "MUF": ": main ( -- )\n  \"hello\" .tell\n;\n",
        "Mathematica": "(* squares *)\nsquare[x_] := x^2\nTable[square[i], {i, 10}] (* ten *)\n",
    },
    ".m4": {
        "M4": "define(`twice', `$1$1')dnl\ntwice(`a')\n",
        "M4Sugar": "AC_DEFUN([MY_CHECK], [\n  AC_MSG_CHECKING([for it])\n])\n",
    },
    ".mask": {
        "Mask": "div.page > h1 > 'Title'\nul {\n  li > 'One'\n}\n",
        "Unity3D Asset": "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!319 &31900000\nAvatarMask:\n",
    },
    ".mc": {
        "Monkey C": "using Toybox.System;\n\nclass App {\n  function start() { System.println(\"x\"); }\n}\n",
        "Win32 Message File": "MessageIdTypedef=DWORD\n\nMessageId=1\nSymbolicName=OOPS\nLanguage=English\nIt broke.\n.\n",
        "M4": "divert(-1)\ndnl mail\ndefine(`HOST', `example')\n",
    },
    ".md": {
        "Markdown": "# A Title\n\nSome *text* with a [link](x).\n",
        "GCC Machine Description": ";; Machine description\n(define_insn \"addsi3\"\n  [(set (match_operand 0))])\n",
    },
    ".ml": {
        "OCaml": "module Shapes = struct\n  let rec length l = match l with [] -> 0 | _ :: t -> 1 + length t\nend\n",
        "Standard ML": "structure Shapes = struct\n  fun twice x = x + x\n  val f = fn x => x + 1\nend\n",
    },
    ".mm": {
        "Objective-C++": "#import \"Circle.h\"\n#include <vector>\n\n@implementation Circle\n@end\n",
        "XML": '<map version="1.0.1">\n<node TEXT="A"/>\n</map>\n',
    },
    ".mo": {
        "Modelica": "model Circuit\n  parameter Real R = 1;\nequation\n  v = R * i;\nend Circuit;\n",
        "Motoko": 'import Nat "mo:base/Nat";\n\nactor Counter {\n  public func inc() : async Nat { 1 };\n};\n',
    },
    ".mod": {
        "Linux Kernel Module": "drivers/net/dummy.o\n",
        "Modula-2": "MODULE Hello;\nFROM InOut IMPORT WriteString;\nBEGIN\n  WriteString('x');\nEND Hello.\n",
        "NMODL": "NEURON {\n  SUFFIX leak\n  RANGE g\n}\nUNITS {\n  (mV) = (millivolt)\n}\n",
        "AMPL": "set PLANTS;\nparam cost {PLANTS} > 0;\nvar make {PLANTS} >= 0;\nminimize total: sum {p in PLANTS} cost[p];\n",
        "XML": "<!-- notation module -->\n<!ENTITY % a.att \"id ID #IMPLIED\">\n",
    },
    ".mojo": {
        "Mojo": "from math import sqrt\n\nfn main():\n    print(sqrt(4.0))\n",
        "XML": _XML,
    },
    ".moo": {
        "Moocode": "@program me:greet\nplayer:tell(\"hello\");\nreturn 1;\n.\n",
        "Mercury": ":- module maths.\n:- interface.\n:- func twice(int) = int.\n",
    },
    ".mqh": {
        "MQL4": "#property strict\ndouble twice(double x)\n{\n   return x * 2;\n}\n",
        "MQL5": "#include <Trade/Trade.mqh>\nclass CBot\n{\n   CTrade m_trade;\n};\n",
    },
    ".ms": {
        "MAXScript": "fn twice x = (\n  x * 2\n)\nbox length:10\n",
        "Roff": ".TL\nA Paper\n.AU\nAnn\n.PP\nText.\n",
        "Unix Assembly": ".globl main\n.include \"macros.inc\"\nmain:\n\tret\n",
    },
    ".n": {
        "Nemerle": "using System.Console;\n\nmodule Hello {\n  Main() : void { WriteLine(\"x\"); }\n}\n",
        "Roff": ".TH button n 4.4 Tk\n.SH NAME\nbutton\n",
    },
    ".nas": {
        "Nasal": "var twice = func(x) {\n  return 2 * x;\n}\nsetprop(\"/a\", twice(2));\n",
        "Assembly": _X86,
    },
    ".nb": {
        "Mathematica": "(* Content-type: application/mathematica *)\nNotebook[{Cell[\"Title\", \"Title\"]}]\n",
        "Text": "Some notes about nothing.\n",
    },
    ".ncl": {
        "NCL": "begin\n  f = addfile(\"a.nc\", \"r\")\n  print(f)\nend\n",
        "Gerber Image": _GERBER.replace("G01*", "D10*"),
        "Text": "THE_TITLE\nA text\n",
        "XML": _XML,
    },
    ".nl": {
        "NL": "g3 1 1 0\n 2 1 1 0 0\nb0 \n",
        "NewLisp": _NEW_LISP,
    },
    ".nr": {"Noir": "fn main(x: Field) {\n    assert(x != 0);\n}\n", "Roff": ".de PP\n.sp\n..\n"},
    ".nu": {
        "Nu": "(class Circle is NSObject\n  (- (int) area is 1))\n(set x 4)\n",
        "Nushell": "def greet [name] {\n  print $name\n}\nlet x = 4\n",
    },
    ".odin": {
        "Object Data Instance Notation": "person = <\n  name = <\"Ann\">\n  age = <30>\n>\n",
        "Odin": 'package main\n\nimport "core:fmt"\n\nmain :: proc() {\n\tfmt.println("x")\n}\n',
    },
    ".p": {
        "OpenEdge ABL": "DEFINE VARIABLE i AS INTEGER NO-UNDO.\nDO i = 1 TO 10:\n  DISPLAY i.\nEND.\n",
        "Gnuplot": "set terminal png\nset output 'a.png'\nplot sin(x)\n",
    },
    ".pbt": {
        "PowerBuilder": 'Save Format v3.0(19990112)\n@begin Projects\n 0 "";\n@end;\n',
        "Protocol Buffer Text Format": 'name: "thing"\nlayer {\n  type: "Data"\n}\n',
    },
    ".php": {"PHP": _PHP, "Hack": _HACK},
    ".pkl": {
        "Pkl": "module app\n\nname: String = \"thing\"\nserver {\n  port = 80\n}\n",
        "Pickle": "(dp0\nS'a'\np1\nI1\ns.\n",
    },
    ".pl": {"Perl": _PERL, "Prolog": _PROLOG, "Raku": _RAKU},
    ".plist": {
        "XML Property List": '<?xml version="1.0"?>\n<!DOCTYPE plist>\n<plist version="1.0">\n<dict/>\n</plist>\n',
        "OpenStep Property List": "{\n  name = thing;\n  list = (1, 2);\n}\n",
    },
    ".plt": {
        "Gnuplot": "set title 'A'\nplot 'a.dat' using 1:2 with lines\n",
        "Prolog": ":- begin_tests(a).\ntest(one) :- true.\n:- end_tests(a).\n",
    },
    ".pluginspec": {
        "Ruby": "Jenkins::Plugin::Specification.new do |plugin|\n  plugin.name = 'a'\nend\n",
        "XML": _XML,
    },
    ".pm": {
        "Perl": _PERL,
        "Raku": _RAKU,
        "X PixMap": "/* XPM */\nstatic char *a[] = {\n\"1 1 1 1\",\n\"a c #000000\",\n\"a\"};\n",
    },
    ".pod": {
        "Pod": "=head1 NAME\n\ntool - does it\n\n=cut\n",
        "Pod 6": "=begin pod\n=head1 NAME\n\n=end pod\n",
    },
    ".pp": {
        "Puppet": "class web {\n  package { 'nginx':\n    ensure => installed,\n  }\n}\n",
        "Pascal": "program hello;\nbegin\n  writeln('x');\nend.\n",
    },
    ".prc": {"PLSQL": _PLSQL, "SQL": _SQL},
    ".pro": {
        "IDL": "pro greet, name\n  compile_opt idl2\n  print, name\nend\n",
        "Proguard": "-keep class com.example.** { *; }\n-keepattributes Signature\n",
        "QMake": "TARGET = app\nHEADERS += a.h\nSOURCES += a.cpp\n",
        "INI": "last_client=ann\nmode=1\n",
        "Prolog": "parent(ann, bob).\nelder(X, Y) :- parent(X, Y).\n",
    },
    ".properties": {
        "Java Properties": "# settings\nserver.port=80\nserver.name=thing\n",
        "INI": "[server]\nport=80\n",
    },
    ".q": {
        "HiveQL": "CREATE TABLE people (name STRING);\nSELECT name FROM people;\n",
        "q": "twice:{2*x}\n\\d .util\nsquare:{x*x}\n",
    },
    ".qs": {
        "Q#": "namespace Demo {\n    open Microsoft.Quantum.Intrinsic;\n    operation Go() : Unit { }\n}\n",
        "Qt Script": "var w = new QWidget();\nPoint.prototype.twice = function() { return 2; };\n",
    },
    ".r": {
        "R": "# twice\ntwice <- function(x) {\n  2 * x\n}\n",
        "Rez": "#include \"Types.r\"\n\nresource 'STR ' (128) {\n  \"hello\"\n};\n",
        "Rebol": "REBOL [\n  Title: \"Hello\"\n]\nprint \"hello\"\n",
    },
    ".re": {
        "Reason": "open Belt;\nmodule type Shape = {\n  let area: int;\n};\nlet twice = x => x * 2;\n",
        "C++": "#include <stdio.h>\n/*!re2c\n  [0-9]+ { return 1; }\n*/\n",
    },
    ".res": {
        "ReScript": "open Belt\nlet twice = x => x * 2\n",
        "XML": _XML,
    },
    ".rno": {
        "RUNOFF": ".! a comment\n.title A Paper\n.c;Centred\n.end literal\n",
        "Roff": '.\\" a comment\n.TH X 1\n',
    },
    ".rpy": {
        "Ren'Py": 'label start:\n    e "Hello."\n    return\n',
        "Python": _PYTHON,
    },
    ".rs": {
        "RenderScript": _RENDER_SCRIPT,
        "Rust": "use std::io;\n\nfn main() {\n    println!(\"x\");\n}\n",
        "XML": _XML,
    },
    ".rsc": {
        "Rascal": "module Shapes\n\nimport IO;\n\nint twice(int x) = 2 * x;\n",
        "RouterOS Script": "/ip address\nadd address=10.0.0.1/24 interface=ether1\n",
    },
    ".s": {
        "Unix Assembly": "\t.globl main\nmain:\n\tmovl\t%eax, %ebx\n\tret\n",
        "Assembly": _X86,
        "Motorola 68K Assembly": _M68K,
    },
    ".sc": {
        "SuperCollider": "Circle {\n  var r;\n  area { ^this.r.squared }\n}\n",
        "Scala": "import scala.util.Random\n\nclass Circle(r: Int) {\n  def area = r * r\n}\n",
    },
    ".scd": {
        "SuperCollider": "(\nSynthDef(\\tone, { Out.ar(0, SinOsc.ar(440)) }).add;\n)\n",
        "Markdown": "tool(1)\n\n# NAME\n\ntool - does it\n",
    },
    ".sch": {
        "Eagle": _EAGLE,
        "KiCad Schematic": "(kicad_sch (version 20230121)\n  (generator eeschema)\n)\n",
        "Scheme": _SCHEME,
        "XML": '<schema xmlns="http://purl.oclc.org/dsdl/schematron">\n</schema>\n',
    },
    ".scm": {
        "Scheme": "(define (twice x)\n  (* 2 x))\n",
        "Tree-sitter Query": "(function_definition\n  name: (identifier) @function)\n(#eq? @a \"b\")\n",
    },
    ".shader": {
        "ShaderLab": 'Shader "Custom/A" {\n  SubShader {\n    Pass { }\n  }\n}\n',
        "GLSL": _GLSL,
    },
    ".sls": {
        "SaltStack": "nginx:\n  pkg.installed: []\n  service.running:\n    - enable: True\n",
        "Scheme": "(library (shapes)\n  (export twice)\n  (import (rnrs))\n  (define (twice x) (* 2 x)))\n",
    },
    ".sol": {
        "Solidity": "pragma solidity ^0.8.0;\n\ncontract A {\n  uint x;\n}\n",
        "Gerber Image": _GERBER,
    },
    ".spec": {
        "RPM Spec": "Name: tool\nVersion: 1.0\nSummary: A tool\n\n%prep\n%build\nmake\n",
        "Python": "a = Analysis(['main.py'])\npyz = PYZ(a.pure)\n",
        "Ruby": "require 'spec_helper'\n\ndescribe 'a' do\nend\n",
    },
    ".sql": {
        "SQL": _SQL + "BEGIN TRANSACTION;\nCOMMIT;\n",
        "SQLPL": "ALTER MODULE m PUBLISH FUNCTION f;\nSELECT * FROM SYSCAT.TABLES;\n",
        "TSQL": "USE [a]\nGO\nDECLARE @x INT\nBEGIN TRANSACTION\nSELECT * FROM [dbo].[People]\nGO\n",
        "PLSQL": _PLSQL,
        "PLpgSQL": "CREATE FUNCTION twice(x int) RETURNS int AS $$\nBEGIN\n  RETURN 2 * x;\nEND;\n$$ LANGUAGE plpgsql;\n",
    },
    ".srt": {
        "SubRip Text": "1\n00:00:01,000 --> 00:00:02,000\nHello.\n",
        "SRecode Template": 'set mode "c-mode"\ncontext file\ntemplate empty\n----\n----\n',
    },
    ".st": {
        "Smalltalk": "Object subclass: #Circle\n\tinstanceVariableNames: 'r'\n\tpackage: 'Shapes'\n",
        "StringTemplate": "page(title, body) ::= <<\n<html><title>$title$</title></html>\n>>\n",
    },
    ".star": {
        "STAR": "data_a\nloop_\n_atom.id\n_atom.x\n1 2.0\n",
        "Starlark": "def twice(x):\n    return 2 * x\n",
    },
    ".svx": {
        "Survex data": "; a cave\n*begin cave\n1 2 10.0 90 0\n*end cave\n",
        "mdsvex": "# Title\n\n<script>\n  let x = 1;\n</script>\n",
    },
    ".sw": {
        "Sway": "contract;\n\nabi A {\n    fn twice(x: u64) -> u64;\n}\n",
        "XML": _XML,
    },
    ".t": {
        "Terra": "local C = terralib.includec('stdio.h')\nterra main()\n  C.printf('x')\nend\n",
        "Turing": "% counts\nvar total : int := 0\nfor i : 1 .. 10\n  put i\nend for\n",
        "Perl": "use strict;\nuse Test::More tests => 1;\nok(1, 'works');\n",
        "Raku": "use v6;\nuse Test;\nok True;\n",
    },
    ".tact": {
        "Tact": "contract Counter {\n    value: Int = 0;\n}\n",
        "JSON": '{"project": {}}\n',
    },
    ".toc": {
        "World of Warcraft Addon Data": "## Interface: 100000\n## Title: Thing\nThing.lua\n",
        "TeX": "\\contentsline {section}{\\numberline {1}One}{1}{}\n",
    },
    ".trigger": {
        "Apex": "trigger OnAccount on Account (before insert) {\n  System.debug('x');\n}\n",
        "Shell": _SHELL,
    },
    ".ts": {
        "TypeScript": "export function twice(x: number): number {\n  return 2 * x;\n}\n",
        "XML": '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de">\n</TS>\n',
    },
    ".tsp": {
        "TSPLIB data": "NAME : five\nTYPE : TSP\nDIMENSION : 5\nNODE_COORD_SECTION\n",
        "TypeSpec": 'import "@typespec/http";\n\nmodel Pet {\n  name: string;\n}\n',
    },
    ".tst": {
        "GAP": "gap> 1 + 1;\n2\n",
        "Scilab": "x = 1 + 1;\nassert_checkequal(x, 2);\n",
    },
    ".tsx": {
        "TSX": "export const A = () => <div>hello</div>;\n",
        "XML": '<?xml version="1.0" encoding="UTF-8"?>\n<tileset name="a"/>\n',
    },
    ".txt": {
        "Adblock Filter List": "[Adblock Plus 2.0]\n! Title: A\n||example.com^\n",
        "Text": "Some text,\nand more. 10.0.0.1 is an address.\n",
        "Vim Help File": "*thing.txt*  About things\n\nText.\n\n vim:tw=78:ft=help:norl:\n",
        "Hosts File": "127.0.0.1 localhost\n10.0.0.1\tbuild.example.com build\n",
    },
    ".typ": {
        "Typst": "#import \"a.typ\": b\n#set page(width: 10cm)\n= Title\n",
        "XML": _XML,
    },
    ".v": {
        "Rocq Prover": "Require Import Arith.\n\nTheorem t : 1 + 1 = 2.\nProof.\n  reflexivity.\nQed.\n",
        "V": "fn main() {\n\tprintln('hello')\n}\n",
        "Verilog": "`timescale 1ns/1ps\nmodule inv (input a, output b);\n  assign b = ~a;\nendmodule\n",
    },
    ".vba": {
        "VBA": "Sub Go()\n    Dim n As Long\n    MsgBox n\nEnd Sub\n",
        "Vim Script": '" Vimball Archiver\nUseVimball\nfinish\n',
    },
    ".vcf": {
        "vCard": "BEGIN:VCARD\nVERSION:4.0\nFN:Ann\nEND:VCARD\n",
        "TSV": "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\n1\t100\t.\n",
    },
    ".vhost": {
        "ApacheConf": "<VirtualHost *:80>\n  ServerName a.example\n</VirtualHost>\n",
        "Nginx": "server {\n    listen 80;\n    server_name a.example;\n}\n",
    },
    ".w": {
        "CWeb": "@* Introduction.\nThis prints.\n@c\n@<Include files@>@;\nint main() { }\n@<Include...@>=\n@<Rest@>\n",
        "OpenEdge ABL": "&ANALYZE-SUSPEND _UIB-CODE-BLOCK _CUSTOM _DEFINITIONS C-Win\nDEFINE VARIABLE i AS INTEGER.\n",
    },
    ".workflow": {
        "HCL": 'workflow "Build" {\n  on = "push"\n  resolves = ["a"]\n}\n',
        "XML": _XML,
    },
    ".x": {
        "DirectX 3D File": "xof 0303txt 0032\nMesh {\n 3;\n}\n",
        "RPC": "program PING {\n  version V1 {\n    int ping(void) = 1;\n  } = 1;\n} = 0x20000001;\n",
        "Linker Script": "OUTPUT_FORMAT(\"elf32-i386\")\nSECTIONS\n{\n  .text : { *(.text) }\n}\n",
        "Logos": "%hook SpringBoard\n- (void)go { %orig; }\n%end\n",
    },
    ".yaml": _YAMLS,
    ".yml": _YAMLS,
    ".yy": {"JSON": '{\n  "name": "room"\n}\n', "Yacc": "%token NUMBER\n%%\nexpr: NUMBER ;\n%%\n"},
}  # fmt: skip
