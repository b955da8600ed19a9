package ui

import (
	"fmt"
	"strings"
	"testing"
)

// TestChatLog follows a world's chat through a rollback: what was predicted comes behind another's line.
func TestChatLog(t *testing.T) {
	line := func(seq uint64, seat uint16, text string) ChatLine {
		return ChatLine{Seq: seq, Seat: 0, Name: fmt.Sprint(seat), Text: text}
	}
	var l chatLog
	read := func() string {
		var all []string
		for _, w := range l.lines {
			all = append(all, fmt.Sprintf("%s@%d", w.text, w.at))
		}
		return strings.Join(all, " ")
	}
	for i, step := range []struct {
		do   func()
		want string
	}{
		{func() { l.follow([]ChatLine{line(1, 1, "old")}, 5, false) }, "old@0"},
		{func() { l.follow([]ChatLine{line(1, 1, "old"), line(2, 1, "history")}, 6, true) }, "old@0 history@0"},
		{func() { l.tell("help", 7) }, "old@0 history@0 help@7"},
		{func() { l.follow([]ChatLine{line(1, 1, "old"), line(2, 1, "history"), line(3, 1, "mine")}, 10, true) }, "old@0 history@0 help@7 mine@10"},
		{func() {
			l.follow([]ChatLine{line(1, 1, "old"), line(2, 1, "history"), line(3, 2, "yours"), line(4, 1, "mine")}, 13, true)
		}, "old@0 history@0 help@7 yours@13 mine@10"},
		{func() { l.follow([]ChatLine{line(3, 2, "yours"), line(4, 1, "mine"), line(5, 1, "mine")}, 20, true) }, "help@7 yours@13 mine@10 mine@20"},
		{func() { l.tell("last", 21) }, "help@7 yours@13 mine@10 mine@20 last@21"},
	} {
		step.do()
		if got := read(); got != step.want {
			t.Errorf("step %d: %s, want %s", i, got, step.want)
		}
	}
	l.add(logLine{seat: 3, name: "3", text: "to all", at: 22, far: true})
	l.follow([]ChatLine{line(6, 1, "near")}, 23, true)
	if got, want := read(), "help@7 last@21 to all@22 near@23"; got != want || !l.lines[2].far {
		t.Errorf("%s, want %s", got, want)
	}
	for i := range 3 * toldMost {
		l.tell(fmt.Sprint(i), 30)
	}
	if len(l.told) > toldMost {
		t.Errorf("%d lines of the program are kept", len(l.told))
	}
	l.clear()
	if got := read(); got != "" {
		t.Errorf("after it was cleared: %s", got)
	}
	l.follow([]ChatLine{line(6, 1, "near")}, 31, true)
	l.follow([]ChatLine{line(6, 1, "near"), line(7, 1, "new")}, 32, true)
	if got := read(); got != "new@32" {
		t.Errorf("after it was cleared and something was said: %s", got)
	}
}
