# Ann uses the lamp. It greets her, and it is dim again when its seconds are over.
at 0    enter Ann
at 60   use
at 90   prop seconds=2
at 120  prop greeting=Welcome
at 121  use
at 300  snapshot           # nothing may depend on what is not saved
at 301  use
