package reconcile

import (
	"bytes"
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/component"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/random"
	gadget "manyhold/game/thing"
	"manyhold/game/world"
)

// land is a region of a merge: its state on each side, and its result.
type land struct {
	at        grid.Region
	part      [sides]world.RegionPart
	stored    [sides]bool // it is not unborn there
	active    bool        // in the result
	since     game.Tick   // 1 + the tick at which it fell asleep, if it is not active
	grown     game.Tick   // up to which tick it has grown, if it is to be caught up; else 0
	untouched *world.Region

	edits  []world.Edit
	chests []world.IndexedChest
	traces []world.Outline // At within region 0 0, as in a regionPart
	things []placed        // blocks and areas
	told   regionTelling
}

// thing is a body with its components, and the thing of a maker's that it is.
type thing struct {
	body entity.Body
	rows []component.Row
	made *gadget.Thing // that it is; nil for the bodies of no maker
	of   int           // the side of made
	side int           // from which it was taken
}

// lands are the regions that are not taken over as they are, in order of their parts' names.
type lands struct {
	*states
	list []*land
}

// survey decodes the regions in which the sides may differ. A region that is active on neither side and
// is the same at the beginning and the end of the branch stays as it is.
func (m *merge) survey(base, firm, branch []byte) {
	var parts [sides][]world.Part
	for k, b := range [sides][]byte{base, firm, branch} {
		list, err := world.ReadParts(b)
		if err != nil {
			panic("island: a snapshot that was decoded has no parts: " + err.Error())
		}
		parts[k] = allParts([sides]*world.State{m.base, m.firm, m.branch}[k], list[1:])
	}
	var names [][]byte
	for _, list := range parts {
		for _, p := range list {
			names = append(names, p.Name)
		}
	}
	slices.SortStableFunc(names, bytes.Compare)
	names = slices.CompactFunc(names, bytes.Equal)
	for _, name := range names {
		var data [sides][]byte
		for k, list := range parts {
			data[k] = partNamed(list, name)
		}
		at, ok := world.RegionOfPart(name)
		if !ok {
			continue // not a region: the firm side's
		}
		if !m.firm.Register.Owns(at) { // lent to another island meanwhile
			if !bytes.Equal(data[atBase], data[atBranch]) {
				m.told.lent++
			}
			continue
		}
		if bytes.Equal(data[atBase], data[atBranch]) && m.firm.Land.Active(at) == nil && m.branch.Land.Active(at) == nil {
			continue
		}
		m.lands.list = append(m.lands.list, m.surveyLand(at, data))
	}
	m.lands.chooseActive()
	for side := range sides {
		m.bodies.things[side] = unique(m.bodies.things[side])
	}
}

// allParts adds the parts of regions that a snapshot leaves out because they are awake and as they were made.
func allParts(i *world.State, list []world.Part) []world.Part {
	for _, r := range i.Land.Regions {
		name := world.RegionPartName(r.At)
		k, there := slices.BinarySearchFunc(list, name[:], func(p world.Part, name []byte) int { return bytes.Compare(p.Name, name) })
		if !there {
			list = slices.Insert(list, k, world.Part{Name: name[:], Data: world.Nothing})
		}
	}
	return list
}

// partNamed returns the data of a part, nil if there is none.
func partNamed(list []world.Part, name []byte) []byte {
	if k, ok := slices.BinarySearchFunc(list, name, func(p world.Part, name []byte) int { return bytes.Compare(p.Name, name) }); ok {
		return list[k].Data
	}
	return nil
}

// surveyLand decodes a region on each side, and notes the bodies in it.
func (m *merge) surveyLand(at grid.Region, data [sides][]byte) *land {
	l := &land{at: at, untouched: new(world.Region)}
	l.untouched.Generate(m.firm.Gen, at)
	for side, d := range data {
		if d == nil {
			continue
		}
		p, err := world.DecodeRegion(d)
		if err != nil {
			panic("island: a region that was decoded does not decode: " + err.Error())
		}
		if m.landOnly && side == atBranch {
			p = l.onlyLand(data[atBase] != nil, &p, m.base.Clock)
		}
		l.part[side], l.stored[side] = p, true
		for _, b := range p.Bodies {
			t := thing{body: b, side: side}
			if b.Kind.Made() {
				t.made, t.of = thingOf(p.Things, b.ID), side
			}
			for _, r := range p.Rows {
				if r.Id == b.ID {
					t.rows = append(t.rows, r)
				}
			}
			if b.Kind == entity.Player {
				m.people.bodies[side] = append(m.people.bodies[side], t)
			} else {
				m.bodies.things[side] = append(m.bodies.things[side], t)
				if b.Kind == entity.Magpie {
					m.bodies.letFall(side)
				}
			}
		}
	}
	return l
}

// unique sorts things by their IDs. A dormant body may have the ID of another: the later one gets a new ID,
// as when it wakes.
func unique(list []thing) []thing {
	taken := map[game.EntityID]bool{}
	for k := range list {
		b := &list[k].body
		for b.ID == 0 || taken[b.ID] {
			b.ID = game.EntityID(random.Mix(uint64(b.ID) ^ 1))
		}
		taken[b.ID] = true
		for n := range list[k].rows {
			list[k].rows[n].Id = b.ID
		}
	}
	slices.SortStableFunc(list, func(a, b thing) int { return compareBodies(a, b.body.ID) })
	return list
}

func compareBodies(t thing, id game.EntityID) int { return cmp.Compare(uint64(t.body.ID), uint64(id)) }

// isActive reports whether a region is active on a side.
func (l *land) isActive(side int) bool { return l.stored[side] && l.part[side].Since == 0 }

