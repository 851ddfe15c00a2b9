"""Where the house can be found: its address on the terminal, and a code of it for phones.

>>> address("127.0.0.1", 8000), address("::1", 8000)
('http://127.0.0.1:8000', 'http://[::1]:8000')
>>> for_all("0.0.0.0"), for_all("192.0.2.7"), only_here("127.0.0.1"), only_here("192.0.2.7")
(True, False, True, False)
"""

from __future__ import annotations

import io
import socket
from ipaddress import ip_address

import segno


def for_all(host: str) -> bool:
    """Whether one listens at every address of the machine."""
    return host in ("0.0.0.0", "::", "")


def only_here(host: str) -> bool:
    """Whether nobody outside of this machine can come in."""
    return host in ("127.0.0.1", "::1", "localhost")


def lan_address() -> str:
    """The address under which others in the network find this machine, as far as can be told."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(("192.0.2.1", 9))  # nothing is sent: the system only chooses the way
            return str(found.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def address(host: str, port: int) -> str:
    """The house's address as one types it."""
    if for_all(host):
        host = lan_address()
    try:
        shown = f"[{host}]" if ip_address(host).version == 6 else host
    except ValueError:
        shown = host
    return f"http://{shown}:{port}"


def code(url: str) -> str:
    """A QR code of an address, in half blocks."""
    drawn = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue()


def words(host: str, port: int, url: str, first_run: str) -> str:
    """What is printed when the house opens."""
    base = (url or address(host, port)).rstrip("/")
    said = [f"The house is open: {base}/"]
    if url or not only_here(host):
        said.append(code(f"{base}/"))
    if first_run:
        said.append("It has no floor manager yet. Whoever opens this link first is the one:")
        said.append(f"{base}/#first-run={first_run}")
    return "\n".join(said)
