# Two players come. Each is greeted by name, and visits are counted.
at 0   enter Ann
at 30  use
at 60  say Hello, sign
at 90  enter Bob
at 120 prop greeting=Welcome
at 121 use
at 150 snapshot            # nothing may depend on what is not saved
at 160 use
