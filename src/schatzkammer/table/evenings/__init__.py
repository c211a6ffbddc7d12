"""Evenings: many deals at several tables, ranked by matchpoints; and cups, Swiss or round robin."""
