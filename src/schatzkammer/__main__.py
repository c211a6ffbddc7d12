"""`python -m schatzkammer`."""

from schatzkammer.cli import main

if __name__ == "__main__":
    main()
