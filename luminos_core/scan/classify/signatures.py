"""What libmagic says of content that begins so, whatever follows: asked once, written down here,
and asked again by a test. Most binary files of most trees are such, and libmagic takes as long for
each as the rest of the scan takes for ten files."""

SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\xff\xd8\xff\xe0", "image/jpeg"),
    (b"\xff\xd8\xff\xe1", "image/jpeg"),
    (b"\xff\xd8\xff\xdb", "image/jpeg"),
    (b"\xde\x12\x04\x95\0\0\0\0", "application/x-gettext-translation"),
    (b"\xde\x12\x04\x95\1\0\0\0", "application/x-gettext-translation"),
    (b"\x95\x04\x12\xde\0\0\0\0", "application/x-gettext-translation"),
    (b"\x95\x04\x12\xde\0\0\0\1", "application/x-gettext-translation"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\0", "application/x-xz"),
)
_STARTS = tuple(signature for signature, _ in SIGNATURES)


def type_by_signature(start: bytes) -> str:
    """The MIME type of content that begins with `start`; "" when only libmagic can tell."""
    if not start.startswith(_STARTS):
        return ""
    return next(mime for signature, mime in SIGNATURES if start.startswith(signature))
