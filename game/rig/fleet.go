package rig

import (
	"slices"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// Failer is a test, or a run of a property.
type Failer interface {
	Helper()
	Fatalf(string, ...any)
}

// Fleet is some islands of one world and an unreliable post between them. Every island can crash: it is
// then restored from an older snapshot and executes the same turns again; or it loses the turns that were
// not committed, and goes another way.
type Fleet struct {
	T     Failer
	Draw  func(n uint32) uint32 // a number below n
	Ships []*Ship               // home first
	Post  bool                  // parcels get lost, doubled and late; else they always arrive
	After func(s *Ship)         // is called when an island has executed a turn
}

// Ship is one island of a fleet.
type Ship struct {
	*island.Island
	base  []byte   // a snapshot
	turns [][]byte // executed since then

	// The committed part; only that leaves an island where the post is unreliable.
	firm    int               // of turns
	ends    map[uint64]uint64 // of outboxes, the number after the last parcel
	expects map[uint64]uint64
}

// commit makes all that was executed certain.
func (s *Ship) commit() {
	s.firm, s.ends, s.expects = len(s.turns), map[uint64]uint64{}, map[uint64]uint64{}
	for k := range s.Mail.Outboxes {
		s.ends[s.Mail.Outboxes[k].To] = s.Mail.Outboxes[k].First + uint64(len(s.Mail.Outboxes[k].List))
	}
	for k := range s.Mail.Inboxes {
		if b := &s.Mail.Inboxes[k]; b.As == s.Self() {
			s.expects[b.From] = b.Next
		}
	}
}

// rewind undoes the uncommitted turns.
func (f *Fleet) rewind(s *Ship) {
	f.T.Helper()
	s.turns = s.turns[:s.firm]
	again := new(island.Island)
	if err := again.Restore(s.base); err != nil {
		f.T.Fatalf("base: %v", err)
	}
	for _, turn := range s.turns {
		if err := again.Replay(turn); err != nil {
			f.T.Fatalf("a turn that was executed before: %v", err)
		}
	}
	s.Island = again
}

func NewFleet(t Failer, draw func(uint32) uint32) *Fleet {
	f := &Fleet{T: t, Draw: draw}
	f.Add(island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules, Start: item.Builders}).Snapshot(nil))
	return f
}

// Drawer returns numbers that a property draws.
func Drawer(t *rapid.T) func(uint32) uint32 {
	return func(n uint32) uint32 { return rapid.Uint32Range(0, n-1).Draw(t, "n") }
}

// Chancer returns numbers that follow from a seed.
func Chancer(seed uint64) func(uint32) uint32 {
	n := uint64(0)
	return func(most uint32) uint32 {
		n++
		return random.Below(random.Hash(seed, n, 0, 0), most)
	}
}

func (f *Fleet) Add(snapshot []byte) *Ship {
	s := &Ship{Island: new(island.Island)}
	if err := s.Restore(snapshot); err != nil {
		f.T.Fatalf("a new island: %v", err)
	}
	s.Save()
	f.Ships = append(f.Ships, s)
	return s
}

// Save makes the present the base, and commits it.
func (s *Ship) Save() {
	s.base, s.turns = s.Snapshot(nil), nil
	s.commit()
}

// Crash lets a ship go back to its base and forward again.
func (f *Fleet) Crash(s *Ship) {
	f.T.Helper()
	again := new(island.Island)
	if err := again.Restore(s.base); err != nil {
		f.T.Fatalf("base: %v", err)
	}
	for _, turn := range s.turns {
		if err := again.Replay(turn); err != nil {
			f.T.Fatalf("a turn that was executed before: %v", err)
		}
	}
	if again.Digest() != s.Digest() {
		field, _ := island.Diff(s.Island, again)
		f.T.Fatalf("island %x went another way after a crash: %s", s.Self(), field)
	}
	s.Island = again
}

func (f *Fleet) Ship(id uint64) *Ship {
	for _, s := range f.Ships {
		if s.Self() == id {
			return s
		}
	}
	return nil
}

func (f *Fleet) Home() *Ship { return f.Ships[0] }

// Of returns the ship that holds a player.
func (f *Fleet) Of(n int) *Ship {
	for _, s := range f.Ships {
		if s.Holds(Key(n)) {
			return s
		}
	}
	return nil
}

