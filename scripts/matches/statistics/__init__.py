"""Figures of a match: the standing, Elo, SPRT, Plackett-Luce ratings, and their text."""
