package island_test

import (
	"flag"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/perception"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// collisions is how many rounds TestHitsAtALine plays.
var collisions = flag.Int("collisions", 300, "how many times things are thrown at each other across a line")

// shores is two islands side by side that cannot be one, and the line between them: a meadow on both shores.
type shores struct {
	*fleet
	west, east *ship
	mid        grid.Tile        // the first tile of the east at the line
	told       map[*ship][]hit  // the hits it was told of, from the first
	took       map[*ship]uint64 // how many of those it has taken in
	sent       map[*ship]uint64 // parcels of its outbox that were looked at
	part       map[*ship][]byte
	hits       int // told of with an event
}

// hit is one that was told of.
type hit struct {
	id   game.EntityID
	loud int32
}

// newShores makes a world where one island takes most players, with two of players 1 to 3 in the west.
func newShores(t failer, draw func(uint32) uint32, most uint16) *shores {
	return shoresOf(t, draw, world.Genesis{Seed: 7, Rules: game.CurrentRules, Cap: most})
}

func shoresOf(t failer, draw func(uint32) uint32, g world.Genesis) *shores {
	f := &fleet{t: t, draw: draw}
	f.add(island.New(g).Snapshot(nil))
	p := &shores{fleet: f, told: map[*ship][]hit{}, sent: map[*ship]uint64{}, took: map[*ship]uint64{}, part: map[*ship][]byte{}}
	f.spreadOut(1, 0)
	h := f.home()
	at := h.SpawnTile.Region()
	p.mid = grid.Region{X: at.X + 2, Y: at.Y}.Tile(grid.RegionTiles / 2)
	act.Admit(&h.Island.State, &world.SeatCommand{Key: key(2)})
	h.Roster.Away[len(h.Roster.Away)-1].Last = dryTile(p.mid.Region()).Centre()
	h.Roster.SumAway()
	h.save()
	f.step(3, map[int][]command.Command{2: {{Kind: command.Enter, Text: "East"}}})
	for dy := int32(-12); dy <= 12; dy++ {
		for dx := int32(-20); dx < 20; dx++ {
			living.SetTile(&h.State, p.mid.Add(dx, dy), tile.Grass, tile.NoBlock, 0)
		}
	}
	h.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind != entity.Player })
	h.save()
	p.east = f.carve(h, 77, 2)
	p.west = h
	f.after = p.watch
	p.east.placeAt(2, p.mid.Add(18, 10))
	p.west.placeAt(1, p.mid.Add(-18, 10))
	for range 120 {
		f.step(3, nil)
	}
	for s := range p.told {
		t.Fatalf("a hit before anything was thrown: %v", s)
	}
	if len(p.west.Border.Strips) == 0 || len(p.east.Border.Strips) == 0 {
		t.Fatalf("there is no line: %d and %d strips", len(p.west.Border.Strips), len(p.east.Border.Strips))
	}
	return p
}

// placeAt puts a player on a tile of open ground.
func (s *ship) placeAt(n int, t grid.Tile) {
	k, _ := s.Space.Find(s.Roster.ByKey(key(n)).Body)
	b := &s.Space.Bodies()[k]
	from := b.Pos
	b.Pos, b.Vel = t.Centre(), fixed.SVec{}
	s.Space.Moved(k, from)
	s.save()
}

// watch compares what an island tells in a turn with the hits that went over: every hit that one side tells
// the other is an event there once, in the turn in which it is taken in, and an event here in the turn in
// which it was sent.
func (p *shores) watch(s *ship) {
	p.t.Helper()
	for n := p.took[s]; n < s.taken(); n++ {
		if n >= uint64(len(p.told[s])) {
			p.t.Fatalf("island %d took in a hit that nobody told", s.Self())
		}
		if h := p.told[s][n]; h.loud > 0 && countEvents(s, h.id, h.loud) == 0 {
			p.t.Fatalf("island %d does not tell that %x was hit", s.Self(), h.id)
		}
	}
	p.took[s] = s.taken()
	p.read(s, p.other(s))
}

func (p *shores) other(s *ship) *ship {
	if s == p.west {
		return p.east
	}
	return p.west
}

// takeBack rewinds an island, and the account with it.
func (p *shores) takeBack(s *ship) {
	p.t.Helper()
	p.rewind(s)
	p.took[s], p.part[s], p.sent[s] = s.taken(), nil, 0
	if k, ok := federation.FindOutbox(&s.Island.State, p.other(s).Self()); ok {
		p.sent[s] = s.Mail.Outboxes[k].First + uint64(len(s.Mail.Outboxes[k].List)) - 1
	}
	told := uint64(0)
	for k := range s.Border.Islands {
		told += s.Border.Islands[k].Hits
	}
	p.told[p.other(s)] = p.told[p.other(s)][:told]
}

func (p *shores) turn(wishes map[int][]command.Command) {
	p.t.Helper()
	p.step(3, wishes)
}

