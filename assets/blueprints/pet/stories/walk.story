# The pet rolls to Ann, who stands two tiles in its west. It likes berries.
at 0   enter Ann
at 90  use
at 150 hold berries
at 151 use
at 200 prop home=true
at 210 prop name=Mo
at 220 snapshot
at 230 touch
