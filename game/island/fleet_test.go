package island_test

import (
	"slices"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// failer is a test, or a run of a property.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// fleet is some islands of one world and an unreliable post between them. Every island can crash: it is
// then restored from an older snapshot and executes the same turns again; or it loses the turns that were
// not committed, and goes another way.
type fleet struct {
	t     failer
	draw  func(n uint32) uint32 // a number below n
	ships []*ship               // home first
	post  bool                  // parcels get lost, doubled and late; else they always arrive
	after func(s *ship)         // is called when an island has executed a turn
}

// ship is one island of a fleet.
type ship struct {
	*island.Island
	base  []byte   // a snapshot
	turns [][]byte // executed since then

	// The committed part; only that leaves an island where the post is unreliable.
	firm    int               // of turns
	ends    map[uint64]uint64 // of outboxes, the number after the last parcel
	expects map[uint64]uint64
}

// commit makes all that was executed certain.
func (s *ship) commit() {
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
func (f *fleet) rewind(s *ship) {
	f.t.Helper()
	s.turns = s.turns[:s.firm]
	again := new(island.Island)
	if err := again.Restore(s.base); err != nil {
		f.t.Fatalf("base: %v", err)
	}
	for _, turn := range s.turns {
		if err := again.Replay(turn); err != nil {
			f.t.Fatalf("a turn that was executed before: %v", err)
		}
	}
	s.Island = again
}

func newFleet(t failer, draw func(uint32) uint32) *fleet {
	f := &fleet{t: t, draw: draw}
	f.add(island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules}).Snapshot(nil))
	return f
}

// drawer returns numbers that a property draws.
func drawer(t *rapid.T) func(uint32) uint32 {
	return func(n uint32) uint32 { return rapid.Uint32Range(0, n-1).Draw(t, "n") }
}

// chancer returns numbers that follow from a seed.
func chancer(seed uint64) func(uint32) uint32 {
	n := uint64(0)
	return func(most uint32) uint32 {
		n++
		return random.Below(random.Hash(seed, n, 0, 0), most)
	}
}

func (f *fleet) add(snapshot []byte) *ship {
	s := &ship{Island: new(island.Island)}
	if err := s.Restore(snapshot); err != nil {
		f.t.Fatalf("a new island: %v", err)
	}
	s.save()
	f.ships = append(f.ships, s)
	return s
}

// save makes the present the base, and commits it.
func (s *ship) save() {
	s.base, s.turns = s.Snapshot(nil), nil
	s.commit()
}

// crash lets a ship go back to its base and forward again.
func (f *fleet) crash(s *ship) {
	f.t.Helper()
	again := new(island.Island)
	if err := again.Restore(s.base); err != nil {
		f.t.Fatalf("base: %v", err)
	}
	for _, turn := range s.turns {
		if err := again.Replay(turn); err != nil {
			f.t.Fatalf("a turn that was executed before: %v", err)
		}
	}
	if again.Digest() != s.Digest() {
		field, _ := island.Diff(s.Island, again)
		f.t.Fatalf("island %x went another way after a crash: %s", s.Self(), field)
	}
	s.Island = again
}

func (f *fleet) ship(id uint64) *ship {
	for _, s := range f.ships {
		if s.Self() == id {
			return s
		}
	}
	return nil
}

func (f *fleet) home() *ship { return f.ships[0] }

// of returns the ship that holds a player.
func (f *fleet) of(n int) *ship {
	for _, s := range f.ships {
		if s.Holds(key(n)) {
			return s
		}
	}
	return nil
}

// step executes one turn on every island, with these commands of players and the delivered mail.
func (f *fleet) step(ticks uint8, wishes map[int][]command.Command) {
	f.t.Helper()
	for _, s := range f.ships {
		next, asked := s.Begin(ticks), map[int]uint64{}
		for n := range 70 {
			for _, c := range wishes[n] {
				if !s.Holds(key(n)) {
					continue
				}
				asked[n] = f.ask(s.Island, next, n, asked[n], c)
			}
		}
		f.mail(s, next)
		turn := reparsed(f.t, next.Turn())
		s.Step(turn)
		s.turns = append(s.turns, turn.Bytes())
		if f.post && f.draw(2) == 0 {
			s.commit()
		}
		if f.after != nil {
			f.after(s)
		}
	}
}

