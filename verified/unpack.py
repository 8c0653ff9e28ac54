"""Opens a proof file: unpack.py FILE CLAIMS writes the length of the head, a newline, the head and the body.

Of proofs by choices it writes the claims instead of the body: CLAIMS is the judge's program that makes them. Of all this
the head has to be passed on as it is. A body or a claim that is not right can only be refused.
"""

import hashlib
import struct
import subprocess
import sys
import tempfile
from pathlib import Path


class Refused(Exception):
    """The file is not a proof."""


def unpack(file):
    """The head, as bytes, and the body of a file."""
    if file[:8] != b"rgproof\n" or len(file) < 56 or struct.unpack_from("<I", file, 8) != (1,):
        raise Refused("it is not a proof of format 1")
    if hashlib.sha256(file[:-32]).digest() != file[-32:]:
        raise Refused("its checksum is wrong")
    (length,) = struct.unpack_from("<I", file, 12)
    head, rest = file[16 : 16 + length], file[16 + length : -32]
    if len(head) != length or len(rest) < 8 or struct.unpack_from("<Q", rest) != (len(rest) - 8,):
        raise Refused("its lengths are wrong")
    word, _, size = head.rstrip(b"\n").rsplit(b"\n", 1)[-1].partition(b" ")
    if word != b"bytes" or not size.isdigit() or len(size) > 12 or int(size) > 2**20 + 100 * len(file):
        raise Refused("its head does not end with a line of bytes")
    body = expanded(rest[8:], int(size))
    if body is None:
        raise Refused("its body is not as long as its head says")
    # The name of a game from a file is the digest of the board, with which the body begins.
    _, is_file, digest = head.partition(b"\n")[0].partition(b":file=")
    if is_file and hashlib.sha256(body[4 : 4 + int.from_bytes(body[:4], "little")]).hexdigest().encode() != digest:
        raise Refused("its board is not the one that it names")
    return head, body


def expanded(packed, size):
    """What zstd makes of the bytes, if that are `size` bytes; no more than one byte beyond them is read."""
    with tempfile.TemporaryFile() as source:
        source.write(packed)
        source.seek(0)
        zstd = subprocess.Popen(["zstd", "-dcq"], stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with zstd:
            body = zstd.stdout.read(size + 1)
        # Where more follows, zstd ends by the closed pipe.
        return body if zstd.returncode == 0 and len(body) == size else None


def head_lines(head):
    """The head's lines, by their first word."""
    return dict(line.split(" ", 1) for line in head.decode().splitlines())


def has_claims(head):
    """Whether the checker takes the claims of a proof instead of its body."""
    return "form" in head_lines(head)


if __name__ == "__main__":
    try:
        head, body = unpack(Path(sys.argv[1]).read_bytes())
    except Refused as why:
        sys.exit(f"verified: {sys.argv[1]}: {why}")
    sys.stdout.buffer.write(b"%d\n" % len(head) + head)
    if has_claims(head):
        sys.stdout.flush()
        sys.exit(subprocess.run([sys.argv[2], sys.argv[1]]).returncode)
    sys.stdout.buffer.write(body)
