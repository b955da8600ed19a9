# A short tune to its end, and a long one that is stopped.
at 0   enter Ann
at 10  prop tune=c e g - c
at 20  use
at 200 prop speed=10
at 210 prop tune=c d e f g a b a g f e d c
at 220 use
at 235 snapshot
at 250 use
