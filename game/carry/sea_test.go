package carry_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/carry/bond"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// sea is a world of three islands: player 1 at home, 2 on one child, where 4 is carried by it, 3 on another.
type sea struct {
	*rig.Fleet
	t rig.Failer
}

func newSea(t rig.Failer, draw func(uint32) uint32, out bool) *sea {
	f := &sea{rig.NewFleet(t, draw), t}
	f.SpreadOut(4, 10)
	h := f.Home()
	at := grid.TileAt(h.Space.Body(h.Roster.ByKey(rig.Key(2)).Body).Pos)
	h.PlaceAt(4, at.Add(1, 0))
	if out {
		living.Hurt(&h.State, h.Roster.ByKey(rig.Key(4)), world.MaxHealth)
		h.Save()
	}
	f.Wait(1)
	if f.carry(2, 4); !out {
		f.carry(4, 2)
	}
	f.Carve(h, 77, 2, 4)
	f.Carve(h, 78, 3)
	f.Wait(4)
	if !carries(f.Of(2), 2, 4) {
		f.t.Fatalf("player 2 does not carry player 4")
	}
	return f
}

func (f *sea) carry(n, o int) { f.Do(n, command.Command{Kind: command.Carry, Entity: f.Body(o).ID}) }

// follows lets turns pass by until a pair is on an island, and fails if it parts on the way.
func (f *sea) follows(n, o int, to *rig.Ship) {
	for range 300 {
		if f.Of(n) != f.Of(o) {
			f.t.Fatalf("player %d and player %d are not at one place", n, o)
		}
		if f.Of(n) == to && carries(to, n, o) {
			return
		}
		f.Step(3, nil)
		f.Balanced()
		if f.Post && f.Draw(12) == 0 {
			f.Crash(f.Ships[f.Draw(uint32(len(f.Ships)))])
		}
	}
	f.t.Fatalf("player %d does not come with player %d", n, o)
}

// visits lets a guest call a host on another island, and the host let it come.
func (f *sea) visits(guest, host int) {
	f.Do(guest, command.Command{Kind: command.RemoteVisit, Entity: f.Body(host).ID, Tile: grid.TileAt(f.Body(host).Pos)})
	for range 100 {
		f.Do(host, command.Command{Kind: command.Welcome, Entity: f.Body(guest).ID})
		if f.Of(guest) == nil || f.Of(guest) == f.Of(host) {
			return
		}
	}
	f.t.Fatalf("player %d is not let in by player %d", guest, host)
}

// TestTogetherBetweenIslands: a pair goes home from another island, and calls on players of other islands,
// from home and from a child, awake or knocked out. The post loses and doubles parcels, and islands crash.
// The IDs of their bodies may be taken at home.
func TestTogetherBetweenIslands(t *testing.T) {
	for seed, c := range []struct{ out, taken bool }{{false, false}, {true, false}, {false, true}} {
		f := newSea(t, rig.Chancer(uint64(seed)), c.out)
		if c.taken {
			h := f.Home()
			for _, n := range []int{2, 4} {
				h.Space.Insert(entity.Body{ID: f.Body(n).ID, Kind: entity.Crate, Pos: f.Body(1).Pos.Add(fixed.Vec{X: fixed.Q(n) * fixed.One})})
			}
			h.Save()
		}
		f.Post = true
		f.visits(2, 3) // from a child to a child
		f.follows(2, 4, f.Ship(78))
		f.Do(2, goHome) // from a child home
		f.follows(2, 4, f.Home())
		if b := f.Body(2); !b.Pos.Sub(f.Home().SpawnTile.Centre()).Near(3 * fixed.One) {
			t.Errorf("%+v: at home they are at %v", c, b.Pos)
		}
		f.visits(2, 3) // from home to a child
		f.follows(2, 4, f.Ship(78))
		f.visits(2, 1) // and from a child home
		f.follows(2, 4, f.Home())
		if c.out != fall.Out(&f.Home().State, f.Home().Roster.ByKey(rig.Key(4))) {
			t.Errorf("%+v: it woke, or fell, on the way", c)
		}
		f.Balanced()
		if !c.taken {
			f.LandIsOnce()
		}
		for _, s := range f.Ships {
			rig.Sound(t, s.Island)
		}
	}
}

