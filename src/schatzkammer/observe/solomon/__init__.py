"""King Solomon's encoder."""
