package federation_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/abroad"
	"manyhold/game/board"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/pins"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// noteOf returns what an island knows of a player of another one.
func noteOf(s *rig.Ship, seat entity.Seat) (got *abroad.Note) {
	s.Abroad.All(func(n *abroad.Note) {
		if n.Seat == seat {
			got = n
		}
	})
	return got
}

// TestEveryIslandKnowsThePeople: pins and needs of players are known on all islands within some seconds, and
// forgotten when they are over. Where islands meet, nobody is there twice. Then nobody writes any more.
func TestEveryIslandKnowsThePeople(t *testing.T) {
	f := rig.NewFleet(t, rig.Chancer(1))
	f.SpreadOut(3, 8)
	f.Carve(f.Home(), 101, 2)
	f.Carve(f.Home(), 102, 3)
	at := f.Home().SpawnTile.Add(5, 5)
	seats := map[int]entity.Seat{}
	for n := 1; n <= 3; n++ {
		seats[n] = f.Of(n).Roster.ByKey(rig.Key(n)).Seat
	}
	f.Step(3, map[int][]command.Command{2: {{Kind: command.Pin, Tile: at, Count: 2}}})
	living.Hurt(&f.Of(3).State, f.Of(3).Roster.ByKey(rig.Key(3)), world.MaxHealth)
	f.Of(3).Save()
	wait := func() {
		for range 50 {
			f.Step(3, nil)
		}
	}
	wait()
	for _, s := range f.Ships {
		if n := noteOf(s, seats[2]); s != f.Of(2) && (n == nil || n.Pins[0] != entity.Pin{Tile: at, Sign: 2} || n.Name != f.Of(2).Roster.ByKey(rig.Key(2)).Name) {
			t.Errorf("island %d knows of player 2: %+v", s.Self(), n)
		}
		if n := noteOf(s, seats[3]); s != f.Of(3) && (n == nil || n.Need != abroad.Out) {
			t.Errorf("island %d knows of player 3: %+v", s.Self(), n)
		}
		if list := board.Needs(&s.State); len(list) != 1 || list[0].Seat != seats[3] || !list[0].Out {
			t.Errorf("the board on island %d: %+v", s.Self(), list)
		}
		if noteOf(s, f.Of(int(1)).Roster.ByKey(rig.Key(1)).Seat) == nil && s != f.Of(1) {
			t.Errorf("island %d does not know player 1", s.Self())
		}
		rig.Sound(t, s.Island)
	}
	f.Step(3, map[int][]command.Command{2: {{Kind: command.Pin, Tile: at, Count: 0}}})
	wait()
	if n := noteOf(f.Ship(102), seats[2]); n == nil || n.Pins[0].Sign != 0 {
		t.Errorf("the pin that was taken off is still known: %+v", n)
	}
	for range 10 { // player 3 wakes at home
		wait()
	}
	f.Absorb(f.Home(), f.Ship(101))
	wait()
	if noteOf(f.Ship(102), seats[2]) == nil {
		t.Error("player 2 is known no more after its island ended")
	}
	for _, s := range f.Ships {
		s.Abroad.All(func(n *abroad.Note) {
			if s.Roster.BySeat(n.Seat) != nil {
				t.Errorf("island %d has player %d, and knows it from another island", s.Self(), n.Seat)
			}
		})
		before := s.Sections()[world.AbroadSection]
		if wait(); s.Sections()[world.AbroadSection] != before {
			t.Errorf("island %d is not done with its news", s.Self())
		}
	}
	f.Settle()
	if !f.Home().Abroad.Empty() {
		wait()
	}
	f.Home().Abroad.All(func(n *abroad.Note) { t.Errorf("an undivided world knows of player %d from elsewhere", n.Seat) })
}

// TestASleepingIslandGetsOneLetter: the mail for an island that takes none in does not grow.
func TestASleepingIslandGetsOneLetter(t *testing.T) {
	f := rig.NewFleet(t, rig.Chancer(2))
	f.SpreadOut(2, 8)
	f.Carve(f.Home(), 101, 2)
	h := f.Home()
	for n := range 10 {
		pins.Set(h.Roster.ByKey(rig.Key(1)), h.SpawnTile.Add(int32(n%3), 0), uint8(1+n%6))
		for range 130 * game.TicksPerSecond / game.MaxTicksPerTurn {
			h.Island.Step(h.Begin(game.MaxTicksPerTurn).Turn())
		}
	}
	people := 0
	for _, m := range h.Parcels(101, 0, nil) {
		if m[0] != 0 && federation.Letter(m[1]) == federation.PeopleLetter {
			people++
		}
	}
	if people > 1 {
		t.Errorf("%d letters of people wait for an island that sleeps", people)
	}
}