// Step executes one turn on every island, with these commands of players and the delivered mail.
func (f *Fleet) Step(ticks uint8, wishes map[int][]command.Command) {
	f.T.Helper()
	for _, s := range f.Ships {
		next, asked := s.Begin(ticks), map[int]uint64{}
		for n := range 70 {
			for _, c := range wishes[n] {
				if !s.Holds(Key(n)) {
					continue
				}
				asked[n] = f.ask(s.Island, next, n, asked[n], c)
			}
		}
		f.mail(s, next)
		turn := Reparsed(f.T, next.Turn())
		s.Step(turn)
		s.turns = append(s.turns, turn.Bytes())
		if f.Post && f.Draw(2) == 0 {
			s.commit()
		}
		if f.After != nil {
			f.After(s)
		}
	}
}

// Wait lets turns of three ticks pass by without a wish.
func (f *Fleet) Wait(turns int) {
	for range turns {
		f.Step(3, nil)
	}
}

// Do lets a player ask for something, and a turn of three ticks pass by.
func (f *Fleet) Do(n int, c command.Command) { f.Step(3, map[int][]command.Command{n: {c}}) }

// Body returns the body of player n, on the island where it is.
func (f *Fleet) Body(n int) *entity.Body {
	s := f.Of(n)
	return s.Space.Body(s.Roster.ByKey(Key(n)).Body)
}

// ask adds a command of a player to a turn, given the number of the player's last one there. It returns the
// new number.
func (f *Fleet) ask(i *island.Island, next *turn.Builder, n int, last uint64, c command.Command) uint64 {
	f.T.Helper()
	seq := max(i.Sequence(Key(n)), last) + 1
	taken, err := next.Append(Key(n), seq, command.Append(nil, c))
	if err != nil || !taken {
		f.T.Fatalf("%s by %d: taken %v, %v", c.Kind, n, taken, err)
	}
	return seq
}

// mail adds the others' parcels for an island to a turn. With an unreliable post some of it is lost, comes
// twice, or in another order: Deliver and Acknowledge must cope.
func (f *Fleet) mail(to *Ship, next *turn.Builder) {
	f.T.Helper()
	for _, from := range f.Ships {
		if from == to {
			continue
		}
		if !f.Post || f.Draw(6) > 0 {
			upto := from.Expect(to.Self())
			if f.Post {
				upto = max(from.expects[to.Self()], 1)
			}
			if _, err := next.Acknowledge(from.Self(), upto); err != nil {
				f.T.Fatalf("acknowledge: %v", err)
			}
		}
		first := uint64(1)
		if k, ok := federation.FindOutbox(&from.Island.State, to.Self()); ok {
			first = from.Mail.Outboxes[k].First
		}
		for n, p := range from.Parcels(to.Self(), 0, nil) {
			seq := first + uint64(n)
			if f.Post && seq >= from.ends[to.Self()] {
				break
			}
			for tries := f.tries(); tries > 0; tries-- {
				taken, err := next.Deliver(from.Self(), seq, p)
				if err != nil {
					f.T.Fatalf("deliver: %v", err)
				}
				if !taken && !f.Post {
					return
				}
			}
		}
	}
}

func (f *Fleet) tries() uint32 {
	if !f.Post {
		return 1
	}
	return min(f.Draw(6), 2)
}

// Carve splits players off an island.
func (f *Fleet) Carve(s *Ship, id uint64, players ...int) *Ship {
	f.T.Helper()
	var seats []entity.Seat
	for _, n := range players {
		seats = append(seats, s.Roster.ByKey(Key(n)).Seat)
	}
	slices.Sort(seats)
	child, err := s.Carve(federation.AppendSeats(nil, seats), id)
	if err != nil {
		f.T.Fatalf("carve: %v", err)
	}
	s.Save()
	return f.Add(child)
}

// Absorb lets one island take in another.
func (f *Fleet) Absorb(into, gone *Ship) {
	f.T.Helper()
	if err := into.Absorb(gone.Snapshot(nil)); err != nil {
		f.T.Fatalf("absorb: %v", err)
	}
	into.Save()
	f.Ships = slices.DeleteFunc(f.Ships, func(s *Ship) bool { return s == gone })
}

// Settle lets every island absorb into home: the whole world in one state.
func (f *Fleet) Settle() *island.Island {
	f.T.Helper()
	for len(f.Ships) > 1 {
		f.Absorb(f.Home(), f.Ships[len(f.Ships)-1])
	}
	return f.Home().Island
}

