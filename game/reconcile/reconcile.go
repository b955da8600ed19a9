// Package reconcile merges a fork of a world into the firm state: a three-way merge of the state at the fork,
// the firm state and the branch. The merge neither makes nor loses items.
package reconcile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/living"
	gadget "manyhold/game/thing"
	"manyhold/game/world"
)

// Reconcile merges a branch: a line that some players lived by themselves from the state base on, while
// others continued the firm fork. It is a three-way merge. The state of the island is the firm side's, base
// is the common ancestor, and branch is the last state of the branch. A change on one side only is taken;
// where both sides changed, the firm side wins. In detail:
//
//   - Nothing changed there: nothing changes. Nothing changed here: the state is the branch's, exactly.
//   - Clock. The greater tick goes on. Running timers of the side behind (gestures, sleep, fresh drops) are
//     shifted by the difference, as if no time had passed for them. Regions that only the side behind kept
//     awake are caught up as when they wake. The ticks of the branch's lines of chat and of the last sight of
//     players stay as they were.
//   - Tiles. A region that one side touched is that side's. Where both did, it is merged tile by tile: people
//     build side by side at the spawn, in one region, and all of one's work would be lost to a lamp of the
//     other's at its far end. A tile that both changed is the firm side's; the branch's building on it is
//     kept as an outline (see Outline); its digging or switching there is only reported. Growth counts as no
//     change: of a plant that grew on both sides the older one stands, and a player's change to a plant goes
//     before its growth.
//   - Chests, inventories, drops. A change of one side is taken as it is. Where both changed, the branch's
//     gains and losses of each kind are applied to the firm side's contents. Items that do not fit, or whose
//     chest is gone, lie on the ground there. A chest that the branch dug up while things were put into it
//     here stays.
//   - Items in all. created − destroyed = present holds afterwards as it did before. The branch's counts are
//     added, except for its digging and placing on tiles that are the firm side's: an item dug, taken from a
//     chest or picked up on both sides exists once. The branch's players give up the surplus: first from
//     their inventories, then from chests and drops that gained it there, then blocks built from it there
//     become outlines. They get back the cost of blocks that are now outlines. If all of that does not
//     suffice, the rest counts as created and is reported.
//   - Bodies. IDs born on different branches differ, so a body on one side only was born or taken away there.
//     A crate that both moved lies where the firm side has it; one that the firm side put away is put away.
//     Components go with their body. A player whose carried body another player has got carries nothing.
//   - Players. A player of one side only has the place, body and looks of that side. A player of both sides
//     has those of the side where it gave more commands: that is where it was last. Inventories are merged as
//     above. The number of a player's last command is the greater: no command takes effect twice, and the
//     next one follows. Strangers keep their key; seats that both sides gave are the firm side's, and the
//     branch's strangers get new ones, in the order of theirs. A player without room (MaxPlayers, MaxRegions)
//     is away; one without room among the known (MaxKnown) is not taken in.
//   - Laws. The later entry of the charter wins.
//   - Lighthouses. All that burn on either side burn, if their land is here; the first on the firm side to
//     light one stays the first. So it is with everything that was done for the first time.
//   - Claims. New ones of the branch are taken unless the firm side has some of the land, or their owner has
//     as much as its rank allows. One that a side gave up is gone, unless the firm side changed it meanwhile.
//   - Things of makers. One that only one side changed is that side's; one that both did is the firm side's,
//     whole: see things.go.
//   - What scripts keep. Of each key the later write holds, of two in one tick that with the greater bytes.
//   - Blueprints. Of each the higher version holds, of equal ones that with the greater hash.
//   - Chat. New lines of both, in the order of their ticks, the firm side's first, numbered anew; the
//     last ChatLines stay.
//   - Dormant regions are merged as others; they stay dormant. The columns of both sides remain.
//   - Land that the firm side has lent to another island, players who have gone there, and all else between
//     islands are the firm side's; the report counts the branch's changes on such land. Only home takes in
//     strangers.
//
// The report lists the results, one a line (see report.go). It ends with a newline and has at most
// reportLines lines. An error matches ErrSnapshot, ErrNewer, or ErrBranch when base is not the common
// ancestor; the state is then unchanged.
//
// A branch must not be merged twice from the same base. From its end on, nothing is left to merge.
func Reconcile(i *world.State, base, branch []byte) (report []byte, err error) {
	return reconcile(i, base, branch, false)
}

