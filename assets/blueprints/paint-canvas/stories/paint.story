# Ann paints from the panel, whose words arrive as answers; nonsense changes nothing; Bo paints all by word.
at 0   enter Ann
at 30  use
at 40  answer brush 22
at 50  answer paint field 2 1
at 60  answer paint row 0 4
at 70  answer paint field 9 9
at 71  answer paint
at 72  answer brush -1
at 73  answer brush 99
at 74  answer dance
at 80  answer title The sea
at 90  snapshot
at 100 answer plate Painted by Ann
at 110 answer frame off
at 120 answer brush 30
at 130 answer paint column 7 0
at 160 say Please paint it green
at 200 prop clear=
