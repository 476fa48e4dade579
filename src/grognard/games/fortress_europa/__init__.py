"""Fortress Europa: two players, hexes, the campaign in the West from June 1944 to March 1945."""