// TestFalsePeople: an island believes home only, and home only those to which it lent land; nobody is told of
// its own people, of pins where nobody can set any, or of things that lie longer than they can.
func TestFalsePeople(t *testing.T) {
	s := rig.NewStage(t).Enter(2)
	s.Register.AwayPlayers = []world.AwayPlayer{{Key: rig.Key(9), Seat: 9}}
	s.Clock += 1000
	letter := func(notes ...abroad.Note) []byte {
		return abroad.AppendNotes(codec.U64([]byte{uint8(federation.PeopleLetter)}, uint64(s.Clock)), notes)
	}
	good := abroad.Note{Seat: 9, Name: entity.NameOf("Eve"), Pins: [entity.MostPins]entity.Pin{{Tile: grid.Tile{X: 1 << 30}, Sign: 1}, {Tile: s.At(3, 3), Sign: 2}},
		Need: abroad.Lost, At: s.At(1, 1), Until: s.Clock + 9*entity.RemainsTime}
	own := abroad.Note{Seat: s.Player(1).Seat, Name: entity.NameOf("Mallory"), Need: abroad.Out, At: s.At(2, 2)}
	federation.Receive(&s.State, 77, letter(own, good))
	if !s.Abroad.Empty() {
		t.Fatal("home believes an island that holds no land")
	}
	far := grid.Region{X: 40, Y: 40}
	s.Register.LastLoan = 1
	s.Register.SetLease(world.Lease{At: far, To: 77, Number: 1})
	whole := letter(own, good)
	for k := range whole {
		if federation.Receive(&s.State, 77, whole[:k]); !s.Abroad.Empty() {
			t.Fatalf("%x was taken in", whole[:k])
		}
	}
	federation.Receive(&s.State, 77, letter(abroad.Note{Seat: 9}, abroad.Note{Seat: 8}))
	if !s.Abroad.Empty() {
		t.Fatal("a list in no order was taken in")
	}
	federation.Receive(&s.State, 77, whole)
	n := 0
	s.Abroad.All(func(x *abroad.Note) {
		n++
		if x.Seat != 9 || x.Pins[0] != good.Pins[1] || x.Pins[1].Sign != 0 || x.Until != s.Clock+entity.RemainsTime {
			t.Errorf("%+v", x)
		}
	})
	if list := board.Needs(&s.State); n != 1 || len(list) != 1 || list[0].Seat != 9 {
		t.Errorf("%d notes; needs: %+v", n, list)
	}
	s.Register.AwayPlayers = nil
	s.Register.SelfID, s.Register.Leases, s.Register.LastLoan = 77, nil, 0
	before := s.Sections()[world.AbroadSection]
	if federation.Receive(&s.State, 78, letter(abroad.Note{Seat: 11})); s.Sections()[world.AbroadSection] != before {
		t.Error("an island believes another one than home")
	}
	s.Register.SelfID = world.Home
}

// TestNobodyMakesPeopleUp: home believes an island only about people that are on another island.
func TestNobodyMakesPeopleUp(t *testing.T) {
	f := rig.NewFleet(t, rig.Chancer(1))
	f.SpreadOut(2, 8)
	f.Carve(f.Home(), 101, 2)
	h := f.Home()
	var notes []abroad.Note
	for seat := entity.Seat(1); seat <= abroad.MostNotes; seat++ {
		notes = append(notes, abroad.Note{Seat: seat, Name: entity.NameOf("Nobody"), Need: abroad.Out, At: h.SpawnTile})
	}
	m := abroad.AppendNotes(codec.U64([]byte{uint8(federation.PeopleLetter)}, uint64(h.Clock)), notes)
	federation.Receive(&h.State, 101, m)
	known := 0
	h.Abroad.All(func(*abroad.Note) { known++ })
	if list := board.Needs(&h.State); known != 1 || len(list) != 1 || list[0].Seat != f.Of(2).Roster.ByKey(rig.Key(2)).Seat {
		t.Errorf("%d people are known, and the board calls for %+v", known, list)
	}
}
