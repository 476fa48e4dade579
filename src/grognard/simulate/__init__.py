"""Games by the thousand: fuzzing and measuring, for any game."""
