package trial

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/branchblob"
	"manyhold/net/host/message"
)

// passes reports whether a later state of the branch lies before a turn.
func passes(c *branchblob.Content, turn uint64) bool {
	for number := range c.Later {
		for _, r := range c.Records {
			if r.Number == number && r.FirstTurn <= turn {
				return true
			}
		}
	}
	return false
}

// Longest is the greatest length of a branch, in time of play, whose goods come in without a keeper, in a
// world without a charter.
func Longest() time.Duration { return 24 * time.Hour }

// Length is how long a branch is, by its turns.
func Length(c *branchblob.Content, root Root, first *epoch.Record) (long time.Duration) {
	at, turn := first, root.Turn
	add := func(to uint64) {
		if to > turn {
			long += time.Duration(to-turn) * time.Duration(at.Ticks) * (message.DefaultTurn / message.DefaultTicks)
			turn = to
		}
	}
	for _, list := range [...][]*epoch.Record{c.Before, c.Records} {
		for _, r := range list {
			add(r.FirstTurn - 1)
			at = r
		}
	}
	add(c.Last)
	return long
}
