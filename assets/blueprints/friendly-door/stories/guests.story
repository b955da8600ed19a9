# The first player that enters owns the door. Bob is nobody's friend.
at 0   enter Ann
at 30  use                 # it opens, and shuts after three seconds
at 240 prop seconds=1
at 250 use
at 260 snapshot
at 340 enter Bob
at 360 use                 # it stays shut
