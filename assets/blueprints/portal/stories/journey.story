# The portal leads nowhere at first. Then Ann steps in again, and travels.
at 0   enter Ann
at 20  touch
at 200 prop name=the shore
at 201 prop world=shore-by-the-sea
at 220 touch
at 250 answer Travel
at 260 snapshot
