"""`housedealer manager`: let a floor manager into a house that has none who can come in."""

from __future__ import annotations

from pathlib import Path

from housedealer.floor.house.managing import give_role, new_link
from housedealer.floor.house.people import FLOOR


def run(name: str | None, role: str | None, folder: Path, database: str | None, url: str) -> None:
    """Give an account a role, or print a link for another floor manager."""
    if name is not None:
        who, roles = give_role(folder, name, role or FLOOR, database)
        print(f"{who} has the roles {', '.join(roles)}.")
        return
    token = new_link(folder, database)
    print("Open the house; whoever opens this link first, within a day, is another floor manager:")
    print(f"{url.rstrip('/')}/#first-run={token}")
