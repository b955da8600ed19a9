# Ann promises, comes too early, comes again, and is paid. Bob does not want to.
at 0   enter Ann
at 10  stock bread
at 30  use
at 50  answer I will
at 80  use
at 90  answer Here it is
at 120 hold wheat
at 130 use
at 140 answer Here it is
at 150 snapshot
at 160 use
at 170 answer Take it
at 190 use
at 210 enter Bob
at 230 use
at 240 answer Not now
# Nobody gave him that answer.
at 250 answer Take it
