package federation

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/living"
	"manyhold/game/world"
)

// ErrAbsorb says that another island's state cannot be absorbed. It is wrapped with the cause.
var ErrAbsorb = errors.New("island: the other island cannot be taken in")

// Absorb merges another island of this world, which has ended, into this one: its players with their seats,
// its land with everything on it, its counts of items, and its correspondence. Home takes its land back; a
// child goes on holding it, and tells home that the other has ended. Home itself is never absorbed.
//
// The greater tick goes on. On the side that was behind, timers are shifted by the difference (an event due
// in a second stays due in a second), plants catch up as in a region that wakes, and dormant regions keep the
// tick at which they fell asleep. Before that, both islands take in the messages in flight between them, by
// turns, the other island's first.
//
// Every peer absorbs at the same turn boundary. Afterwards Events holds the events of the mail. An error
// leaves the state unchanged.
func Absorb(i *world.State, snapshot []byte) error {
	o, err := world.DecodeSnapshot(snapshot)
	if err != nil {
		return err
	}
	if err := Absorbable(i, o); err != nil {
		return err
	}
	i.Happened = i.Happened[:0]
	exhaustMail(i, o)
	i.Happened = append(i.Happened, o.Happened...)
	behind, by := o, i.Clock-o.Clock
	if o.Clock > i.Clock {
		behind, by = i, o.Clock-i.Clock
	}
	shift(behind, by)
	renumber(i, o)
	absorbLand(i, o)
	absorbPlayers(i, o)
	absorbBodies(i, o)
	absorbChat(i, o)
	i.Code = world.Later(i.Code, o.Code)
	for k := range o.Created {
		i.Created[k] += o.Created[k]
		i.Destroyed[k] += o.Destroyed[k]
	}
	absorbMail(i, o)
	joinSignals(i, o)
	i.Contain(o)
	i.SumAway()
	i.Moved = true
	i.Attend()
	return nil
}

// Absorbable returns an error for an island that cannot be absorbed.
func Absorbable(i *world.State, o *world.State) error {
	if i.Partial || o.Gen != i.Gen {
		return fmt.Errorf("%w: seed %d rules %d", world.ErrOtherWorld, o.Gen.Seed, o.Gen.Rules)
	}
	if o.SelfID == i.SelfID || o.SelfID == world.Home {
		return fmt.Errorf("%w: island %x into island %x", ErrAbsorb, o.SelfID, i.SelfID)
	}
	if i.Contains(o.SelfID) || i.Since > 0 && o.Clock <= i.Since {
		return fmt.Errorf("%w: island %x was taken in before", ErrAbsorb, o.SelfID)
	}
	if len(i.Roster)+len(o.Roster) > world.MaxPlayers {
		return fmt.Errorf("%w: more than %d players", ErrAbsorb, world.MaxPlayers)
	}
	for _, list := range [...][]entity.PlayerState{o.Roster, o.Away} {
		for k := range list {
			if p := &list[k]; i.PlayerByKey(p.Key) != nil || world.PlayerBySeat(i, p.Seat) != nil {
				return fmt.Errorf("%w: seat %d is on both", ErrAbsorb, p.Seat)
			}
		}
	}
	for _, at := range o.Stored() {
		_, dormant := i.FindDormant(at)
		if dormant || i.ActiveRegion(at) != nil {
			return fmt.Errorf("%w: region %d %d is on both", ErrAbsorb, at.X, at.Y)
		}
	}
	return nil
}

// shift moves all times of an island, its clock included, later by some ticks, for Absorb.
func shift(i *world.State, by game.Tick) {
	if by == 0 {
		return
	}
	since := i.Clock
	i.Clock += by
	for k := range i.Space.Bodies() {
		if b := &i.Space.Bodies()[k]; b.Born > 0 {
			b.Born += by
		}
	}
	for k := range i.Roster {
		p := &i.Roster[k]
		for _, t := range [...]*game.Tick{&p.ActionAt, &p.EmoteAt, &p.SleptAt} {
			if *t > 0 {
				*t += by
			}
		}
	}
	ShiftTopology(i, by)
	for _, r := range i.Active {
		living.CatchUp(i, r, since)
	}
}

