package match_test

import (
	"bytes"
	"strings"
	"testing"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/match"
)

// TestInput: what is written is read; what does not fit waits.
func TestInput(t *testing.T) {
	var list []command.Command
	for k := range 40 {
		list = append(list, command.Command{Kind: command.Select, Slot: uint8(k % 9)})
	}
	list[5] = command.Command{Kind: command.Say, Text: strings.Repeat("x", 200)} // it fits none
	list[9] = command.Command{Kind: command.Say, Text: strings.Repeat("y", 150)}
	var got []command.Command
	next, rounds := uint64(7), 0
	for left := list; len(left) > 0; rounds++ {
		body, taken := match.AppendInput(nil, next, left)
		if taken == 0 || len(body) > match.MaxInput {
			t.Fatalf("%d taken, %d bytes", taken, len(body))
		}
		if err := match.ReadInput(body, func(seq uint64, c command.Command) {
			if int(seq-7) >= len(list) || list[seq-7].Kind != c.Kind {
				t.Errorf("command %d is %s", seq, c.Kind)
			}
			got = append(got, c)
		}); err != nil {
			t.Fatal(err)
		}
		next, left = next+uint64(taken), left[taken:]
	}
	if len(got) != len(list)-1 || rounds > 5 {
		t.Errorf("%d of %d commands in %d inputs", len(got), len(list), rounds)
	}
	if body, taken := match.AppendInput(nil, 3, nil); len(body) != 0 || taken != 0 {
		t.Error("an empty input has bytes")
	}
}

// TestForbidden: commands that are none of a match are refused, and told.
func TestForbidden(t *testing.T) {
	p := edited(func(p *match.Package) { p.Arena.Build = false })
	for _, k := range []command.Kind{command.Enter, command.Leave, command.Sleep, command.SetName, command.Claim, command.Home, command.Put, command.PutAway, command.Adjust,
		command.Relink, command.Revert, command.Wear, command.Dig, command.Place, command.Visit, command.Fill} {
		m := begun(t, p, "", 2)
		c := command.Command{Kind: k, Text: "x", Slot: 1, Slot2: 1}
		if _, err := command.Decode(command.Append(nil, c)); err != nil {
			c.Text = "key=1"
		}
		was := m.Key(0)
		m.Step(match.Generation{Ticks: 3, Vacant: absent(2), Inputs: []match.Input{input(m, 0, c)}})
		if !m.Island().Holds(was) || m.Island().Roster.ByKey(was).Body == 0 {
			t.Errorf("%s: the player is gone", k)
		}
		if s := m.Island().Sequence(was); s != 1 && k != command.Wear && k != command.Relink {
			t.Errorf("%s: number %d", k, s)
		}
		told := false
		for _, e := range m.Island().Happened {
			told = told || e.Kind == event.Refused && e.Seq == 1 && event.Reason(e.A) == event.NotAllowed
		}
		if !told && k != command.Wear && k != command.Relink {
			t.Errorf("%s: the player is not told", k)
		}
	}
}

// TestTicks: a command takes effect in its tick of the generation, and in the last one at the latest.
func TestTicks(t *testing.T) {
	walked := func(after uint64) fixed.Q {
		m := begun(t, toy(), "", 1)
		east := command.Command{Kind: command.Move, Dir: fixed.SVec{X: fixed.One}, Tick: m.Island().Clock}
		east.Tick += 0
		for range after {
			east.Tick++
		}
		was := m.Island().Space.Body(m.Island().Roster.ByKey(m.Key(0)).Body).Pos.X
		m.Step(match.Generation{Ticks: 12, Vacant: absent(1), Inputs: []match.Input{input(m, 0, east)}})
		return m.Island().Space.Body(m.Island().Roster.ByKey(m.Key(0)).Body).Pos.X - was
	}
	if a, b, c := walked(0), walked(6), walked(1000); a <= b || b <= c || c <= 0 {
		t.Errorf("walked %v, %v, %v", a, b, c)
	}
}

// FuzzReadInput reads anything, and reads what it has read again from what is written of it.
func FuzzReadInput(f *testing.F) {
	body, _ := match.AppendInput(nil, 5, []command.Command{{Kind: command.Move, Dir: fixed.SVec{X: 5}}, {Kind: command.Say, Text: "hello"}})
	f.Add(body)
	f.Add([]byte{1, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		var list []command.Command
		first := uint64(0)
		if err := match.ReadInput(b, func(seq uint64, c command.Command) {
			if first == 0 {
				first = seq
			}
			if seq != first+uint64(len(list)) {
				first = 1<<64 - 1
			}
			list = append(list, c)
		}); err != nil || len(list) == 0 || first == 1<<64-1 {
			return
		}
		again, taken := match.AppendInput(nil, first, list)
		if taken == len(list) && len(again) > len(b) && !bytes.Equal(again, b) && first < 1<<40 {
			t.Errorf("%x becomes %x", b, again)
		}
	})
}
