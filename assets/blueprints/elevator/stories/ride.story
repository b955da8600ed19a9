# Ann rides up, and down again. The second floor is the highest.
at 0   enter Ann
at 30  use
at 60  answer Floor 2
at 120 snapshot
at 150 answer Floor 0
at 200 answer Floor 9
