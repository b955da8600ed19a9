package window

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"manyhold/app/usage"
	"manyhold/app/window/wording"
	"manyhold/assets"
	"manyhold/game/event"
	"manyhold/game/rights"
	"manyhold/input/slash"
	"manyhold/net/host/notice"
)

// TestEveryFailureHasItsWords: whatever cannot be done, a window says why in its own language, with all that
// the reason tells.
func TestEveryFailureHasItsWords(t *testing.T) {
	braces := regexp.MustCompile(`\{([a-z]+)\}`)
	failures := map[string]error{"late": fmt.Errorf("asked: %w", context.DeadlineExceeded),
		"rank": &slash.Problem{Code: "rank", Command: &slash.Commands[0], Least: rights.Keeper}, "yourself": &slash.Problem{Code: "yourself", Command: &slash.Commands[0]}}
	for _, code := range notice.Codes() {
		if !strings.HasPrefix(code, "act_") && !strings.HasPrefix(code, "order_") && !strings.HasPrefix(code, "shout_") && !strings.HasPrefix(code, "knock_") && !strings.HasPrefix(code, "invite_") && !strings.HasPrefix(code, "room_") {
			continue
		}
		parameters := []string{"reason", event.TooFar.String()}
		for _, found := range braces.FindAllStringSubmatch(notice.English(code), -1) {
			if name := found[1]; name != "reason" {
				parameters = append(parameters, name, "7")
			}
		}
		failures[code] = usage.Mark(fmt.Errorf("%w (1 order not carried out)", notice.New(code, parameters...)))
	}
	for r := event.NoReason + 1; r < event.ReasonCount; r++ {
		failures["refused: "+r.String()] = notice.New("order_refused", "reason", r.String())
	}
	if len(failures) < 70 {
		t.Errorf("only %d kinds of failures", len(failures))
	}
	for what, err := range failures {
		said := map[string]string{}
		for _, language := range assets.Languages() {
			said[language] = wording.Error(languageWords(t, language), err)
			if s := said[language]; s == "" || strings.ContainsAny(s, "{}") || strings.Contains(s, "report.") || strings.Contains(s, "refused.") {
				t.Errorf("%s, %s: %q", language, what, s)
			}
		}
		if said["de"] == said["en"] {
			t.Errorf("%s: the same in both languages: %q", what, said["en"])
		}
	}
	if s := wording.Error(languageWords(t, "de"), errors.New("disk on fire")); s != "Disk on fire" {
		t.Errorf("an error of another program: %q", s)
	}
}
