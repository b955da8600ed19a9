package match_test

import (
	"strings"
	"testing"

	"manyhold/game/match"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
)

// TestDiff: of two states that differ in one field, the entity and the field are named, with both values.
func TestDiff(t *testing.T) {
	memory := func(n int64) []byte {
		var m value.Meter
		m.Begin(value.Limits{Steps: 1 << 20, Bytes: 1 << 20})
		d := value.NewDict(&m)
		d.Put(&m, value.String("score"), value.Int(n))
		return state.Encode(&m, nil, value.Of(d), state.Max)
	}
	for _, c := range []struct {
		name   string
		change func(m *match.Match)
		want   []string
	}{
		{"nothing", func(*match.Match) {}, nil},
		{"a player", func(m *match.Match) { m.Island().Roster.Here[0].Health-- }, []string{"players[0], seat 1: Health: 20 and 19"}},
		{"a body", func(m *match.Match) { m.Island().Space.Bodies()[0].Face ^= 1 }, []string{"bodies[0], ", ": Face: "}},
		{"a tile", func(m *match.Match) {
			r := m.Island().Land.Regions[0]
			r.Set(0, r.Tiles.Ground[0], r.Tiles.Block[0], r.Tiles.State[0]^0x40)
		}, []string{"tile ", ": State: 0 and 64"}},
		{"the memory of the referee", func(m *match.Match) {
			x := *m.Referee()
			x.State = memory(7)
			m.Island().Things.Put(&x)
		}, []string{"me.state, \"score\": nothing and 7", ": State: "}},
		{"a stored value", func(m *match.Match) { m.Island().Stores.Put(m.Referee().Of, "best", memory(3), 1) }, []string{"stored(\"best\"), \"score\": nothing and 3", `stores, "best": `}},
		{"a generation", func(m *match.Match) { m.Step(match.Generation{Ticks: 30, Vacant: absent(2)}) }, []string{"match, generation: 0 and 1", "seat 3, memory of the bot, \"n\": nothing and ", "tick: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := begun(t, toy(), "", 2)
			a := m.Snapshot(nil)
			c.change(m)
			list, err := match.Diff(a, m.Snapshot(nil), 40)
			if err != nil {
				t.Fatal(err)
			}
			all := strings.Join(list, "\n")
			for _, want := range c.want {
				if !strings.Contains(all, want) {
					t.Errorf("%q is not in %q", want, all)
				}
			}
			if c.want == nil && all != "" {
				t.Error(all)
			}
		})
	}
	if _, err := match.Diff([]byte("no snapshot"), nil, 40); err == nil {
		t.Error("nonsense is a state")
	}
	m := begun(t, toy(), "", 2)
	a := m.Snapshot(nil)
	run(m, absent(2), 9)
	if list, err := match.Diff(a, m.Snapshot(nil), 2); len(list) != 2 || err != nil {
		t.Errorf("%d are listed, %v", len(list), err)
	}
}
