package rig

import (
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
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Shores is two islands side by side that cannot be one, and the line between them: a meadow on both shores.
type Shores struct {
	*Fleet
	West, East *Ship
	Mid        grid.Tile        // the first tile of the east at the line
	Told       map[*Ship][]hit  // what it was told of, from the first
	took       map[*Ship]uint64 // how many of those it has taken in
	sent       map[*Ship]uint64 // parcels of its outbox that were looked at
	part       map[*Ship][]byte
	Hits       int // told of with an event
}

// hit is one that was told of.
type hit struct {
	id   game.EntityID
	loud int32
}

// NewShores makes a world where one island takes most players, with two of players 1 to 3 in the west.
func NewShores(t Failer, draw func(uint32) uint32, most uint16) *Shores {
	return ShoresOf(t, draw, world.Genesis{Seed: 7, Rules: game.CurrentRules, Start: item.Builders, Cap: most})
}

func ShoresOf(t Failer, draw func(uint32) uint32, g world.Genesis) *Shores {
	f := &Fleet{T: t, Draw: draw}
	f.Add(island.New(g).Snapshot(nil))
	p := &Shores{Fleet: f, Told: map[*Ship][]hit{}, sent: map[*Ship]uint64{}, took: map[*Ship]uint64{}, part: map[*Ship][]byte{}}
	f.SpreadOut(1, 0)
	h := f.Home()
	at := h.SpawnTile.Region()
	p.Mid = grid.Region{X: at.X + 2, Y: at.Y}.Tile(grid.RegionTiles / 2)
	act.Admit(&h.Island.State, &world.SeatCommand{Key: Key(2)})
	h.Roster.Away[len(h.Roster.Away)-1].Last = DryTile(p.Mid.Region()).Centre()
	h.Roster.SumAway()
	h.Save()
	f.Step(3, map[int][]command.Command{2: {{Kind: command.Enter, Text: "East"}}})
	for dy := int32(-12); dy <= 12; dy++ {
		for dx := int32(-20); dx < 20; dx++ {
			living.SetTile(&h.State, p.Mid.Add(dx, dy), tile.Grass, tile.NoBlock, 0)
		}
	}
	world.Clear(&h.Island.State, func(b *entity.Body) bool { return b.Kind != entity.Player })
	h.Save()
	p.East = f.Carve(h, 77, 2)
	p.West = h
	f.After = p.watch
	p.East.PlaceAt(2, p.Mid.Add(18, 10))
	p.West.PlaceAt(1, p.Mid.Add(-18, 10))
	for range 120 {
		f.Step(3, nil)
	}
	for s := range p.Told {
		t.Fatalf("a hit before anything was thrown: %v", s)
	}
	if len(p.West.Border.Strips) == 0 || len(p.East.Border.Strips) == 0 {
		t.Fatalf("there is no line: %d and %d strips", len(p.West.Border.Strips), len(p.East.Border.Strips))
	}
	return p
}

// PlaceAt puts a player on a tile of open ground.
func (s *Ship) PlaceAt(n int, t grid.Tile) {
	k, _ := s.Space.Find(s.Roster.ByKey(Key(n)).Body)
	b := &s.Space.Bodies()[k]
	from := b.Pos
	b.Pos, b.Vel = t.Centre(), fixed.SVec{}
	s.Space.Moved(k, from)
	s.Save()
}

// watch compares what an island tells in a turn with the hits that went over: every hit that one side tells
// the other is an event there once, in the turn in which it is taken in, and an event here in the turn in
// which it was sent.
func (p *Shores) watch(s *Ship) {
	p.T.Helper()
	for n := p.took[s]; n < s.taken(); n++ {
		if n >= uint64(len(p.Told[s])) {
			p.T.Fatalf("island %d took in a hit that nobody told", s.Self())
		}
		if h := p.Told[s][n]; h.loud > 0 && countEvents(s, h.id, h.loud) == 0 {
			p.T.Fatalf("island %d does not tell that %x was hit", s.Self(), h.id)
		}
	}
	p.took[s] = s.taken()
	p.read(s, p.Other(s))
}

func (p *Shores) Other(s *Ship) *Ship {
	if s == p.West {
		return p.East
	}
	return p.West
}

// TakeBack rewinds an island, and the account with it.
func (p *Shores) TakeBack(s *Ship) {
	p.T.Helper()
	p.rewind(s)
	p.took[s], p.part[s], p.sent[s] = s.taken(), nil, 0
	if k, ok := federation.FindOutbox(&s.Island.State, p.Other(s).Self()); ok {
		p.sent[s] = s.Mail.Outboxes[k].First + uint64(len(s.Mail.Outboxes[k].List)) - 1
	}
	told := uint64(0)
	for k := range s.Border.Islands {
		told += s.Border.Islands[k].Hits
	}
	p.Told[p.Other(s)] = p.Told[p.Other(s)][:told]
}

func (p *Shores) Turn(wishes map[int][]command.Command) {
	p.T.Helper()
	p.Step(3, wishes)
}

// taken returns how many hits an island has taken in.
func (s *Ship) taken() (n uint64) {
	for k := range s.Border.Islands {
		n += s.Border.Islands[k].Taken
	}
	return n
}

func countEvents(s *Ship, id game.EntityID, loud int32) (n int) {
	for _, e := range s.Happened {
		if e.Kind == event.Bounced && (e.Entity == id || id == 0) && e.A == loud {
			n++
		}
	}
	return n
}

// read looks at the parcels that an island has sent since the last look.
func (p *Shores) read(s, other *Ship) {
	p.T.Helper()
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
			if p.Hits++; countEvents(s, 0, h.loud) == 0 {
				p.T.Fatalf("island %d does not tell a hit that it decided", s.Self())
			}
		}
		p.Told[other] = append(p.Told[other], h)
	}
}

