"""The clients that can be run: one a file, pure. Where things are goes in; argv, environment and files come out."""
