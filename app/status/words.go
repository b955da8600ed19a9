package status

import (
	"fmt"
	"time"

	"manyhold/net/store"
)

// CutWords describes the possible loss by a power cut.
func CutWords(c store.Cut) string {
	when, after := c.At.Local().Format(time.DateTime), fmt.Sprintf("after turn %d", c.Turn)
	most := fmt.Sprintf("at most %d turns (%s)", c.AtMost(), turnTime(c.AtMost()))
	switch {
	case c.Fate == store.Had:
		return fmt.Sprintf("the power failed soon after %s; nothing is lost: other peers had the turns %s", when, after)
	case c.Fate == store.Gone && c.Known() > 0:
		return fmt.Sprintf("the power failed soon after %s; %d turns (%s) %s are certainly lost, and %s", when, c.Known(), turnTime(c.Known()), after, most)
	case c.Fate == store.Gone:
		return fmt.Sprintf("the power failed soon after %s; %s %s are lost", when, most, after)
	case c.Sure:
		return fmt.Sprintf("the power failed soon after %s; %s %s are not in the file; other peers may have them", when, most, after)
	}
	return fmt.Sprintf("the file was not closed; its last sync was at %s; if the power failed, %s %s are not in it", when, most, after)
}

// turnTime is how long turns take, at three ticks each.
func turnTime(turns uint64) time.Duration { return time.Duration(turns) * 50 * time.Millisecond }