// taken returns how many hits an island has taken in.
func (s *ship) taken() (n uint64) {
	for k := range s.Border.Islands {
		n += s.Border.Islands[k].Taken
	}
	return n
}

func countEvents(s *ship, id game.EntityID, loud int32) (n int) {
	for _, e := range s.Happened {
		if e.Kind == event.Bounced && (e.Entity == id || id == 0) && e.A == loud {
			n++
		}
	}
	return n
}

// read looks at the parcels that an island has sent since the last look.
func (p *shores) read(s, other *ship) {
	p.t.Helper()
	k, ok := federation.FindOutbox(&s.Island.State, other.Self())
	if !ok {
		return
	}
	o := &s.Mail.Outboxes[k]
	for n := range o.List {
		if o.First+uint64(n) <= p.sent[s] {
			continue
		}
		p.sent[s] = o.First + uint64(n)
		m := append(p.part[s], o.List[n][1:]...)
		if p.part[s] = m; o.List[n][0] == 0 {
			continue
		}
		p.part[s] = nil
		if federation.Letter(m[0]) != federation.HitLetter {
			continue
		}
		c := codec.Read(m[1:])
		h := hit{id: game.EntityID(c.U64())}
		c.Bytes(24)
		if h.loud = int32(c.U32()); h.loud > 0 {
			if p.hits++; countEvents(s, 0, h.loud) == 0 {
				p.t.Fatalf("island %d does not tell a hit that it decided", s.Self())
			}
		}
		p.told[other] = append(p.told[other], h)
	}
}

// throw lets a new ball or crate fly.
func (p *shores) throw(s *ship, n uint64, from fixed.Vec, vel fixed.SVec) {
	k := entity.Ball
	if p.draw(5) == 0 {
		k = entity.Crate
	}
	i := s.Space.Insert(entity.Body{ID: s.Space.NewID(n, s.Self()), Kind: k, Pos: from})
	s.Space.Hurl(i, vel, 0, 0)
	s.save()
}

// loose counts the things on both shores and on their way, players excepted.
func (p *shores) loose() (n int) {
	for _, s := range p.ships {
		for _, b := range s.Space.Bodies() {
			if b.Kind != entity.Player {
				n++
			}
		}
	}
	return n
}

// quiet plays until nothing is on its way.
func (p *shores) quiet() {
	p.t.Helper()
	for range 400 {
		p.turn(nil)
		if len(p.told[p.west])+len(p.told[p.east]) == int(p.took[p.west]+p.took[p.east]) && !p.inTransit() {
			return
		}
	}
	p.t.Fatalf("something is on its way for ever")
}

// inTransit reports whether a handoff is in an outbox and not taken in.
func (p *shores) inTransit() bool {
	for _, s := range p.ships {
		for _, o := range p.ships {
			for _, m := range s.Parcels(o.Self(), max(o.Expect(s.Self()), 1), nil) {
				switch federation.Letter(m[1]) {
				case federation.CrossLetter, federation.TakeLetter, federation.GivenLetter:
					return true
				}
			}
		}
	}
	return false
}

// TestHitsAtALine throws things at each other across a line, with a post that doubles, delays and loses
// parcels, and crashes: each hit that goes over is told once by each owner, and nothing is lost or doubled.
func TestHitsAtALine(t *testing.T) {
	p := newShores(t, chancer(5), 1)
	p.post = true
	rounds := *collisions
	if testing.Short() {
		rounds /= 3
	}
	for round := range uint64(rounds) {
		y := int32(p.draw(9)) - 4
		fast := func() fixed.S { return fixed.S(3+p.draw(5)) * fixed.One / 2 }
		shift := func() fixed.Q { return fixed.Q(p.draw(fixed.One)) }
		p.throw(p.west, round, p.mid.Add(-2-int32(p.draw(2)), y).Centre().Add(fixed.Vec{Y: shift() / 4}), fixed.SVec{X: fast()})
		p.throw(p.east, round, p.mid.Add(1+int32(p.draw(2)), y).Centre().Add(fixed.Vec{Y: shift() / 4}), fixed.SVec{X: -fast()})
		for range 16 {
			p.turn(nil)
			if s := p.ships[p.draw(2)]; p.draw(10) == 0 {
				p.takeBack(s)
			}
		}
		p.landIsOnce()
		if round%16 == 0 {
			p.crash(p.west)
			p.crash(p.east)
		}
		p.quiet()
		if n := p.loose(); n != 2 {
			t.Fatalf("round %d: %d things, not 2", round, n)
		}
		for _, s := range p.ships {
			s.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind != entity.Player })
			s.save()
		}
		p.turn(nil)
	}
	p.balanced()
	t.Logf("%d hits went over in %d rounds", p.hits, rounds)
	if p.hits < rounds/10 {
		t.Errorf("only %d hits went over in %d rounds", p.hits, rounds)
	}
}

