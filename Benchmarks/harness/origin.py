"""The web server that all programs download from: nginx on loopback, with files that are made once and kept."""

import getpass
import os
import socket
import subprocess
import time
from pathlib import Path

MANY = 10_000
MANY_BYTES = 10 * 1024
LIST = 100_000
LIST_BYTES = 1024
CAPPED_BYTES = 64 << 20
CAPPED_RATE = "2m"

CONFIG = """
user {user};
worker_processes auto;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  ssl_certificate {tls}/leaf.pem;
  ssl_certificate_key {tls}/leaf.key;
  ssl_protocols TLSv1.2 TLSv1.3;
  server {{
    listen 127.0.0.1:{http};
    listen 127.0.0.1:{https} ssl;
    listen 127.0.0.1:{h2} ssl http2;
    default_type application/octet-stream;
    location = /big.bin {{ alias {big}; }}
    location = /capped.bin {{ alias {data}/capped.bin; limit_rate {rate}; }}
    location /many/ {{ alias {data}/many/; }}
    location ~ "^/list/[0-9]+[.]bin$" {{ alias {data}/list.bin; }}
    location ~ "^/one/[0-9]+[.]bin$" {{ alias {data}/one.bin; }}
  }}
}}
"""


class Origin:
    """The server and its files. A context manager: the server runs inside it."""

    def __init__(self, data, folder, size):
        self.data, self.folder = data, folder
        self.tls = data / "tls"
        self.big = data / f"big-{size}.bin"
        self.ca = self.tls / "ca.pem"

    def make_files(self, say):
        self.data.mkdir(parents=True, exist_ok=True)
        size = int(self.big.stem.split("-")[1])
        for file, count in ((self.big, size), (self.data / "capped.bin", CAPPED_BYTES)):
            if not file.exists() or file.stat().st_size != count:
                say(f"makes {file.name}, {count >> 20} MiB")
                make_noise(file, count)
        make_noise(self.data / "list.bin", LIST_BYTES)
        (self.data / "one.bin").write_bytes(b"1")
        if len(list((self.data / "many").glob("*.bin"))) != MANY:
            say(f"makes {MANY:,} files of {MANY_BYTES >> 10} KiB")
            make_many(self.data / "many")
        if not self.ca.exists():
            make_certificates(self.tls)

    def served(self, path):
        """The file behind a URL's path."""
        if path == "/big.bin":
            return self.big
        folder = path.split("/")[1]
        return self.data / (f"{folder}.bin" if folder in ("list", "one") else path[1:])

    def url(self, scheme, path):
        return f"{'http' if scheme == 'http' else 'https'}://127.0.0.1:{self.ports[scheme]}{path}"

    def __enter__(self):
        # The server inherits bound sockets, so that the kernel picks the ports and nobody can take them in between.
        sockets = {scheme: listener() for scheme in ("http", "https", "h2")}
        self.ports = {scheme: listening.getsockname()[1] for scheme, listening in sockets.items()}
        values = dict(self.ports, folder=self.folder, data=self.data, tls=self.tls, big=self.big)
        config = self.folder / "nginx.conf"
        config.write_text(CONFIG.format(user=getpass.getuser(), rate=CAPPED_RATE, **values))
        descriptors = [listening.fileno() for listening in sockets.values()]
        environment = dict(os.environ, NGINX="".join(f"{number};" for number in descriptors))
        environment["PATH"] += ":/usr/sbin:/sbin"
        command = ["nginx", "-c", config, "-e", self.folder / "error.log"]
        self.process = subprocess.Popen(command, env=environment, pass_fds=descriptors, stderr=subprocess.DEVNULL)
        for listening in sockets.values():
            listening.close()
        self.wait_until_ready()
        return self

    def wait_until_ready(self):
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline and self.process.poll() is None:
            with socket.create_connection(("127.0.0.1", self.ports["http"])) as connection:
                connection.settimeout(10)
                connection.sendall(b"GET /one/0.bin HTTP/1.0\r\n\r\n")
                if connection.recv(64).startswith(b"HTTP/1.1 200"):
                    return
        raise SystemExit("bench: nginx did not start:\n" + (self.folder / "error.log").read_text())

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def listener():
    """A listening socket on a port of the kernel's choice."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(511)
    # The server's workers all wait on it: one that comes too late for a connection must not block in accept(2).
    listening.setblocking(False)
    return listening


def make_noise(file, count):
    """Bytes that no program can guess or compress, the same each time."""
    key = ["-K", "0123456789abcdef0123456789abcdef", "-iv", "0" * 32]
    source = subprocess.Popen(
        ["openssl", "enc", "-aes-128-ctr", *key, "-in", "/dev/zero"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    part = file.with_suffix(".part")
    with part.open("wb") as target:
        left = count
        while left > 0:
            left -= target.write(source.stdout.read(min(left, 1 << 20)))
    source.kill()
    source.wait()
    part.rename(file)


def make_many(folder):
    """Files that all differ, so that one under another's name shows."""
    folder.mkdir(exist_ok=True)
    noise = folder.with_suffix(".noise")
    make_noise(noise, MANY * MANY_BYTES)
    with noise.open("rb") as source:
        for number in range(MANY):
            (folder / f"{number:05}.bin").write_bytes(source.read(MANY_BYTES))
    noise.unlink()


def make_certificates(folder):
    """An authority, which each client is told to trust, and the server's certificate signed by it."""
    folder.mkdir(exist_ok=True)

    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    Path(folder / "leaf.ext").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\nbasicConstraints=CA:FALSE\n")
    openssl("req", *key, "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=127.0.0.1")
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "new-ca.pem", "-days", "3650", "-subj", "/CN=bench CA")
    signer = ["-CA", "new-ca.pem", "-CAkey", "ca.key", "-CAcreateserial"]
    openssl("x509", "-req", "-in", "leaf.csr", *signer, "-days", "3650", "-extfile", "leaf.ext", "-out", "leaf.pem")
    Path(folder / "new-ca.pem").rename(folder / "ca.pem")
