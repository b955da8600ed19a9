# Two breads for two copper each. Bob has no copper in his hand.
at 0   enter Ann
at 30  use                 # there is no chest: sold out
at 60  stock bread
at 80  use                 # Ann holds nothing
at 100 hold copper
at 101 use
at 130 use
at 160 snapshot
# That is more than she has.
at 170 prop price=20
at 180 use
at 210 use
