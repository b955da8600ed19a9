package epoch

import (
	"time"

	"manyhold/net/wire"
)

// confirmation is a leader's question to a majority whether it still leads, by raft's ReadIndex.
type confirmation struct {
	number uint64 // of the question, its context; zero: none is pending
	asked  time.Time
	count  uint64
}

// pending reports whether the question waits for its answer.
func (c *confirmation) pending() bool { return c.number != 0 }

// late reports whether it is time to ask again.
func (c *confirmation) late(now time.Time) bool {
	return c.number != 0 && now.Sub(c.asked) > Patience/4
}

// ask returns the context of a new question.
func (c *confirmation) ask(now time.Time) (context []byte) {
	c.count++
	c.number, c.asked = c.count, now
	return wire.AppendU64(nil, c.number)
}

// answer takes the context of an answered question.
func (c *confirmation) answer(context []byte) {
	if k := wire.NewCursor(context); k.U64() == c.number {
		c.number = 0
	}
}
