package reconcile

import (
	"slices"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/carry/bond"
	"manyhold/game/component"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/world"
)

// person is a player of the result, with its state on each side, nil where it was unknown.
type person struct {
	was   [sides]*entity.PlayerState
	seat  entity.Seat
	side  int  // the side that the state is taken from
	here  bool // it played on the firm side
	there bool // it played on the branch, and not only here
	state entity.PlayerState
}

// people are the players of the result.
type people struct {
	*states
	list   []*person                   // in ascending seat
	seats  map[entity.Seat]entity.Seat // of the branch's seats: what they are in the result
	bodies [sides][]thing              // the bodies of players, in ascending ID
	told   *telling
}

// meet brings the players of all sides together, in ascending seat, and gives seats to the branch's
// strangers.
func (ps *people) meet() {
	for _, p := range ps.firm.Roster.Everybody() {
		ps.list = append(ps.list, &person{was: [sides]*entity.PlayerState{playerCopy(ps.base, p.Key), p, playerCopy(ps.branch, p.Key)}, seat: p.Seat})
	}
	last, known := ps.firm.Roster.LastSeat, ps.firm.Known()
	for _, p := range ps.branch.Roster.Everybody() {
		switch f := ps.firm.Roster.ByKey(p.Key); {
		case f != nil:
			ps.seats[p.Seat] = f.Seat
		case ps.base.Roster.ByKey(p.Key) != nil:
			ps.seats[p.Seat] = p.Seat // the firm side has let it go elsewhere
		case ps.firm.Register.Elsewhere(p.Key): // on another island
		case known >= world.MaxKnown || last == act.MostSeats:
			ps.told.unknown++
		default:
			last++
			known++
			ps.seats[p.Seat] = last
			ps.list = append(ps.list, &person{was: [sides]*entity.PlayerState{nil, nil, p}, seat: last})
		}
	}
	ps.firm.Roster.LastSeat = last
	ps.judge()
}

func playerCopy(i *world.State, key game.PlayerID) *entity.PlayerState {
	if p := i.Roster.ByKey(key); p != nil {
		c := *p
		return &c
	}
	return nil
}

// judge decides on which sides each player played, and from which side it is taken.
func (ps *people) judge() {
	mine := false
	for _, w := range ps.list {
		b, f, p := w.seqs()
		w.here, w.there = f > b, p > b && p > f
		mine = mine || w.there
		w.side = atFirm
		if p > f && p > b || p == f && !ps.landOnly && w.was[atBranch] != nil && isAwake(ps.branch, w.was[atBranch]) && !isAwake(ps.firm, w.was[atFirm]) {
			w.side = atBranch
		}
	}
	for _, w := range ps.list { // if nobody was only there, whoever was
		if b, _, p := w.seqs(); !mine {
			w.there = p > b
		}
	}
	if !ps.landOnly {
		ps.follow()
	}
}

// follow takes from the branch whoever is carried there by a player of the branch, and did nothing else since
// on either side: one that is knocked out gives no commands.
func (ps *people) follow() {
	for _, w := range ps.list {
		b, f, p := w.seqs()
		if w.side == atBranch || f > b || p > b || w.was[atBranch] == nil || w.was[atBranch].Body == 0 {
			continue
		}
		if c := bond.Carrier(ps.branch, w.was[atBranch].Body); c != 0 && slices.ContainsFunc(ps.list, func(o *person) bool {
			return o != w && o.side == atBranch && o.was[atBranch] != nil && o.was[atBranch].Body == c
		}) {
			w.side = atBranch
		}
	}
}

func (w *person) seqs() (b, f, p uint64) {
	seq := func(s *entity.PlayerState) uint64 {
		if s == nil {
			return 0
		}
		return s.LastSeq
	}
	return seq(w.was[atBase]), seq(w.was[atFirm]), seq(w.was[atBranch])
}

func isAwake(i *world.State, p *entity.PlayerState) bool { return p != nil && i.IsAwake(p) }

// mergePeople merges every player, and takes their bodies into the result: first those of the firm side,
// which have their room.
func (m *merge) mergePeople() {
	for _, w := range m.people.list {
		m.mergePerson(w)
	}
	inWorld := 0
	for _, side := range [...]int{atFirm, atBranch} {
		for _, w := range m.people.list {
			if w.side != side || w.state.Body == 0 {
				continue
			}
			t := findThing(m.people.bodies[side], w.state.Body)
			if inWorld >= world.MaxPlayers || t == nil || !m.lands.at(grid.TileAt(t.body.Pos).Region()).isWhole() {
				m.people.sendAway(w, t)
				continue
			}
			inWorld++
			c := *t
			c.body.Seat = w.was[side].Seat
			w.state.Body = m.bodies.keep(&c)
		}
	}
	m.mergeBonds()
}