// Throw lets a new ball or crate fly.
func (p *Shores) Throw(s *Ship, n uint64, from fixed.Vec, vel fixed.SVec) {
	k := entity.Ball
	if p.Draw(5) == 0 {
		k = entity.Crate
	}
	i := s.Space.Insert(entity.Body{ID: s.Space.NewID(n, s.Self()), Kind: k, Pos: from})
	s.Space.Hurl(i, vel, 0, 0)
	s.Save()
}

// Loose counts what is on both shores and on its way, players excepted.
func (p *Shores) Loose() (n int) {
	for _, s := range p.Ships {
		for _, b := range s.Space.Bodies() {
			if b.Kind != entity.Player && !b.Kind.Airy() {
				n++
			}
		}
	}
	return n
}

// Quiet plays until nothing is on its way.
func (p *Shores) Quiet() {
	p.T.Helper()
	for range 400 {
		p.Turn(nil)
		if len(p.Told[p.West])+len(p.Told[p.East]) == int(p.took[p.West]+p.took[p.East]) && !p.inTransit() {
			return
		}
	}
	p.T.Fatalf("something is on its way for ever")
}

// inTransit reports whether a handoff is in an outbox and not taken in.
func (p *Shores) inTransit() bool {
	for _, s := range p.Ships {
		for _, o := range p.Ships {
			for _, m := range s.Parcels(o.Self(), max(o.Expect(s.Self()), 1), nil) {
				switch federation.Letter(m[1]) {
				case federation.CrossLetter, federation.PairLetter, federation.TakeLetter, federation.GivenLetter:
					return true
				}
			}
		}
	}
	return false
}

func (p *Shores) Lay(s *Ship, k entity.Kind, at grid.Tile) {
	s.Space.Insert(entity.Body{ID: s.Space.NewID(99, s.Self()), Kind: k, Pos: at.Centre(), Stack: item.Stack{}})
	s.Save()
}

// Holder returns the player that holds a crate on either shore, and the number of such crates: exactly one is
// right.
func (p *Shores) Holder(crate game.EntityID) (who game.EntityID, there int) {
	for _, s := range []*Ship{p.West, p.East} {
		if o := s.Space.Body(crate); o != nil {
			there++
			who = o.Other
		}
	}
	return who, there
}

// HurlAll throws every ball somewhere.
func (p *Shores) HurlAll() {
	for _, s := range p.Ships {
		for k, b := range s.Space.Bodies() {
			if b.Kind == entity.Ball {
				speed := func() fixed.S { return fixed.S(p.Draw(8*fixed.One)) - 4*fixed.One }
				s.Space.Hurl(k, fixed.SVec{X: speed(), Y: speed()}, 0, 0)
			}
		}
		s.Save()
	}
}

// Flying counts the balls that were handed over and not yet taken in.
func (p *Shores) Flying() (n int) {
	for _, s := range p.Ships {
		for _, o := range p.Ships {
			if o == s {
				continue
			}
			for _, m := range s.Parcels(o.Self(), max(o.Expect(s.Self()), 1), nil) {
				if m[0] != 0 && federation.Letter(m[1]) == federation.CrossLetter {
					n++
				}
			}
		}
	}
	return n
}
