"""King Solomon's policy: the planner of digs, the values of tiles, and whole plans for a search."""
