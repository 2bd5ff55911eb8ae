"""A family of commands, whose help says what each one does in a whole sentence: Click cuts a long one off."""

from sys import maxsize

import click


class Family(click.Group):
    """A group of commands."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each command's name and its first sentence, in the order of the family."""
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, command.get_short_help_str(maxsize)) for name, command in commands if command is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
