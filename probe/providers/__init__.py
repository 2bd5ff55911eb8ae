"""The fake model APIs: one dialect a file, pure. A request value goes in, a reply value comes out."""
