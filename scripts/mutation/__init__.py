"""Tries the tests on wrong programs."""
