"""1940: the German invasion of France and the Low Countries, two players on a hex map."""