// TestPairsOnTheirWay: a pair on its way arrives together although its island ends into home meanwhile, or
// the one where it goes to does.
func TestPairsOnTheirWay(t *testing.T) {
	for name, end := range map[string]func(f *sea){
		"its island ends":       func(f *sea) { f.Absorb(f.Home(), f.Ship(77)) },
		"that of its host ends": func(f *sea) { f.Absorb(f.Home(), f.Ship(78)) },
	} {
		f := newSea(t, rig.Chancer(3), false)
		f.visits(2, 3)
		if f.Of(2) != nil || f.Of(4) != nil {
			t.Fatalf("%s: it is not on its way", name)
		}
		end(f)
		f.follows(2, 4, f.Of(3))
		if b := f.Body(2); !b.Pos.Sub(f.Body(3).Pos).Near(2 * fixed.One) {
			t.Errorf("%s: they are %v from their host", name, b.Pos.Sub(f.Body(3).Pos))
		}
		f.Balanced()
		f.LandIsOnce()
	}
}

// TestNeitherLeaves: where the island of the other place cannot be told of two, a pair stays, with a reason.
func TestNeitherLeaves(t *testing.T) {
	f := newSea(t, nil, false)
	s := f.Of(2)
	var why []event.Reason
	f.After = func(of *rig.Ship) {
		for _, e := range of.Happened {
			if e.Kind == event.Refused {
				why = append(why, event.Reason(e.A))
			}
		}
	}
	box := world.Outbox{To: world.Home, First: 1}
	for len(box.List) < world.MaxOutbox {
		box.List = append(box.List, []byte{1, 0})
	}
	s.Mail.Outboxes = []world.Outbox{box}
	s.Save()
	f.Ships = []*rig.Ship{s} // nobody takes its mail in
	f.Do(2, goHome)
	if len(why) != 1 || why[0] != event.TooFar || !carries(s, 2, 4) {
		t.Errorf("refused %v, together %v", why, carries(s, 2, 4))
	}
}

// TestNoRoomForTwo: where an island has room in the world for one player, a pair that comes waits outside,
// both of it.
func TestNoRoomForTwo(t *testing.T) {
	for _, most := range []int{world.MaxPlayers - 2, world.MaxPlayers - 1, world.MaxPlayers} {
		f := newSea(t, nil, false)
		h := f.Home()
		for n := 5; len(h.Roster.Here) < most; n++ {
			act.Admit(&h.State, &world.SeatCommand{Key: rig.Key(n)})
			h.Roster.SumAway()
			h.Save()
			f.Step(3, map[int][]command.Command{n: {{Kind: command.Enter, Text: "Player"}}})
		}
		for _, n := range []int{2, 4} { // a request goes along
			f.Do(n, command.Command{Kind: command.RemoteVisit, Entity: f.Body(3).ID, Tile: grid.TileAt(f.Body(3).Pos)})
		}
		f.Do(2, goHome)
		f.Wait(6)
		p, o := h.Roster.ByKey(rig.Key(2)), h.Roster.ByKey(rig.Key(4))
		if p == nil || o == nil {
			t.Fatalf("with %d players one of both has not come", most)
		}
		if room := most <= world.MaxPlayers-2; carries(h, 2, 4) != room || (p.Body != 0) != room || (o.Body != 0) != room {
			t.Errorf("with %d players: bodies %x and %x", most, p.Body, o.Body)
		}
		f.Balanced()
		rig.Sound(t, h.Island)
	}
}

// TestLetInOutOfArms: a player that is carried and let in by a player on another island gets off and goes
// alone.
func TestLetInOutOfArms(t *testing.T) {
	f := newSea(t, nil, false)
	told := 0
	f.After = func(s *rig.Ship) {
		for _, e := range s.Happened {
			if e.Kind == event.SetDown {
				told++
			}
		}
	}
	was := f.Of(2)
	f.visits(4, 3)
	f.Wait(40)
	if f.Of(4) != f.Of(3) || f.Of(2) != was || f.Body(4).Z != 0 || told != 1 {
		t.Errorf("it is %v from the host, told %d times that it got off", f.Body(4).Pos.Sub(f.Body(3).Pos), told)
	}
	f.Balanced()
}

// TestALoadAside: at a line the load goes where its carrier goes, also when it was pushed aside.
func TestALoadAside(t *testing.T) {
	for _, aside := range []fixed.Q{-fixed.One / 2, fixed.One / 2} {
		for _, beyond := range []int32{-1, 1} { // the carrier stays on this side, or goes
			p := afoot(t, 3, false)
			p.West.PlaceAt(1, p.Mid.Add(min(beyond, 0), 0))
			p.West.PlaceAt(3, p.Mid.Add(min(beyond, 0), 0))
			k, _ := p.West.Space.Find(p.West.Roster.ByKey(rig.Key(3)).Body)
			o := &p.West.Space.Bodies()[k]
			from := o.Pos
			if o.Pos.X += aside; beyond < 0 {
				o.Pos.X = p.Mid.Centre().X
			}
			p.West.Space.Moved(k, from)
			federation.CrossLines(&p.West.State)
			if both := p.Of(1) == nil && p.Of(3) == nil; both != (beyond > 0) || !both && !carries(p.West, 1, 3) {
				t.Errorf("aside by %d, the carrier beyond %d: both went %v", aside, beyond, both)
			}
		}
	}
}

