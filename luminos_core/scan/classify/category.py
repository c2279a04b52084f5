"""The category of a file: by name and extension, then by language, then by MIME type."""

import functools
import re
from fnmatch import translate

from luminos_core.records.snapshot import Category
from luminos_core.scan.classify.linguist import linguist


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_EXTENSIONS: dict[Category, tuple[str, ...]] = {
    Category.CONFIG: _split("""
        .cfg .conf .config .desktop .editorconfig .env .hcl .ini .lock .mk .plist .properties .props
        .reg .service .sln .socket .tf .tfvars .timer .toml .vcxproj .csproj .fsproj .yaml .yml
        """),
    Category.DATA: _split("""
        .arrow .avro .bin .cer .crl .crt .csv .dat .db .der .dtd .dump .feather .fits .geojson
        .h5 .hdf5 .ipynb .json .json5 .jsonl .jsonld .key .log .mat .mbox .mo .ndjson .npy .npz
        .ods .onnx .parquet .pb .pem .pickle .pkl .po .pot .pt .pth .rds .safetensors .sqlite
        .sqlite3 .tsv .xls .xlsx .xml .xsd
    """),
    Category.DOCUMENT: _split("""
        .adoc .asciidoc .bib .doc .docx .epub .man .markdown .md .mdx .odp .odt .org .pdf .pod .ppt
        .pptx .ps .rst .rtf .tex .texi .text .txt
        """),
    Category.MEDIA: _split("""
        .aac .aif .aiff .au .avi .avif .bmp .eot .flac .gif .heic .icns .ico .jpeg .jpg .m4a .m4v
        .mkv .mov .mp3 .mp4 .mpeg .mpg .ogg .opus .otf .png .psd .svg .tga .tif .tiff .ttf .wav
        .webm .webp .wmv .woff .woff2 .xbm .xcf .xpm
        """),
    Category.ARCHIVE: _split("""
        .7z .a .ar .apk .bz2 .cab .cpio .crate .deb .dmg .egg .gem .gz .iso .jar .lz .lz4 .lzma
        .nupkg .rar .rpm .tar .tbz .tbz2 .tgz .txz .war .whl .xar .xz .zip .zst
        """),
}
_BY_EXTENSION = {
    extension: category for category, extensions in _EXTENSIONS.items() for extension in extensions
}
# Names, lower case, that take precedence over their extension.
_CONFIG_NAMES = _split("""
    requirements*.txt constraints*.txt cmakelists.txt robots.txt package.json
    package-lock.json composer.json tsconfig*.json pom.xml go.mod go.sum makefile* gnumakefile
    dockerfile* jenkinsfile* vagrantfile procfile codeowners manifest.in py.typed .*rc .git*
    .*ignore
""")
_DOCUMENT_NAMES = _split("""
    readme* license* licence* copying* changelog* changes news authors* contributors*
    contributing* notice todo
""")
_NAMES = (
    (re.compile("|".join(map(translate, _CONFIG_NAMES))), Category.CONFIG),
    (re.compile("|".join(map(translate, _DOCUMENT_NAMES))), Category.DOCUMENT),
)
_PREFIXES = tuple(sorted({name.partition("*")[0] for name in _CONFIG_NAMES + _DOCUMENT_NAMES}))
_BY_TYPE = {
    "programming": Category.SOURCE,
    "markup": Category.SOURCE,
    "prose": Category.DOCUMENT,
    "data": Category.DATA,
}
_BY_MIME = (
    ("image/", Category.MEDIA),
    ("audio/", Category.MEDIA),
    ("video/", Category.MEDIA),
    ("font/", Category.MEDIA),
    ("application/pdf", Category.DOCUMENT),
    ("application/zip", Category.ARCHIVE),
    ("application/gzip", Category.ARCHIVE),
    ("application/x-tar", Category.ARCHIVE),
    ("application/x-xz", Category.ARCHIVE),
    ("application/x-bzip2", Category.ARCHIVE),
    ("application/x-7z-compressed", Category.ARCHIVE),
    ("application/zstd", Category.ARCHIVE),
    ("application/java-archive", Category.ARCHIVE),
)


def categorize(path: str, language: str | None, mime: str, binary: bool) -> Category:
    """Binary content that is neither media nor an archive is data, compiled code too."""
    name = path[path.rfind("/") + 1 :].lower()
    dot = name.rfind(".")
    extension = name[dot:] if dot >= 0 else ""
    if not _is_program(extension, language) and (named := _by_name(path.lower(), name)):
        return named  # license.py is a program
    return _by_content(extension, language, mime, binary)


@functools.cache
def _is_program(extension: str, language: str | None) -> bool:
    table = linguist()
    return table.types.get(language or "") == "programming" and extension in table.extensions


def _by_name(path: str, name: str) -> Category | None:
    if name.endswith(".txt") and path.endswith("requirements/" + name):
        return Category.CONFIG
    if not name.startswith(_PREFIXES):
        return None
    return next((category for names, category in _NAMES if names.match(name)), None)


@functools.lru_cache(maxsize=1024)
def _by_content(extension: str, language: str | None, mime: str, binary: bool) -> Category:
    if extension in _BY_EXTENSION:
        return _BY_EXTENSION[extension]
    if language in linguist().types:
        return _BY_TYPE[linguist().types[language]]
    by_mime = next((category for start, category in _BY_MIME if mime.startswith(start)), None)
    return by_mime or (Category.DATA if binary else Category.UNKNOWN)
