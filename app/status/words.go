package status

import (
	"fmt"
	"regexp"
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

// ones are the words that are counted in what a status prints.
var ones = regexp.MustCompile(`(^|[^0-9.,] ?)\b1 (region|thing|player|keeper|login|turn|peer|desync|invitation|signal|day|minute|stranger|core)s\b`)

// singular writes "1 player" where a status counted one of "players".
func singular(text string) string { return ones.ReplaceAllString(text, "${1}1 $2") }

// turnTime is how long turns take, at three ticks each.
func turnTime(turns uint64) time.Duration { return time.Duration(turns) * 50 * time.Millisecond }