// TestWalkingOverALine: a player goes over where the other side has room, with the things it carries and in
// its order of commands; where there is none, the line is closed and says so.
func TestWalkingOverALine(t *testing.T) {
	for _, most := range []uint16{1, 2} {
		p := newShores(t, chancer(1), most)
		p.post = true
		p.west.placeAt(1, p.mid.Add(-3, 0))
		crate := p.west.Space.NewID(1)
		p.west.Space.Insert(entity.Body{ID: crate, Kind: entity.Crate, Pos: p.mid.Add(-3, 1).Centre()})
		if err := p.west.Components.Declare("test:mark", 2); err != nil {
			t.Fatal(err)
		}
		if err := p.west.SetComponent("test:mark", crate, []byte{4, 2}); err != nil {
			t.Fatal(err)
		}
		p.west.save()
		had := p.west.Roster.ByKey(key(1)).Inventory
		p.turn(map[int][]command.Command{1: {{Kind: command.PickUp, Entity: crate}, {Kind: command.Move, Dir: fixed.SVec{X: fixed.One}}}})
		seq, closed := p.west.Sequence(key(1)), 0
		for range 60 {
			p.turn(nil)
			p.landIsOnce()
			for _, e := range p.west.Happened {
				if e.Kind == event.Refused && event.Reason(e.A) == event.LineClosed {
					closed++
				}
			}
		}
		p.quiet()
		if most == 1 {
			if closed == 0 || p.of(1) != p.west || grid.TileAt(p.west.Space.Body(p.west.Roster.ByKey(key(1)).Body).Pos).X != p.mid.X-1 {
				t.Errorf("the line is not closed; said %d times", closed)
			}
			continue
		}
		e := p.of(1)
		if e != p.east || closed > 0 || p.west.Holds(key(1)) {
			t.Fatalf("the player is not over there; %d times it was told that the line is closed", closed)
		}
		q := e.Roster.ByKey(key(1))
		if q.Inventory != had || q.Seat != 1 || e.Sequence(key(1)) != seq || string(e.Components.Get("test:mark", crate)) != "\x04\x02" {
			t.Error("it has not all that it had")
		}
		if o := e.Space.Body(crate); o == nil || o.Other != q.Body {
			t.Error("it does not carry what it carried")
		}
		p.turn(map[int][]command.Command{1: {{Kind: command.Say, Text: "here I am"}}})
		if len(e.Chat.Log) != 1 {
			t.Error("it cannot say anything over there")
		}
		p.balanced()
		p.settle()
		p.balanced()
	}
}

// TestWhatIsKnownOfTheOtherSide: tiles bar, bodies are seen, and both are kept in snapshots and copies.
func TestWhatIsKnownOfTheOtherSide(t *testing.T) {
	p := newShores(t, nil, 1)
	living.SetTile(&p.east.State, p.mid.Add(0, 0), tile.Grass, tile.StoneWall, 0)
	p.lay(p.east, entity.Crate, p.mid.Add(2, 2))
	for range 30 {
		p.turn(nil)
	}
	if c := p.west.Land.Cell(p.mid.X, p.mid.Y); c.Height == 0 {
		t.Error("the wall over there does not bar")
	}
	if c := p.west.Land.Cell(p.mid.X+world.BorderWidth, p.mid.Y); c != physics.Unknown {
		t.Error("a tile beyond the border strip is known")
	}
	if g := p.west.Ghosts(); len(g) != 1 || g[0].Kind != entity.Crate {
		t.Fatalf("ghosts: %v", g)
	}
	if seen := perception.Perceived(&p.west.State, nil, p.mid.Add(-2, 2).Centre()); len(seen) == 0 || seen[len(seen)-1].Kind != entity.Crate {
		t.Errorf("the crate over there is not among what is known: %v", seen)
	}
	var again, near, scratch island.Island
	if err := again.Restore(p.west.Snapshot(nil)); err != nil || again.Digest() != p.west.Digest() {
		t.Fatalf("restored: %v", err)
	}
	p.west.CopyNear(&near, p.mid.Add(-2, 0))
	near.Copy(&scratch)
	for _, i := range []*island.Island{&again, &near, &scratch} {
		if i.Land.Cell(p.mid.X, p.mid.Y).Height == 0 || len(i.Ghosts()) != 1 || i.Beyond(p.mid.Region()) == nil {
			t.Error("a copy does not know the other side")
		}
	}
	p.absorb(p.west, p.east)
	for range 30 {
		p.step(3, nil)
	}
	if len(p.west.Ghosts())+len(p.west.Land.Borders) != 0 {
		t.Error("there are still images of what is here now")
	}
}

func (p *shores) lay(s *ship, k entity.Kind, at grid.Tile) {
	s.Space.Insert(entity.Body{ID: s.Space.NewID(99, s.Self()), Kind: k, Pos: at.Centre(), Stack: item.Stack{}})
	s.save()
}
