# Ann paints, changes the brush, paints all by word, and cleans up.
at 0   enter Ann
at 30  use
at 60  prop colour=blue
at 70  use
at 90  snapshot
at 100 use
at 130 say Please paint it green
at 160 use
at 200 prop clear=
