package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/input"
	"manyhold/render/ui/chat"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestPastedAndTypedFloods pastes 10,000 characters into the chat and types as many in a tick: the box
// accepts up to its limit, reports that the rest was left out, and sends whole letters within the limit.
func TestPastedAndTypedFloods(t *testing.T) {
	for _, text := range []string{strings.Repeat("a", 10_000), strings.Repeat("漢", 10_000), strings.Repeat("\u0301", 10_000), strings.Repeat("👩\u200d🚀", 2_500), strings.Repeat("\xff", 10_000), strings.Repeat("a\n", 5_000), strings.Repeat(" ", 10_000)} {
		s := newStage(t, 1280, 720)
		s.play()
		s.tap(input.KeyT)
		began := time.Now()
		s.u.Paste(text, true)
		s.hand.Type(text)
		s.tick(3)
		s.trace()
		if d := time.Since(began); d > time.Second {
			t.Errorf("%.12q… takes %v", text, d)
		}
		cut := s.u.c.Help == s.u.c.Say("edit.cut")
		s.tap(input.KeyEnter)
		for _, a := range s.asked() {
			if say, ok := a.(model.Say); ok && (len(say.Text) > command.MaxText || !utf8.ValidString(say.Text) || strings.ContainsAny(say.Text, "\r\n")) {
				t.Errorf("%.12q… is said as %d bytes: %q", text, len(say.Text), say.Text)
			}
		}
		if utf8.ValidString(text) && !cut {
			t.Errorf("of %.12q… it is not said that the rest was left out", text)
		}
	}
}

// evilNames are names that a peer may have.
var evilNames = []string{
	"", " ", "\u202e\u202eevil", "a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308", "\u200b\u200d\ufeff", "{names}{name}{n}", "𒐫𒐫𒐫𒐫", "👨‍👩‍👧‍👦",
	"\x00\x07\x1b[31mred", "\xff\xfe\x80", "ﷺﷺﷺﷺ", "שלום עולם", "مرحبا بالعالم", "ＷＩＤＥ　ＷＩＤＥ", "\n\n\nthree", "\U000E0041\U000E0042", "WWWWWWWWWWWWWWWWWWWWWWWW", "ı̇İßẞ",
}

// TestAnyName shows people with any name on every screen: nothing breaks, each name stays in its place, and
// no name passes for another player's words.
func TestAnyName(t *testing.T) {
	for _, sc := range scenes {
		s := newStage(t, 854, 480)
		sc.set(s)
		s.m.Game.People = s.m.Game.People[:0]
		for i, n := range evilNames {
			s.m.Game.People = append(s.m.Game.People, model.Person{Seat: entity.Seat(i + 1), Name: n, Pos: at(int32(i%9)-4, int32(i/9)), Health: 9, Me: i == 0, Look: entity.Look{Hair: uint8(i)}})
			s.m.Chat = append(s.m.Chat, model.ChatLine{Seq: uint64(10 + i), Tick: s.m.Game.Tick, Seat: entity.Seat(i + 1), Name: n, Text: n})
			s.m.Net.Links = append(s.m.Net.Links, model.LinkView{Name: n, Version: n, Route: n})
			s.m.Net.Voters = append(s.m.Net.Voters, n)
		}
		s.m.Game.Name, s.m.Net.World = evilNames[2], evilNames[3]
		s.u.c.Toast(s.u.c.Words.Fill("net.leader_lost", "old", "{new}", "new", evilNames[9]))
		s.tick(5)
		for _, w := range s.trace().Texts {
			if w.R.W > s.u.c.W {
				t.Errorf("%s: %q is %d wide", sc.name, w.Text, w.R.W)
			}
		}
	}
	w, err := kit.ParseWords([]byte("[a]\nb = \"{x} and {y}\""))
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Fill("a.b", "x", "{y}", "y", "Bo"); got != "{y} and Bo" {
		t.Errorf("a name in braces is filled in: %q", got)
	}
}

// TestChatFlood lets one player say 500 lines in a second: another's line stays readable, and so does the
// count of lines left out.
func TestChatFlood(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.tick(30)
	s.m.Chat = append(s.m.Chat, model.ChatLine{Seq: 9, Tick: s.m.Game.Tick, Seat: 3, Name: "Cleo", Text: "dinner is ready"})
	s.tick(5)
	const kept = 50 // by the world
	for i := range 500 {
		s.m.Chat = append(s.m.Chat, model.ChatLine{Seq: uint64(10 + i), Tick: s.m.Game.Tick, Seat: 2, Name: "Bo", Text: fmt.Sprint("buy lamps ", i)})
		if n := len(s.m.Chat); n > kept && i < 40 {
			s.m.Chat = s.m.Chat[n-kept:]
		}
		if i%8 == 0 {
			s.tick(1)
		}
	}
	s.tick(2)
	var seen []string
	for _, w := range s.trace().Texts {
		seen = append(seen, w.Text)
	}
	all := strings.Join(seen, "\n")
	if strings.Count(all, "buy lamps") > chat.FloodRun+2 { // lines, and the bubble
		t.Errorf("of a flood %d lines are shown", strings.Count(all, "buy lamps"))
	}
	if !strings.Contains(all, "too fast to read") {
		t.Errorf("it is not told that lines are left out:\n%s", all)
	}
	if n := len(s.u.chat.Log.Lines); n > kept+20 {
		t.Errorf("the chat has %d lines", n)
	}
}
