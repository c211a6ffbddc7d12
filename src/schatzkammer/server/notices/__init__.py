"""Notices: tells people outside the page that it is their turn, by push, mail, webhook or chat."""
