package host

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/net/host/message"
)

var errBehind = errors.New("host: welcome to a state that is older than the own")

// verify checks that a welcome is to this world, that its records follow one another from the founding on
// and continue what is known here, and that the place is in the last one's epoch.
func (c *Core) verify(w *message.Welcome) error {
	if w.Genesis.ID() != c.world {
		return fmt.Errorf("host: welcome to another world")
	}
	if err := c.checkRecords(w.Genesis, c.fetch.records); err != nil {
		return err
	}
	n := 0
	for n < len(c.fetch.records) && c.fetch.records[n].Number <= w.Epoch {
		n++
	}
	c.fetch.records = c.fetch.records[:n]
	if n == 0 || c.fetch.records[n-1].Number != w.Epoch || w.At.Turn+1 < c.fetch.records[n-1].FirstTurn {
		return fmt.Errorf("host: welcome to an epoch without its record")
	}
	if c.falls(w) {
		return errBehind
	}
	if c.fetch.firm && slices.ContainsFunc(c.fetch.records[min(n, len(c.records)):], provisional) {
		return errBehind
	}
	return c.fits()
}

// fits checks that the records of a welcome are those that are known here.
func (c *Core) fits() error {
	for _, r := range c.records {
		if i := int(r.Number) - 1; i < len(c.fetch.records) && c.fetch.records[i].Hash() != r.Hash() {
			return fmt.Errorf("host: the records of epoch %d differ", r.Number)
		}
	}
	return nil
}

// falls reports whether who has no place in a group would lose turns by a welcome: committed ones or, of the same epoch, those
// of the log that it holds for a recovery. They may be committed without its knowing, and it may have signed for them (see
// recover.go). Those who go on without that log come beyond its end, or to another epoch.
func (c *Core) falls(w *message.Welcome) bool {
	switch {
	case c.e != nil || c.machine == nil || w.Epoch > c.last().Number:
		return false
	case c.state.forgotten:
		last := c.last() // its own state says nothing; it knew a later epoch, which may be one that only begins where this state is
		return w.Epoch < last.Number && (w.At.Turn+1 != last.FirstTurn || w.At.Hash != last.Chain)
	case w.At.Turn < c.state.committed:
		return true
	case c.reunion != nil && c.reunion.pull != nil && c.reunion.pull.whole:
		return false // a newer log, which may be shorter
	}
	return w.Epoch <= c.state.epoch && w.At.Turn < c.state.executed && c.end.Turn == c.state.executed && c.end.Hash == c.state.hash
}
