# A game of ten seconds, with two goals for red and one for blue. Later goals do not count.
at 0   enter Ann
at 10  prop seconds=10
at 20  use
at 60  signal on
at 70  signal off
at 200 signal on
at 210 signal off
at 215 snapshot
at 220 prop team=blue
at 300 signal on
at 310 use                 # a game is on
at 700 signal off
at 710 signal on           # after the end