// ShiftTopology moves the times between islands later by some ticks.
func ShiftTopology(i *world.State, by game.Tick) {
	for k := range i.Apart {
		i.Apart[k].Since += by
	}
	for k := range i.Outboxes {
		i.Outboxes[k].Since += by
	}
	for k := range i.NearIslands {
		i.NearIslands[k].Heard += by
		i.NearIslands[k].Said += by
		i.NearIslands[k].Lent += by
	}
	for k := range i.GhostBodies {
		i.GhostBodies[k].Heard += by
		i.GhostBodies[k].HitAt += by
	}
	for k := range i.Asks {
		i.Asks[k].Since += by
	}
}

// renumber gives bodies of the other island new ids where this island has a body of the same.
func renumber(i *world.State, o *world.State) {
	for k := 0; k < len(o.Space.Bodies()); k++ {
		b := o.Space.Bodies()[k]
		if !i.Has(b.ID) {
			continue
		}
		old := b.ID
		for b.ID = i.NewID(uint64(old)); o.Has(b.ID) || i.Has(b.ID); b.ID = i.NewID(uint64(b.ID)) {
		}
		o.Space.Remove(k)
		o.Space.Insert(b)
		if other := o.Body(b.Other); other != nil {
			other.Other = b.ID
		}
		if p := world.PlayerBySeat(o, b.Seat); p != nil && p.Body == old {
			p.Body = b.ID
		}
		for n := range o.Columns {
			c := &o.Columns[n]
			if row, ok := slices.BinarySearch(c.Ids, old); ok {
				value := slices.Clone(c.Row(row))
				c.Remove(old)
				c.Set(b.ID, value)
			}
		}
		k = -1 // the table has changed
	}
}

func absorbPlayers(i *world.State, o *world.State) {
	for k := range o.Roster {
		at, _ := world.FindSeat(i.Roster, o.Roster[k].Seat)
		i.Roster = slices.Insert(i.Roster, at, o.Roster[k])
		i.ComeHome(o.Roster[k].Seat)
	}
	for k := range o.Away {
		at, _ := world.FindSeat(i.Away, o.Away[k].Seat)
		i.Away = slices.Insert(i.Away, at, o.Away[k])
		i.ComeHome(o.Away[k].Seat)
	}
	for _, s := range o.Apart {
		k, _ := slices.BinarySearchFunc(i.Apart, s.Seat, compareApart)
		i.Apart = slices.Insert(i.Apart, k, s)
	}
	i.LastSeat = max(i.LastSeat, o.LastSeat)
	i.Quiet = 0
}

func absorbBodies(i *world.State, o *world.State) {
	for k := range o.Space.Bodies() {
		i.Space.Append(o.Space.Bodies()[k])
	}
	i.Space.Order()
	for k := range o.Columns {
		c := &o.Columns[k]
		if i.Declare(c.Name, c.Size) != nil {
			continue // declared otherwise here: its rows cannot be kept
		}
		at, _ := i.FindColumn(c.Name)
		for row, id := range c.Ids {
			i.Columns[at].Set(id, c.Row(row))
		}
	}
}

// absorbLand takes the regions over, and the land if this island is a child.
func absorbLand(i *world.State, o *world.State) {
	for _, l := range o.Leases {
		if i.Child() {
			l.To = i.SelfID
			i.SetLease(l)
		} else if k, ok := i.FindLease(l.At); ok && i.Leases[k].Number == l.Number {
			i.DropLease(l.At)
		}
	}
	if i.SelfID == world.Home {
		i.AddAlias(o.SelfID, world.Home)
		i.Leases = slices.DeleteFunc(i.Leases, func(l world.Lease) bool { return l.To == world.Home })
	}
	i.Active = append(i.Active, o.Active...)
	slices.SortStableFunc(i.Active, func(a, b *world.Region) int { return world.CompareRegions(a.At, b.At) })
	i.Reindex()
	for _, c := range o.Chests {
		k, _ := i.FindChest(c.At)
		i.Chests = slices.Insert(i.Chests, k, c)
	}
	for _, l := range o.Traces {
		i.AddOutline(l)
	}
	for _, w := range o.Works {
		k, _ := world.FindWork(i, w.At)
		i.Works = slices.Insert(i.Works, k, w)
	}
	i.Dormant = append(i.Dormant, o.Dormant...)
	slices.SortStableFunc(i.Dormant, func(a, b world.DormantRegion) int { return world.CompareRegions(a.At, b.At) })
}

