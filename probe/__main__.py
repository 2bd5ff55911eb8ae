"""`python -m probe` is `shape-probe`."""

from probe.cli.main import main

if __name__ == "__main__":
    main()
