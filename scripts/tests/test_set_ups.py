"""Tests of the fleets that are made up for War-in-the-Pacific Chess."""

from __future__ import annotations

import random
import unittest

from find_fleets import BASIC, Fleet, random_fleet, varied


class FleetTest(unittest.TestCase):
    def setUp(self) -> None:
        self.chance = random.Random(7)

    def test_a_deployment_is_read_and_written(self) -> None:
        fleet = random_fleet(self.chance)
        deployment = fleet.deployment(0, False)
        self.assertEqual(Fleet.read(deployment).pieces, fleet.pieces)
        self.assertEqual(Fleet.read(deployment).homes, fleet.homes)
        kinds = [drop[0] for drop in deployment.split(",")[:-1]]
        self.assertEqual(kinds, sorted(kinds, key=list(BASIC).index))
        self.assertEqual(deployment.split(",")[-1], "end")

    def test_a_deployment_is_turned(self) -> None:
        fleet = Fleet({(1, 0): "K", (2, 1): "Q"}, {(2, 1): (1, 0)})
        self.assertEqual(fleet.deployment(0, True), "K@o1,Q@n2>o1,end")
        self.assertEqual(fleet.deployment(1, False), "K@b16,Q@c15>b16,end")

    def test_variations_are_fleets_that_spend_their_points(self) -> None:
        fleet = random_fleet(self.chance)
        for _ in range(500):
            parent, fleet = fleet, varied(fleet, self.chance)
            self.assertTrue(fleet.is_legal(), fleet.deployment(0, False))
            self.assertLess(fleet.points_left(), 3)
            self.assertNotEqual(fleet.pieces, parent.pieces)

    def test_what_the_rules_refuse_is_no_fleet(self) -> None:
        too_few = random_fleet(self.chance)
        too_few.pieces = {at: kind for at, kind in too_few.pieces.items() if kind != "R"}
        bought_too_much = random_fleet(self.chance)
        free = ((x, 6) for x in range(16))
        bought_too_much.pieces |= dict.fromkeys(free, "N")
        far_away = random_fleet(self.chance)
        squadron = next(iter(far_away.homes))
        far_away.pieces[squadron[0], 7] = far_away.pieces.pop(squadron)
        far_away.homes[squadron[0], 7] = far_away.homes.pop(squadron)
        for wrong in (too_few, bought_too_much, far_away):
            self.assertFalse(wrong.is_legal())


if __name__ == "__main__":
    unittest.main()