// absorbChat lays the lines of both together, in the order of their ticks; those that both have once.
func absorbChat(i *world.State, o *world.State) {
	fresh := 0
	for _, l := range o.ChatLog {
		at := len(i.ChatLog)
		for at > 0 && i.ChatLog[at-1].Tick > l.Tick {
			at--
		}
		known := false
		for k := at - 1; k >= 0 && i.ChatLog[k].Tick == l.Tick; k-- {
			known = known || i.ChatLog[k].Seat == l.Seat && i.ChatLog[k].Text == l.Text
		}
		if !known {
			i.ChatLog = slices.Insert(i.ChatLog, at, l)
			fresh++
		}
	}
	if fresh == 0 {
		return
	}
	i.ChatSeq += uint64(fresh)
	if n := len(i.ChatLog) - world.ChatLines; n > 0 {
		i.ChatLog = slices.Delete(i.ChatLog, 0, n)
	}
	for k := range i.ChatLog {
		i.ChatLog[k].Seq = i.ChatSeq - uint64(len(i.ChatLog)-1-k)
	}
	i.SumChat()
}

// exhaustMail lets both islands take in all mail that they had sent each other.
func exhaustMail(i *world.State, o *world.State) {
	const rounds = 64 // answers to answers: nobody has that much to say
	for range rounds {
		there := deliverAll(i, o)
		if back := deliverAll(o, i); !there && !back {
			return
		}
	}
}

// deliverAll lets an island take in all that another has for it, and reports whether there was anything.
func deliverAll(from, to *world.State) (any bool) {
	for n := Expect(to, from.SelfID); ; n++ {
		list := Parcels(from, to.SelfID, n, nil)
		if len(list) == 0 {
			return any
		}
		Take(to, from.SelfID, to.SelfID, n, list[0])
		if Expect(to, from.SelfID) == n {
			return any // it can take in no more
		}
		any = true
	}
}

// absorbMail takes over the other island's mail to third islands and its knowledge of theirs.
func absorbMail(i *world.State, o *world.State) {
	dropBoxes(i, o.SelfID)
	var know []uint64
	for _, b := range o.Inboxes {
		if b.From == i.SelfID {
			continue
		}
		know = append(know, b.From)
		if k, ok := findInbox(i, b.From, b.As); !ok {
			i.Inboxes = slices.Insert(i.Inboxes, k, b)
		}
	}
	for _, b := range o.Outboxes {
		if b.To == i.SelfID {
			continue
		}
		know = append(know, b.To)
		for n, p := range b.List {
			forward(i, b.To, o.SelfID, b.To, b.First+uint64(n), p)
		}
	}
	if i.Child() {
		know = append(know, world.Home)
	}
	slices.Sort(know)
	for _, x := range slices.Compact(know) {
		if x != i.SelfID && x != o.SelfID {
			Send(i, x, AppendMoved(o.SelfID, i.SelfID))
		}
	}
	forget(i, o.SelfID)
	if i.SelfID != world.Home {
		return
	}
	for k := len(i.Outboxes) - 1; k >= 0; k-- { // what was said to islands that have ended meanwhile
		if to := i.Outboxes[min(k, len(i.Outboxes)-1)].To; Ended(i, to) {
			redirect(i, to, i.Resolve(to))
			closeBoxes(i, to)
		}
	}
	i.Inboxes = slices.DeleteFunc(i.Inboxes, func(b world.Inbox) bool { return i.Resolve(b.From) == world.Home })
}

// dropBoxes forgets the boxes of an island that is here now.
func dropBoxes(i *world.State, island uint64) {
	if k, ok := FindOutbox(i, island); ok {
		i.Outboxes = slices.Delete(i.Outboxes, k, k+1)
	}
	i.Inboxes = slices.DeleteFunc(i.Inboxes, func(b world.Inbox) bool { return b.From == island && b.As == i.SelfID })
}