// reconcile is Reconcile or, with land, ReconcileLand.
func reconcile(i *world.State, base, branch []byte, land bool) (report []byte, err error) {
	if i.Partial {
		panic("island: a copy for prediction is merged")
	}
	m := newMerge(i.Clock)
	if m.base, err = world.DecodeSnapshot(base); err != nil {
		return nil, fmt.Errorf("the beginning of the branch: %w", err)
	}
	if m.branch, err = world.DecodeSnapshot(branch); err != nil {
		return nil, fmt.Errorf("the end of the branch: %w", err)
	}
	base, branch = m.base.Snapshot(nil), m.branch.Snapshot(nil) // in the format of today
	if i.Gen == m.base.Gen && bytes.Equal(base, branch) {
		return []byte(line("merged_nothing") + "\n"), nil
	}
	if err := descend(i, m.base); err != nil {
		return nil, err
	}
	if err := descend(m.branch, m.base); err != nil {
		return nil, err
	}
	if land {
		m.takeLandOnly(base)
	}
	m.base.Gen.Rules, m.branch.Gen.Rules = i.Gen.Rules, i.Gen.Rules // those of the epoch that goes on
	firm := i.Snapshot(nil)
	if m.firm, err = world.DecodeSnapshot(firm); err != nil {
		panic("island: the state is not one that could be restored: " + err.Error())
	}
	m.branch.SpawnTile, m.firm.SpawnTile = i.SpawnTile, i.SpawnTile
	m.people.meet()
	if bytes.Equal(firm, base) && !land {
		m.told.whole = true
		m.branch.Motion.Do = i.Motion.Do
		*i = *m.branch
		return m.report(), nil
	}
	m.merge(base, firm, branch, i)
	m.firm.Motion.Do = i.Motion.Do
	*i = *m.firm
	return m.report(), nil
}

// ErrBranch says that a branch did not begin where it is said to, or is one of another world.
var ErrBranch = errors.New("island: not a branch of this world")

// descend refuses a state that cannot have come from base.
func descend(i *world.State, base *world.State) error {
	switch {
	case !world.SameWorld(i.Gen, base.Gen):
		return fmt.Errorf("%w: seed %d rules %d, and here seed %d rules %d", ErrBranch, base.Gen.Seed, base.Gen.Rules, i.Gen.Seed, i.Gen.Rules)
	case i.Register.SelfID != base.Register.SelfID:
		return fmt.Errorf("%w: of island %x, and here is island %x", ErrBranch, base.Register.SelfID, i.Register.SelfID)
	case i.Clock < base.Clock || i.Roster.LastSeat < base.Roster.LastSeat || i.Chat.Seq < base.Chat.Seq:
		return fmt.Errorf("%w: it begins at tick %d, after tick %d", ErrBranch, base.Clock, i.Clock)
	}
	for _, list := range [...][]entity.PlayerState{base.Roster.Here, base.Roster.Away} {
		for k := range list {
			p := &list[k]
			if q := i.Roster.ByKey(p.Key); q != nil && q.Seat != p.Seat || q == nil && i.Roster.BySeat(p.Seat) != nil {
				return fmt.Errorf("%w: seat %d is another's", ErrBranch, p.Seat)
			}
		}
	}
	return nil
}

// merge is one merge at work: the three states, and a table for each thing that is merged. The tables refer
// to those that they need. The methods of merge are the steps that need several tables.
type merge struct {
	*states
	people people
	lands  lands
	bodies bodies
	tiles  tiles
	counts counts
	before world.Counts // what people and lands held on the firm side
	told   telling
}

