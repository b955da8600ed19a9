package together_test

import (
	"fmt"
	"testing"

	"manyhold/app/window/together"
	"manyhold/game/abroad"
	"manyhold/game/challenge"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/lights"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

// TestOffers: what the key would do with another player, for both of them, from the question to the end.
func TestOffers(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1).Enter(2).Clear(8)
	s.Put(1, 0, 3).Put(2, 1, 3)
	s.Run(3)
	says := func(when string, n int, want model.CarryKind) {
		t.Helper()
		o := 3 - n
		got, id := together.Offer(&s.State, s.Player(n), s.Body(n))
		if got.Kind != want || want != model.NoCarry && (got.Name != s.Player(o).Name.String() || id != s.Player(o).Body) {
			t.Errorf("%s, player %d: %+v, want %d", when, n, got, want)
		}
	}
	do := func(n int) {
		s.Ask(n, command.Command{Kind: command.Carry, Entity: s.Player(3 - n).Body})
		s.Run(6)
	}
	says("side by side", 1, model.CarryAsk)
	do(1)
	says("asked", 2, model.CarryTake)
	do(2)
	says("carried", 1, model.CarryDown)
	says("carried", 2, model.CarryOff)
	do(1)
	living.Hurt(&s.State, s.Player(2), world.MaxHealth)
	s.Run(3)
	says("knocked out", 1, model.CarryOut)
	s.Put(1, -6, 3)
	says("far away", 1, model.NoCarry)
}

// TestBoard: the board has the lighthouses that burn, the next one and its way, those to tend, players who
// need help, the challenges of the week, and everybody.
func TestBoard(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1).Enter(2)
	var m model.Board
	fill := func() {
		together.Board(&m, &s.State, s.Player(1), s.SpawnTile, func(at grid.Tile) string { return fmt.Sprint(at) })
	}
	fill()
	if m.Lights != 0 || m.Next.Name == "" || m.Next.Tiles == 0 || m.Whole || len(m.Care) != 0 || len(m.Needs) != 0 || len(m.People) != 2 || m.DaysLeft != 7 {
		t.Errorf("a new world: %+v", m)
	}
	for n, at := range terrain.Lights(s.Gen.Seed) {
		s.Lights.Light(n, lights.Entry{At: at, Since: s.Clock})
	}
	s.Clock += lights.FestivalTime + lights.FlickerEvery + 1
	living.Hurt(&s.State, s.Player(2), world.MaxHealth)
	s.Challenges.Add(challenge.WeekOf(s.Clock), 1, 1, 9)
	fill()
	if m.Lights != 9 || m.Next.Name != "" || !m.Whole || len(m.Care) != 1 || m.Care[0].Dim || len(m.Needs) != 1 || !m.Needs[0].Out || m.Needs[0].Name != s.Player(2).Name.String() {
		t.Errorf("after the festival: %+v", m)
	}
	s.Abroad.Hear(77, []abroad.Note{{Seat: s.Player(1).Seat, Name: entity.NameOf("Twice"), Need: abroad.Out}, {Seat: 9, Name: entity.NameOf("Cy"), Need: abroad.Out, At: s.At(9, 0)}, {Seat: 10, Name: entity.NameOf("Di"), Need: abroad.Lost, At: s.At(0, 7), Until: s.Clock + 60}})
	if fill(); len(m.Needs) != 3 || m.Needs[1].Name != "Cy" || m.Needs[2].Name != "Di" || m.Needs[2].Out || m.Needs[2].Tiles != 7 || len(m.People) != 4 {
		t.Errorf("with people of other islands: %+v, %v", m.Needs, m.People)
	}
	for slot, c := range m.Challenges {
		if c.Name == "" || c.Goal == 0 || c.Prize.Count == 0 || c.Done != map[bool]int{true: 1}[slot == 1] || c.Got {
			t.Errorf("challenge %d: %+v", slot, c)
		}
	}
	if m.DaysLeft < 1 || m.DaysLeft > 7 {
		t.Errorf("%d days left", m.DaysLeft)
	}
	s.Clock += lights.PatienceTime
	if fill(); len(m.Care) < 1 || !m.Care[0].Dim {
		t.Errorf("nobody came: %+v", m.Care)
	}
}
