"""The works and, for each, the exact command of every program.

Words in capitals stand for: URL, NAMED_URL (the same with the host as a name), LIST (a file of URLs), CONFIG (the same as a
curl config), DIR (the new folder), NAME (the file in it), CA (the certificate authority), HOST, PORT and PATH (parts of the
URL). SYSTEM_CA=CA puts the authority in the place of the system's, in a mount namespace of the program alone.
"""

import re
from dataclasses import dataclass

from .origin import CAPPED_BYTES, LIST, LIST_BYTES, MANY, MANY_BYTES

OURS = "sluice"


@dataclass
class Work:
    name: str
    title: str
    commands: dict
    scheme: str = "http"
    path: str = "/big.bin"  # of a single file; {} is the number of the run
    many: str = ""  # or the pattern of many paths
    count: int = 1
    size: int = 0  # bytes in all, as announced
    rounds: float = 1  # × the rounds asked for
    one_place: bool = False  # all runs in one folder: only where they create next to nothing

    def paths(self, number):
        if self.many:
            return [self.many.format(index) for index in range(self.count)]
        return [self.path.format(number)]


# A large file. aria2 takes its fastest allocation here; its default, writing zeros first, is slower.
ARIA2 = "aria2c -q --no-conf --file-allocation=falloc"
FILE = {
    OURS: "sluice get URL -o NAME -d DIR -q",
    "floor": "floor HOST PORT PATH DIR/NAME",
    "curl": "curl -sSf -o DIR/NAME URL",
    "wget": "wget -q --no-hsts -P DIR URL",
    "wget2": "wget2 -q --no-hsts -P DIR URL",
    "axel -n 4": "axel -q -n 4 -o DIR/NAME URL",
    "aria2 -x 1": f"{ARIA2} -x 1 -d DIR -o NAME URL",
    "aria2 -x 16": f"{ARIA2} -x 16 -s 16 -d DIR -o NAME URL",
    "aria2-next": "aria2-next -q --no-conf -d DIR -o NAME URL",
    "FoundationNetworking": "TMPDIR=DIR foundation URL DIR/NAME",
}
FILES = {
    OURS: "sluice get -i LIST -d DIR -q",
    "curl --parallel": "curl -sSf -Z --parallel-max 50 --remote-name-all --output-dir DIR -K CONFIG",
    "wget": "wget -q --no-hsts -P DIR -i LIST",
    "wget2": "wget2 -q --no-hsts --max-threads=16 -P DIR -i LIST",
    "aria2 -j 16": "aria2c -q --no-conf --file-allocation=none -j 16 -d DIR -i LIST",
    "aria2-next -j 16": "aria2-next -q --no-conf -j 16 -d DIR -i LIST",
}
CAPPED = {
    OURS: FILE[OURS],
    f"{OURS} -x 16": FILE[OURS] + " -x 16",
    "curl": FILE["curl"],
    "axel -n 16": "axel -q -n 16 -o DIR/NAME URL",
    "aria2 -x 16": f"{ARIA2} -x 16 -s 16 -k 1M -d DIR -o NAME URL",
    "aria2-next": FILE["aria2-next"],
}
TRUST = {
    "sluice": "--cacert CA",
    "curl": "--cacert CA",
    "wget": "--ca-certificate=CA",
    "wget2": "--ca-certificate=CA",
    "aria2c": "--ca-certificate=CA",
    "aria2-next": "--ca-certificate=CA",
    "axel": "SSL_CERT_FILE=CA",
    "foundation": "SYSTEM_CA=CA",  # has no option of its own
}
SPEAK_HTTP2 = (OURS, "curl", "curl --parallel", "wget2", "aria2-next", "aria2-next -j 16")


def program_of(command):
    """The program's name in a command: the first word that sets no variable."""
    return next(word for word in command.split() if not is_setting(word))


def is_setting(word):
    return re.match(r"[A-Za-z_]+=", word) is not None


def trusting(commands, labels=None):
    """The commands for HTTPS, each told the authority in its own way; those that can't speak TLS are left out."""
    told = {}
    for label, command in commands.items():
        trust = TRUST.get(program_of(command))
        if program_of(command) == "axel":  # matches the certificate with names only, never with addresses
            command = command.replace(" URL", " -4 NAMED_URL")
        if trust and (labels is None or label in labels):
            told[label] = f"{trust} {command}" if is_setting(trust) else f"{command} {trust}"
    return told


def without(commands, *labels):
    return {label: command for label, command in commands.items() if label not in labels}


def all_works(size):
    big = f"{size / 2**30:g} GiB" if size >= 1 << 28 else f"{size / 2**20:g} MiB"
    small = f"{MANY:,} files of {MANY_BYTES >> 10} KiB"
    listed = f"a list of {LIST:,} URLs, {LIST_BYTES} bytes each"
    many = dict(many="/many/{:05}.bin", count=MANY, size=MANY * MANY_BYTES)
    return [
        Work("big-http", f"{big}, HTTP/1.1", FILE, size=size),
        Work("big-https", f"{big}, HTTPS (HTTP/1.1)", trusting(FILE), "https", size=size),
        Work("big-h2", f"{big}, HTTPS (HTTP/2)", trusting(FILE, SPEAK_HTTP2), "h2", size=size),
        Work("many-http", f"{small}, HTTP/1.1", FILES, **many),
        Work("many-https", f"{small}, HTTPS (HTTP/1.1)", trusting(FILES), "https", **many),
        Work("many-h2", f"{small}, HTTPS (HTTP/2)", trusting(FILES, SPEAK_HTTP2), "h2", **many),
        Work(
            "capped",
            f"{CAPPED_BYTES >> 20} MiB, the origin caps each connection at 2 MiB/s",
            CAPPED,
            path="/capped.bin",
            size=CAPPED_BYTES,
        ),
        Work(
            "list",
            listed,
            without(FILES, "aria2 -j 16", "aria2-next -j 16"),
            many="/list/{:05}.bin",
            count=LIST,
            size=LIST * LIST_BYTES,
            rounds=0.4,
        ),
        Work("start", "a file of 1 byte", without(FILE, "floor"), path="/one/{}.bin", size=1, rounds=8, one_place=True),
    ]