// newMerge returns a merge without states.
func newMerge(now game.Tick) *merge {
	m := &merge{states: &states{now: now}}
	m.people = people{states: m.states, told: &m.told, seats: map[entity.Seat]entity.Seat{}}
	m.lands.states = m.states
	m.counts = counts{states: m.states, people: &m.people}
	m.bodies = bodies{states: m.states, lands: &m.lands, people: &m.people, counts: &m.counts, taken: map[game.EntityID]bool{}}
	m.tiles = tiles{people: &m.people, counts: &m.counts}
	return m
}

// states are the three states that are merged. firm becomes the result.
type states struct {
	base, firm, branch *world.State
	now                game.Tick // of the result
	landOnly           bool      // see ReconcileLand; branch is a copy of base then
}

// The sides of a merge.
const (
	atBase = iota
	atFirm
	atBranch
	sides
)

// lag returns by how many ticks a side is behind the result.
func (s *states) lag(side int) game.Tick {
	if side == atFirm {
		return s.now - s.firm.Clock
	}
	return s.now - s.branch.Clock
}

// merge makes s.firm the merged state. As it was, the firm state is also there as was.
func (m *merge) merge(base, firm, branch []byte, was *world.State) {
	m.now = max(m.firm.Clock, m.branch.Clock)
	m.survey(base, firm, branch)
	m.before = m.present(m.firm)
	for _, l := range m.lands.list {
		m.tiles.merge(l)
		m.mergeChests(l)
	}
	m.bodies.merge()
	m.mergePeople()
	m.balance()
	m.told.said = mergeChat(m.states, &m.people)
	m.firm.Code.Join(&m.branch.Code)
	m.firm.Gate.Join(&m.branch.Gate)
	m.mergeLights()
	m.firm.Challenges.Since(&m.base.Challenges, &m.branch.Challenges)
	m.firm.Challenges.Meet(m.firm.Gen.Seed, m.now)
	m.firm.Blueprints, m.told.blueprints = mergeBlueprints(m.states)
	m.mergeStores()
	claims, lost := mergeClaims(m.states)
	m.firm.Claims.Take(claims)
	m.told.claims = lost
	m.bodies.unlink()
	m.nameThings()
	m.rebuild(was)
}

// rebuild puts the tables of the result together from its lands, people and bodies.
func (m *merge) rebuild(was *world.State) {
	f := m.firm
	m.housePeople()
	byRegion := map[grid.Region][]thing{}
	for _, t := range m.bodies.kept {
		at := grid.TileAt(t.body.Pos).Region()
		byRegion[at] = append(byRegion[at], t)
	}
	f.Land.Regions, f.Chests.List, f.Outlines.List, f.Works.List, f.Diary.List = nil, nil, nil, nil, nil
	f.Space.Reset()
	f.Space.Rebuild()
	f.Things = gadget.Table{}
	for k := range f.Components.Columns {
		f.Components.Columns[k].Ids, f.Components.Columns[k].Data = nil, nil
	}
	f.Dormant.List = slices.DeleteFunc(f.Dormant.List, func(d world.DormantRegion) bool { return m.lands.at(d.At) != nil })
	federation.ShiftTopology(f, m.now-f.Clock)
	f.Clock = m.now
	for _, l := range m.lands.list {
		m.settleLand(l, byRegion[l.at])
	}
	slices.SortStableFunc(f.Land.Regions, func(a, b *world.Region) int { return a.At.Compare(b.At) })
	slices.SortStableFunc(f.Dormant.List, func(a, b world.DormantRegion) int { return a.At.Compare(b.At) })
	f.Land.Reindex()
	for _, l := range m.lands.list {
		if r := f.Land.Active(l.at); r != nil && l.grown != 0 {
			living.CatchUp(f, r, l.grown)
		}
	}
	for _, r := range f.Land.Regions {
		living.RouseAll(f, r)
	}
	living.RebuildAll(f)
	m.makeRoom(was)
	f.Watch.Apart = slices.DeleteFunc(f.Watch.Apart, func(s world.ApartSince) bool {
		_, ok := world.FindSeat(f.Roster.Here, s.Seat)
		return !ok
	})
	f.Roster.SumAway()
	f.Chat.Sum()
	f.Moved = true
	living.Attend(f)
}
