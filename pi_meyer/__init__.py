"""pi_meyer: the referee box that stands on a pub table and rules the dice-bluffing game Meyer."""