// Balanced fails unless the items of all islands and all parcels in transit equal those created and not
// destroyed, on each island and together.
func (f *Fleet) Balanced() {
	f.T.Helper()
	for _, s := range f.Ships {
		Balanced(f.T, s.Island)
	}
}

// SpreadOut brings players 1 to n into the world, each so many regions from the one before.
func (f *Fleet) SpreadOut(n int, regions int32) {
	f.T.Helper()
	h := f.Home()
	for k := 1; k <= n; k++ {
		act.Admit(&h.Island.State, &world.SeatCommand{Key: Key(k)})
		h.Roster.Away[len(h.Roster.Away)-1].Last = DryTile(grid.Tile{X: h.SpawnTile.X + int32(k-1)*grid.RegionSide*regions, Y: h.SpawnTile.Y}.Region()).Centre()
		h.Roster.SumAway()
		h.Save()
		f.Step(3, map[int][]command.Command{k: {{Kind: command.Enter, Text: "Player"}}})
	}
}

// DryTile returns a tile of open ground in a region, or in one to the south of it.
func DryTile(at grid.Region) grid.Tile {
	var r world.Region
	for {
		r.Generate(world.Genesis{Seed: 7, Rules: game.CurrentRules, Start: item.Builders}, at)
		for k := range grid.Index(grid.RegionTiles) {
			k = (k + grid.RegionTiles/2 + grid.RegionSide/2) % grid.RegionTiles
			if r.Tiles.Ground[k] == tile.Grass && r.Tiles.Block[k] == tile.NoBlock {
				return r.At.Tile(k)
			}
		}
		at.Y++
	}
}

// Wish returns what a player asks for by chance, where nobody else is.
func (f *Fleet) Wish(i *island.Island, n int) (c command.Command, ok bool) {
	p := i.Roster.ByKey(Key(n))
	b := i.Space.Body(p.Body)
	if b == nil {
		return c, false
	}
	here := grid.TileAt(b.Pos)
	near := here.Add(int32(f.Draw(5))-2, int32(f.Draw(5))-2)
	slot := uint8(f.Draw(item.InventorySlots))
	dir := fixed.Direction(fixed.Angle(f.Draw(1 << 16)))
	switch f.Draw(10) {
	case 0, 1, 2, 3:
		return command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)}, true
	case 4:
		return command.Command{Kind: command.Dig, Tile: near}, true
	case 5, 6:
		return command.Command{Kind: command.Place, Tile: near, Slot: slot}, true
	case 7:
		return command.Command{Kind: command.Throw, Dir: dir, Slot: slot}, true
	case 8:
		return command.Command{Kind: command.Drop, Slot: slot, Count: 1}, true
	}
	if _, b, _, _ := i.TileAt(near); b == tile.StandingStone || b == tile.Portal {
		return c, false // whoever goes to another scene is on the way for a while if it is another island's
	}
	return command.Command{Kind: command.Use, Tile: near}, true
}

// Drag moves a player by some tiles at once, as if it had walked there; not to where no land is active.
func (s *Ship) Drag(n int, dx, dy int32) {
	p := s.Roster.ByKey(Key(n))
	k, _ := s.Space.Find(p.Body)
	b := &s.Space.Bodies()[k]
	from := b.Pos
	if s.Land.Active(grid.TileAt(b.Pos).Add(dx, dy).Region()) == nil {
		return
	}
	b.Pos = grid.TileAt(b.Pos).Add(dx, dy).Centre()
	b.Vel = fixed.SVec{}
	s.Space.Moved(k, from)
	s.Save()
}

// LandIsOnce fails if two islands have the same region, or the same body.
func (f *Fleet) LandIsOnce() {
	f.T.Helper()
	owner := map[grid.Region]uint64{}
	bodies := map[uint64]uint64{}
	for _, s := range f.Ships {
		list := s.Stored()
		for _, at := range list {
			if other, ok := owner[at]; ok {
				f.T.Fatalf("region %v is of islands %d and %d", at, other, s.Self())
			}
			owner[at] = s.Self()
		}
		for _, b := range s.Space.Bodies() {
			if other, ok := bodies[uint64(b.ID)]; ok {
				f.T.Fatalf("body %x is on islands %d and %d", b.ID, other, s.Self())
			}
			bodies[uint64(b.ID)] = s.Self()
		}
	}
}