// chooseActive decides which regions are active in the result: those of the firm side, then as far as
// there is room those of the branch with players in them, then its others.
func (ls *lands) chooseActive() {
	n := 0
	for _, l := range ls.list {
		if l.active = l.isActive(atFirm); l.active {
			n++
		}
	}
	for _, peopled := range [...]bool{true, false} {
		for _, l := range ls.list {
			if !l.active && l.isActive(atBranch) && n < world.MaxRegions && peopled == l.hasPlayers() {
				l.active = true
				n++
			}
		}
	}
	for _, l := range ls.list {
		ahead := atFirm
		if ls.branch.Clock > ls.firm.Clock {
			ahead = atBranch
		}
		behind := atFirm + atBranch - ahead
		switch {
		case !l.active:
			for _, side := range [...]int{atFirm, atBranch} {
				since := l.part[side].Since
				if l.isActive(side) { // it finds no room
					since = ls.branch.Clock + 1
				}
				l.since = max(l.since, since)
			}
			l.since = max(l.since, 1)
		case !l.isActive(ahead) && l.isActive(behind):
			l.grown = ls.now - ls.lag(behind)
		}
	}
}

// hasPlayers reports whether a player stands in it on the branch.
func (l *land) hasPlayers() bool {
	return slices.ContainsFunc(l.part[atBranch].Bodies, func(b entity.Body) bool { return b.Kind == entity.Player })
}

// at returns a region that is merged, nil if it is taken over as it is.
func (ls *lands) at(at grid.Region) *land {
	name := world.RegionPartName(at)
	k, ok := slices.BinarySearchFunc(ls.list, name, func(l *land, name [9]byte) int {
		other := world.RegionPartName(l.at)
		return bytes.Compare(other[:], name[:])
	})
	if !ok {
		return nil
	}
	return ls.list[k]
}

// settleLand makes a region of the result.
func (m *merge) settleLand(l *land, list []thing) {
	f := m.firm
	p := world.RegionPart{Edits: l.edits, Chests: l.chests, Traces: l.traces}
	p.Diary = diary.Join(l.part[atFirm].Diary, l.part[atBranch].Diary)
	for _, t := range list {
		p.Bodies = append(p.Bodies, t.body)
		for _, r := range t.rows {
			if k, ok := f.Components.Find(r.Name); ok && f.Components.Columns[k].Size == r.Size {
				p.Rows = append(p.Rows, r)
			}
		}
	}
	p.Rehang(l.at, f.Clock)
	p.Things = m.settled(l, list)
	if l.active {
		r := new(world.Region)
		*r = *l.untouched
		f.Land.Regions = append(f.Land.Regions, r)
		f.Settle(r, &p)
		return
	}
	asleep := &world.State{Gen: f.Gen, Clock: f.Clock}
	r := l.untouched
	asleep.Land.Regions = []*world.Region{r}
	asleep.Land.Reindex()
	asleep.Settle(r, &p)
	asleep.Land.Prune(asleep.Gen, r)
	data := asleep.EncodeRegion(nil, r, l.since)
	if len(data) > len(world.EncodeNothing(nil, l.since)) {
		f.Dormant.List = append(f.Dormant.List, world.NewDormant(l.at, data, p.Things))
	}
}

// mergeChests merges the contents of a region's chests. Items without a chest are spilt.
func (m *merge) mergeChests(l *land) {
	var at []grid.Index
	for side := range sides {
		for _, c := range l.part[side].Chests {
			at = append(at, c.K)
		}
	}
	for _, e := range l.part[atBranch].Edits { // of a chest that was dug up, too, there may have been loot
		if l.tileOn(atBase, e.K).block == chestBlock {
			at = append(at, e.K)
		}
	}
	slices.Sort(at)
	for _, k := range slices.Compact(at) {
		var slots [sides][]item.Stack
		for side := range sides {
			slots[side] = l.slots(side, k)
		}
		m.openedTwice(l, k, &slots)
		merged, over := mergeSlots(slots[atBase], slots[atFirm], slots[atBranch])
		m.bodies.spill(l.at.Tile(k).Centre(), &over)
		here := l.slots(atFirm, k) != nil || l.slots(atBranch, k) != nil
		if here && l.blockAt(k) == chestBlock && len(l.chests) < world.MaxChests {
			c := world.IndexedChest{K: k}
			copy(c.Slots[:], merged)
			l.chests = append(l.chests, c)
			continue
		}
		rest := CountSlots(merged)
		m.bodies.spill(l.at.Tile(k).Centre(), &rest)
	}
}

// slots returns the contents of a chest on a side, nil if there was none.
func (l *land) slots(side int, k grid.Index) []item.Stack {
	list := l.part[side].Chests
	for n := range list {
		if list[n].K == k {
			return list[n].Slots[:]
		}
	}
	return nil
}

// seat returns the result's seat for a seat of the branch; nobody's seat if it is unknown.
func (ps *people) seat(s entity.Seat) entity.Seat { return ps.seats[s] }

// present counts the items of an island's players, and those in the lands on the firm side.
func (m *merge) present(i *world.State) (n world.Counts) {
	for _, list := range [...][]entity.PlayerState{i.Roster.Here, i.Roster.Away} {
		for k := range list {
			n.Add(list[k].Inventory[:])
		}
	}
	for _, l := range m.lands.list {
		n[item.Water] += world.Floods(l.part[atFirm].Edits)
		for k := range l.part[atFirm].Chests {
			n.Add(l.part[atFirm].Chests[k].Slots[:])
		}
	}
	for k := range m.bodies.things[atFirm] {
		n.Add([]item.Stack{m.bodies.things[atFirm][k].body.Stack})
	}
	return n
}

func CountSlots(list []item.Stack) (n world.Counts) {
	n.Add(list)
	n[item.None] = 0
	return n
}
