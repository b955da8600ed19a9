package ui

import (
	"fmt"
	"strings"
	"testing"

	"manyhold/render/ui/chat"
	"manyhold/render/ui/model"
)

// TestChatLog follows a world's chat through a rollback: a predicted line comes behind another player's line.
func TestChatLog(t *testing.T) {
	line := func(seq uint64, seat uint16, text string) model.ChatLine {
		return model.ChatLine{Seq: seq, Seat: 0, Name: fmt.Sprint(seat), Text: text}
	}
	var l chat.ChatLog
	read := func() string {
		var all []string
		for _, w := range l.Lines {
			all = append(all, fmt.Sprintf("%s@%d", w.Text, w.At))
		}
		return strings.Join(all, " ")
	}
	for i, step := range []struct {
		do   func()
		want string
	}{
		{func() { l.Follow([]model.ChatLine{line(1, 1, "old")}, 5, false) }, "old@0"},
		{func() { l.Follow([]model.ChatLine{line(1, 1, "old"), line(2, 1, "history")}, 6, true) }, "old@0 history@0"},
		{func() { l.Tell("help", 7) }, "old@0 history@0 help@7"},
		{func() {
			l.Follow([]model.ChatLine{line(1, 1, "old"), line(2, 1, "history"), line(3, 1, "mine")}, 10, true)
		}, "old@0 history@0 help@7 mine@10"},
		{func() {
			l.Follow([]model.ChatLine{line(1, 1, "old"), line(2, 1, "history"), line(3, 2, "yours"), line(4, 1, "mine")}, 13, true)
		}, "old@0 history@0 help@7 yours@13 mine@10"},
		{func() {
			l.Follow([]model.ChatLine{line(3, 2, "yours"), line(4, 1, "mine"), line(5, 1, "mine")}, 20, true)
		}, "help@7 yours@13 mine@10 mine@20"},
		{func() { l.Tell("last", 21) }, "help@7 yours@13 mine@10 mine@20 last@21"},
	} {
		step.do()
		if got := read(); got != step.want {
			t.Errorf("step %d: %s, want %s", i, got, step.want)
		}
	}
	l.Add(chat.LogLine{Seat: 3, Name: "3", Text: "to all", At: 22, Far: true})
	l.Follow([]model.ChatLine{line(6, 1, "near")}, 23, true)
	if got, want := read(), "help@7 last@21 to all@22 near@23"; got != want || !l.Lines[2].Far {
		t.Errorf("%s, want %s", got, want)
	}
	for i := range 3 * chat.ToldMost {
		l.Tell(fmt.Sprint(i), 30)
	}
	if len(l.Told) > chat.ToldMost {
		t.Errorf("%d lines of the program are kept", len(l.Told))
	}
	l.Clear()
	if got := read(); got != "" {
		t.Errorf("after it was cleared: %s", got)
	}
	l.Follow([]model.ChatLine{line(6, 1, "near")}, 31, true)
	l.Follow([]model.ChatLine{line(6, 1, "near"), line(7, 1, "new")}, 32, true)
	if got := read(); got != "new@32" {
		t.Errorf("after it was cleared and something was said: %s", got)
	}
}