// ask adds a command of a player to a turn, given the number of the player's last one there. It returns the
// new number.
func (f *fleet) ask(i *island.Island, next *turn.Builder, n int, last uint64, c command.Command) uint64 {
	f.t.Helper()
	seq := max(i.Sequence(key(n)), last) + 1
	taken, err := next.Append(key(n), seq, command.Append(nil, c))
	if err != nil || !taken {
		f.t.Fatalf("%s by %d: taken %v, %v", c.Kind, n, taken, err)
	}
	return seq
}

// mail adds the others' parcels for an island to a turn. With an unreliable post some of it is lost, comes
// twice, or in another order: Deliver and Acknowledge must cope.
func (f *fleet) mail(to *ship, next *turn.Builder) {
	f.t.Helper()
	for _, from := range f.ships {
		if from == to {
			continue
		}
		if !f.post || f.draw(6) > 0 {
			upto := from.Expect(to.Self())
			if f.post {
				upto = max(from.expects[to.Self()], 1)
			}
			if _, err := next.Acknowledge(from.Self(), upto); err != nil {
				f.t.Fatalf("acknowledge: %v", err)
			}
		}
		first := uint64(1)
		if k, ok := federation.FindOutbox(&from.Island.State, to.Self()); ok {
			first = from.Mail.Outboxes[k].First
		}
		for n, p := range from.Parcels(to.Self(), 0, nil) {
			seq := first + uint64(n)
			if f.post && seq >= from.ends[to.Self()] {
				break
			}
			for tries := f.tries(); tries > 0; tries-- {
				taken, err := next.Deliver(from.Self(), seq, p)
				if err != nil {
					f.t.Fatalf("deliver: %v", err)
				}
				if !taken && !f.post {
					return
				}
			}
		}
	}
}

func (f *fleet) tries() uint32 {
	if !f.post {
		return 1
	}
	return min(f.draw(6), 2)
}

// carve splits players off an island.
func (f *fleet) carve(s *ship, id uint64, players ...int) *ship {
	f.t.Helper()
	var seats []entity.Seat
	for _, n := range players {
		seats = append(seats, s.Roster.ByKey(key(n)).Seat)
	}
	slices.Sort(seats)
	child, err := s.Carve(federation.AppendSeats(nil, seats), id)
	if err != nil {
		f.t.Fatalf("carve: %v", err)
	}
	s.save()
	return f.add(child)
}

// absorb lets one island take in another.
func (f *fleet) absorb(into, gone *ship) {
	f.t.Helper()
	if err := into.Absorb(gone.Snapshot(nil)); err != nil {
		f.t.Fatalf("absorb: %v", err)
	}
	into.save()
	f.ships = slices.DeleteFunc(f.ships, func(s *ship) bool { return s == gone })
}

// settle lets every island absorb into home: the whole world in one state.
func (f *fleet) settle() *island.Island {
	f.t.Helper()
	for len(f.ships) > 1 {
		f.absorb(f.home(), f.ships[len(f.ships)-1])
	}
	return f.home().Island
}

// balanced fails unless the items of all islands and all parcels in transit equal those created and not
// destroyed, on each island and together.
func (f *fleet) balanced() {
	f.t.Helper()
	for _, s := range f.ships {
		balanced(f.t, s.Island)
	}
}

// spreadOut brings players 1 to n into the world, each so many regions from the one before.
func (f *fleet) spreadOut(n int, regions int32) {
	f.t.Helper()
	h := f.home()
	for k := 1; k <= n; k++ {
		act.Admit(&h.Island.State, &world.SeatCommand{Key: key(k)})
		h.Roster.Away[len(h.Roster.Away)-1].Last = dryTile(grid.Tile{X: h.SpawnTile.X + int32(k-1)*grid.RegionSide*regions, Y: h.SpawnTile.Y}.Region()).Centre()
		h.Roster.SumAway()
		h.save()
		f.step(3, map[int][]command.Command{k: {{Kind: command.Enter, Text: "Player"}}})
	}
}

// dryTile returns a tile of open ground in a region, or in one to the south of it.
func dryTile(at grid.Region) grid.Tile {
	var r world.Region
	for {
		r.Generate(world.Genesis{Seed: 7, Rules: game.CurrentRules}, at)
		for k := range grid.Index(grid.RegionTiles) {
			k = (k + grid.RegionTiles/2 + grid.RegionSide/2) % grid.RegionTiles
			if r.Tiles.Ground[k] == tile.Grass && r.Tiles.Block[k] == tile.NoBlock {
				return r.At.Tile(k)
			}
		}
		at.Y++
	}
}
