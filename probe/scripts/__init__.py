"""What the fake model says, turn by turn: as values, as a file, and the player, which remembers what has been said."""