// mergeBonds brings the bonds of the carried (package bond) to the bodies of the result. One whose other
// player is not in the world is cut. Two that were taken from different sides may be apart now, or one may
// have two loads: package carry lets go of those.
func (m *merge) mergeBonds() {
	names := [sides]map[game.EntityID]game.EntityID{}
	for side := range names {
		names[side] = map[game.EntityID]game.EntityID{}
		for _, w := range m.people.list {
			if p := w.was[side]; p != nil && p.Body != 0 && w.state.Body != 0 {
				names[side][p.Body] = w.state.Body
			}
		}
	}
	for k := range m.bodies.kept {
		t := &m.bodies.kept[k]
		t.rows = slices.DeleteFunc(t.rows, func(r component.Row) bool {
			return r.Name == bond.Column && names[t.side][bond.Read(r.Value).Other] == 0
		})
		for n := range t.rows {
			if r := &t.rows[n]; r.Name == bond.Column {
				b := bond.Read(r.Value)
				b.Other = names[t.side][b.Other]
				r.Value = b.Row()
			}
		}
	}
}

// mergePerson merges the records of a player.
func (m *merge) mergePerson(w *person) {
	b, f, p := w.was[atBase], w.was[atFirm], w.was[atBranch]
	if p == nil {
		w.side, w.state = atFirm, *f
		m.people.shift(w)
		return
	}
	if f == nil {
		w.side, w.state = atBranch, *p
		w.state.Seat = w.seat
		m.people.shift(w)
		return
	}
	var start [item.InventorySlots]item.Stack
	if b != nil {
		start = b.Inventory
	} else { // admitted on both sides, and given its kit on both
		start = m.firm.Gen.Start.Kit()
		for _, s := range start {
			m.counts.undoCreated(s.Kind, s.Count)
		}
	}
	w.state = *w.was[w.side]
	w.state.Seat = w.seat
	w.state.LastSeq = max(f.LastSeq, p.LastSeq)
	w.state.FirstSeen, w.state.LastSeen = min(f.FirstSeen, p.FirstSeen), max(f.LastSeen, p.LastSeen)
	m.people.shift(w)
	w.state.Goals = f.Goals | p.Goals
	m.mergePrizes(w, b)
	merged, over := mergeSlots(start[:], f.Inventory[:], p.Inventory[:])
	copy(w.state.Inventory[:], merged)
	m.bodies.spill(m.people.place(w), &over)
}

// shift moves a player's times on by the lag of its side.
func (ps *people) shift(w *person) {
	lag := ps.lag(w.side)
	w.state.ActionAt += lag
	w.state.EmoteAt += lag
	if w.state.FellAt != 0 {
		w.state.FellAt += lag
	}
	if w.state.Body != 0 && w.state.SleptAt != 0 {
		w.state.SleptAt += lag
	}
}

// place returns where a player is, or was when it left.
func (ps *people) place(w *person) fixed.Vec {
	if t := findThing(ps.bodies[w.side], w.was[w.side].Body); t != nil && w.was[w.side].Body != 0 {
		return t.body.Pos
	}
	return w.was[w.side].Last
}

// sendAway makes a player away if there is no room for it in the world.
func (ps *people) sendAway(w *person, t *thing) {
	if t != nil {
		w.state.Last = t.body.Pos
	}
	w.state.Body, w.state.Move, w.state.Action, w.state.SleptAt = 0, fixed.SVec{}, entity.Idle, 0
	ps.told.sentAway = append(ps.told.sentAway, nameOf(&w.state))
}

// housePeople writes the players of the result into its tables.
func (m *merge) housePeople() {
	f := m.firm
	f.Roster.Here, f.Roster.Away = nil, nil
	for _, w := range m.people.list {
		if w.state.Body != 0 {
			f.Roster.Here = append(f.Roster.Here, w.state)
		} else {
			f.Roster.Away = append(f.Roster.Away, w.state)
		}
	}
	for k := range m.branch.Components.Columns {
		c := &m.branch.Components.Columns[k]
		if err := f.Components.Declare(c.Name, c.Size); err != nil {
			m.told.columns = append(m.told.columns, c.Name)
		}
	}
}

// ownerOf returns the likely owner of a tile of the branch: the nearest of the players there. Players with
// fewer of the tile's material than at the beginning come first. It is nil if nobody played there.
func (ps *people) ownerOf(t grid.Tile, kind item.Kind) (owner *person) {
	best, spent := fixed.Q(0), false
	for _, w := range ps.list {
		if !w.there || w.was[atBranch] == nil {
			continue
		}
		d := ps.placeThere(w).Sub(t.Centre())
		far, less := d.X.Abs()+d.Y.Abs(), w.gain(kind) < 0
		if owner == nil || less && !spent || less == spent && far < best {
			owner, best, spent = w, far, less
		}
	}
	return owner
}

// placeThere returns where a player came to on the branch.
func (ps *people) placeThere(w *person) fixed.Vec {
	p := w.was[atBranch]
	if t := findThing(ps.bodies[atBranch], p.Body); p.Body != 0 && t != nil {
		return t.body.Pos
	}
	return p.Last
}

// gain returns how many more items of a kind a player had at the end of the branch than at its beginning.
func (w *person) gain(kind item.Kind) int64 {
	n := int64(0)
	if p := w.was[atBranch]; p != nil {
		n = int64(countOf(p.Inventory[:], kind))
	}
	if b := w.was[atBase]; b != nil {
		n -= int64(countOf(b.Inventory[:], kind))
	}
	return n
}
