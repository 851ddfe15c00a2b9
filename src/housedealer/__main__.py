"""`python -m housedealer`: the commands."""

from housedealer.cli import main

if __name__ == "__main__":
    main()
