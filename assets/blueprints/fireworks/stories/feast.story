# Three rockets. A second press while it burns does nothing.
at 0   enter Ann
at 30  use
at 100 use
at 230 snapshot
at 231 touch
