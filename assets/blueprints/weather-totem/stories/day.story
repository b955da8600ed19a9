# Ann asks; Bob comes, and is seen.
at 0   enter Ann
at 30  use
at 60  prop every=1
at 150 enter Bob
at 200 snapshot
at 260 use
