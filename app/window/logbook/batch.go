package logbook

import (
	"strconv"

	"manyhold/game/journal"
	"manyhold/render/ui/kit"
)

const (
	// batchTime is how long small finds wait for others, in ticks of the window: ten seconds. batchMost is
	// how many wait at most.
	batchTime, batchMost = 600, 12
	// namedMost is how many small finds one notice names.
	namedMost = 2
)

// Batch gathers small finds, so that one notice tells of them. The zero value is empty.
type Batch struct {
	waiting []journal.Find
	since   uint64
}

// small reports whether a find waits for others: what there is everywhere.
func small(f journal.Find) bool {
	switch f.Page {
	case journal.Plants, journal.Stones, journal.Traces, journal.Skies, journal.Creatures:
		return true
	}
	return false
}

// Add takes finds at a tick, and returns those to be told now, in one notice: all that waited too long, or
// large ones. The result is valid until the next call.
func (b *Batch) Add(fresh []journal.Find, now uint64) (tell []journal.Find) {
	for _, f := range fresh {
		if !small(f) {
			tell = append(tell, f)
			continue
		}
		if len(b.waiting) == 0 {
			b.since = now
		}
		b.waiting = append(b.waiting, f)
	}
	if len(tell) > 0 || len(b.waiting) == 0 || len(b.waiting) < batchMost && now < b.since+batchTime {
		return tell
	}
	tell, b.waiting = b.waiting, nil
	return tell
}

// Notice says what was found, in one line.
func (f *Book) Notice(words *kit.Words, finds []journal.Find) string {
	var names []string
	for _, n := range finds {
		names = append(names, f.Name(words, n))
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return words.Fill("find.new", "what", names[0])
	case n <= namedMost:
		return words.Fill("find.new_two", "what", names[0], "other", names[1])
	default:
		return words.Fill("find.new_more", "what", names[0], "n", strconv.Itoa(n-1))
	}
}
