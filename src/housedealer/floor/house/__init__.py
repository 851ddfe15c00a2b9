"""A card room that is open: its people, its tables, its books, and what it keeps of them.

Everything here is plain objects in one event loop; `housedealer.web` gives them doors. `store` alone has a
thread, which writes down in one transaction whatever happened since the last.
"""