// TestPairsAtRandom: four players of three islands take each other up, go home, call on each other, let
// somebody in, walk, leave and come back, at any time, while parcels are lost, come twice and in any
// order, and islands crash and end. At any time each is in one place at most, and who is carried is where the
// carrier is; at the end each is somewhere once, with all it had.
func TestPairsAtRandom(t *testing.T) {
	const players = 4
	trips := 0
	rapid.Check(t, func(t *rapid.T) {
		f := newSea(t, rig.Drawer(t), rapid.Bool().Draw(t, "out"))
		var ids [players + 1]game.EntityID
		var at [players + 1]grid.Tile
		look := func() {
			for n := 1; n <= players; n++ {
				there := 0
				for _, s := range f.Ships {
					if p := s.Roster.ByKey(rig.Key(n)); p != nil {
						there++
						if b := s.Space.Body(p.Body); b != nil {
							ids[n], at[n] = b.ID, grid.TileAt(b.Pos)
						}
					}
				}
				if there > 1 {
					t.Fatalf("player %d is on %d islands", n, there)
				}
			}
		}
		look()
		f.Post = true
		pairs := func() (n int) {
			for _, s := range f.Ships {
				if p, q := s.Roster.ByKey(rig.Key(2)), s.Roster.ByKey(rig.Key(4)); p != nil && q != nil && carries(s, 2, 4) {
					return int(s.Self())
				}
			}
			return 0
		}
		was := pairs()
		for range 24 {
			wishes := map[int][]command.Command{}
			for n := 1; n <= players; n++ {
				m := 1 + int(f.Draw(players))
				s := f.Of(n)
				if s == nil {
					continue // on its way
				}
				c := command.Command{Kind: command.Enter, Text: "Player"}
				if p := s.Roster.ByKey(rig.Key(n)); p.Body == 0 || s.IsAwake(p) {
					switch f.Draw(10) {
					case 0, 1:
						c = command.Command{Kind: command.RemoteVisit, Entity: ids[m], Tile: at[m]}
					case 2, 3:
						c = command.Command{Kind: command.Welcome, Entity: ids[m]}
					case 4:
						c = command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(f.Draw(1 << 16)))}
					case 5:
						c = command.Command{Kind: command.Carry, Entity: ids[m]}
					case 6:
						c = goHome
					case 7:
						c = command.Command{Kind: command.Leave}
					default:
						continue
					}
				}
				wishes[n] = append(wishes[n], c)
			}
			f.Step(uint8(1+f.Draw(6)), wishes)
			look()
			f.Balanced()
			if now := pairs(); now != 0 && was != 0 && now != was {
				trips++
			} else if now != 0 {
				was = now
			}
			s := f.Ships[f.Draw(uint32(len(f.Ships)))]
			switch f.Draw(16) {
			case 0, 1:
				f.Crash(s)
			case 2:
				if s != f.Home() {
					f.Absorb(f.Home(), s)
				}
			}
		}
		f.Post = false
		f.Wait(20)
		f.LandIsOnce()
		whole := f.Settle()
		for n := 1; n <= players; n++ {
			if whole.Roster.ByKey(rig.Key(n)) == nil {
				t.Fatalf("player %d is nowhere", n)
			}
		}
		rig.Sound(t, whole)
	})
	if trips == 0 {
		t.Error("no pair ever went to another island")
	}
}

// TestACopyWaits: in a copy for prediction nobody leaves for another island, however often it is made, and a
// pair stays together.
func TestACopyWaits(t *testing.T) {
	f := newSea(t, nil, false)
	s := f.Of(2)
	var copied island.Island
	p := s.Roster.ByKey(rig.Key(2))
	for n := range 2 * world.MaxOutbox {
		s.CopyNear(&copied, grid.TileAt(f.Body(2).Pos))
		copied.StepTick([]world.SeatCommand{{Seat: p.Seat, Key: p.Key, Seq: p.LastSeq + 1, Command: goHome}})
		for _, e := range copied.Happened {
			if e.Kind == event.Refused {
				t.Fatalf("after %d times it is refused: %s", n, event.Reason(e.A))
			}
		}
	}
	if bond.Load(&copied.State, p.Body) == 0 || len(copied.Mail.Outboxes) > 0 {
		t.Error("the copy of a pair is gone")
	}
}
