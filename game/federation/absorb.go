package federation

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/carry/bond"
	"manyhold/game/entity"
	"manyhold/game/living"
	"manyhold/game/thing"
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
	absorbNews(i, o)
	i.Claims.Unite(o.Claims.List(), i.Register.Owns, o.Register.Owns)
	absorbLand(i, o)
	absorbPlayers(i, o)
	absorbBodies(i, o)
	o.Things.All(i.Things.Put)
	absorbChat(i, o)
	i.Code.Join(&o.Code)
	i.Blueprints.Join(&o.Blueprints, i.Clock, nil)
	i.Stores.Join(&o.Stores)
	living.RebuildAll(i)
	i.Gate.Join(&o.Gate)
	for k := range o.Ledger.Created {
		i.Ledger.Created[k] += o.Ledger.Created[k]
		i.Ledger.Destroyed[k] += o.Ledger.Destroyed[k]
	}
	absorbMail(i, o)
	joinSignals(i, o)
	i.Abroad.Keep(func(island uint64) bool { return island != o.Register.SelfID })
	i.Abroad.Retell()
	i.Absorbed.Contain(o)
	i.Roster.SumAway()
	i.Moved = true
	living.Attend(i)
	return nil
}

// Absorbable returns an error for an island that cannot be absorbed.
func Absorbable(i *world.State, o *world.State) error {
	if i.Partial || o.Gen != i.Gen {
		return fmt.Errorf("%w: seed %d rules %d", world.ErrOtherWorld, o.Gen.Seed, o.Gen.Rules)
	}
	if o.Register.SelfID == i.Register.SelfID || o.Register.SelfID == world.Home {
		return fmt.Errorf("%w: island %x into island %x", ErrAbsorb, o.Register.SelfID, i.Register.SelfID)
	}
	if i.Absorbed.Contains(o.Register.SelfID) || i.Absorbed.Since > 0 && o.Clock <= i.Absorbed.Since {
		return fmt.Errorf("%w: island %x was taken in before", ErrAbsorb, o.Register.SelfID)
	}
	if len(i.Roster.Here)+len(o.Roster.Here) > world.MaxPlayers {
		return fmt.Errorf("%w: more than %d players", ErrAbsorb, world.MaxPlayers)
	}
	for _, list := range [...][]entity.PlayerState{o.Roster.Here, o.Roster.Away} {
		for k := range list {
			if p := &list[k]; i.Roster.ByKey(p.Key) != nil || i.Roster.BySeat(p.Seat) != nil {
				return fmt.Errorf("%w: seat %d is on both", ErrAbsorb, p.Seat)
			} else if !i.Register.Child() && !i.Register.IsAwayAs(p.Key, p.Seat) {
				return fmt.Errorf("%w: seat %d is of nobody who is known to be there", ErrAbsorb, p.Seat)
			}
		}
	}
	for _, at := range o.Stored() {
		_, dormant := i.Dormant.Find(at)
		if dormant || i.Land.Active(at) != nil {
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
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		for _, t := range [...]*game.Tick{&p.ActionAt, &p.EmoteAt, &p.SleptAt, &p.FellAt} {
			if *t > 0 {
				*t += by
			}
		}
	}
	i.Claims.Shift(by)
	i.Blueprints.Shift(by)
	i.Stores.Shift(by)
	i.Lights.Shift(by)
	i.Annals.Shift(by)
	i.Diary.Shift(by)
	i.Things.Shift(by)
	ShiftTopology(i, by)
	for _, r := range i.Land.Regions {
		living.CatchUp(i, r, since)
	}
}

// ShiftTopology moves the times between islands later by some ticks.
func ShiftTopology(i *world.State, by game.Tick) {
	for k := range i.Watch.Apart {
		i.Watch.Apart[k].Since += by
	}
	i.Abroad.Shift(by)
	for k := range i.Mail.Outboxes {
		i.Mail.Outboxes[k].Since += by
	}
	for k := range i.Border.Islands {
		i.Border.Islands[k].Heard += by
		i.Border.Islands[k].Said += by
		i.Border.Islands[k].Lent += by
	}
	for k := range i.Border.Ghosts {
		i.Border.Ghosts[k].Heard += by
		i.Border.Ghosts[k].HitAt += by
	}
	for k := range i.Register.Asks {
		i.Register.Asks[k].Since += by
	}
}

// renumber gives bodies and things of the other island new ids where this island has a body of the same.
func renumber(i *world.State, o *world.State) {
	renamed := map[game.EntityID]game.EntityID{}
	for k := 0; k < len(o.Space.Bodies()); k++ {
		b := o.Space.Bodies()[k]
		if !i.Space.Has(b.ID) {
			continue
		}
		old := b.ID
		for b.ID = i.Space.NewID(uint64(old)); o.Space.Has(b.ID) || i.Space.Has(b.ID); b.ID = i.Space.NewID(uint64(b.ID)) {
		}
		o.Space.Remove(k)
		o.Space.Insert(b)
		if other := o.Space.Body(b.Other); other != nil {
			other.Other = b.ID
		}
		if p := o.Roster.BySeat(b.Seat); p != nil && p.Body == old {
			p.Body = b.ID
		}
		for n := range o.Components.Columns {
			c := &o.Components.Columns[n]
			if row, ok := slices.BinarySearch(c.Ids, old); ok {
				value := slices.Clone(c.Row(row))
				c.Remove(old)
				c.Set(b.ID, value)
			}
		}
		renamed[old] = b.ID
		k = -1 // the table has changed
	}
	for _, x := range o.Things.List() {
		if x.Static() && (i.Things.Find(x.ID) != nil || i.Space.Has(x.ID)) {
			id := i.NewThingID(uint64(x.ID))
			for o.Things.Find(id) != nil || o.Space.Has(id) {
				id = i.NewThingID(uint64(id))
			}
			renamed[x.ID] = id
		}
	}
	bond.Rename(&o.Components, renamed)
	if len(renamed) > 0 {
		list := o.Things.List()
		o.Things.Drop(func(*thing.Thing) bool { return true })
		for _, x := range list {
			o.Things.Put(thing.Renamed(x, renamed))
		}
	}
}

func absorbPlayers(i *world.State, o *world.State) {
	for k := range o.Roster.Here {
		at, _ := world.FindSeat(i.Roster.Here, o.Roster.Here[k].Seat)
		i.Roster.Here = slices.Insert(i.Roster.Here, at, o.Roster.Here[k])
		i.Register.ComeHome(o.Roster.Here[k].Seat)
	}
	for k := range o.Roster.Away {
		at, _ := world.FindSeat(i.Roster.Away, o.Roster.Away[k].Seat)
		i.Roster.Away = slices.Insert(i.Roster.Away, at, o.Roster.Away[k])
		i.Register.ComeHome(o.Roster.Away[k].Seat)
	}
	for _, s := range o.Watch.Apart {
		k, _ := slices.BinarySearchFunc(i.Watch.Apart, s.Seat, compareApart)
		i.Watch.Apart = slices.Insert(i.Watch.Apart, k, s)
	}
	i.Roster.LastSeat = max(i.Roster.LastSeat, o.Roster.LastSeat)
	i.Watch.Quiet = 0
}

func absorbBodies(i *world.State, o *world.State) {
	for k := range o.Space.Bodies() {
		i.Space.Append(o.Space.Bodies()[k])
	}
	i.Space.Order()
	for k := range o.Components.Columns {
		c := &o.Components.Columns[k]
		if i.Components.Declare(c.Name, c.Size) != nil {
			continue // declared otherwise here: its rows cannot be kept
		}
		at, _ := i.Components.Find(c.Name)
		for row, id := range c.Ids {
			i.Components.Columns[at].Set(id, c.Row(row))
		}
	}
}

// absorbLand takes the regions over, and the land if this island is a child.
func absorbLand(i *world.State, o *world.State) {
	for _, l := range o.Register.Leases {
		if i.Register.Child() {
			l.To = i.Register.SelfID
			i.Register.SetLease(l)
		} else if k, ok := i.Register.FindLease(l.At); ok && i.Register.Leases[k].Number == l.Number {
			i.Register.DropLease(l.At)
		}
	}
	if i.Register.SelfID == world.Home {
		i.Register.AddAlias(o.Register.SelfID, world.Home)
		i.Register.Leases = slices.DeleteFunc(i.Register.Leases, func(l world.Lease) bool { return l.To == world.Home })
	}
	i.Land.Regions = append(i.Land.Regions, o.Land.Regions...)
	slices.SortStableFunc(i.Land.Regions, func(a, b *world.Region) int { return a.At.Compare(b.At) })
	i.Land.Reindex()
	for _, c := range o.Chests.List {
		k, _ := i.Chests.Find(c.At)
		i.Chests.List = slices.Insert(i.Chests.List, k, c)
	}
	for _, l := range o.Outlines.List {
		i.Outlines.Add(l)
	}
	i.Diary.Absorb(&o.Diary)
	for _, w := range o.Works.List {
		k, _ := i.Works.Find(w.At)
		i.Works.List = slices.Insert(i.Works.List, k, w)
	}
	i.Dormant.List = append(i.Dormant.List, o.Dormant.List...)
	slices.SortStableFunc(i.Dormant.List, func(a, b world.DormantRegion) int { return a.At.Compare(b.At) })
}

// absorbChat lays the lines of both together, in the order of their ticks; those that both have once.
func absorbChat(i *world.State, o *world.State) {
	fresh := 0
	for _, l := range o.Chat.Log {
		at := len(i.Chat.Log)
		for at > 0 && i.Chat.Log[at-1].Tick > l.Tick {
			at--
		}
		known := false
		for k := at - 1; k >= 0 && i.Chat.Log[k].Tick == l.Tick; k-- {
			known = known || i.Chat.Log[k].Seat == l.Seat && i.Chat.Log[k].Text == l.Text
		}
		if !known {
			i.Chat.Log = slices.Insert(i.Chat.Log, at, l)
			fresh++
		}
	}
	if fresh == 0 {
		return
	}
	i.Chat.Seq += uint64(fresh)
	if n := len(i.Chat.Log) - world.ChatLines; n > 0 {
		i.Chat.Log = slices.Delete(i.Chat.Log, 0, n)
	}
	for k := range i.Chat.Log {
		i.Chat.Log[k].Seq = i.Chat.Seq - uint64(len(i.Chat.Log)-1-k)
	}
	i.Chat.Sum()
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
	for n := Expect(to, from.Register.SelfID); ; n++ {
		list := Parcels(from, to.Register.SelfID, n, nil)
		if len(list) == 0 {
			return any
		}
		Take(to, from.Register.SelfID, to.Register.SelfID, n, list[0])
		if Expect(to, from.Register.SelfID) == n {
			return any // it can take in no more
		}
		any = true
	}
}

// absorbMail takes over the other island's mail to third islands and its knowledge of theirs.
func absorbMail(i *world.State, o *world.State) {
	dropBoxes(i, o.Register.SelfID)
	var know []uint64
	for _, b := range o.Mail.Inboxes {
		if b.From == i.Register.SelfID {
			continue
		}
		know = append(know, b.From)
		if k, ok := findInbox(i, b.From, b.As); !ok {
			i.Mail.Inboxes = slices.Insert(i.Mail.Inboxes, k, b)
		}
	}
	for _, b := range o.Mail.Outboxes {
		if b.To == i.Register.SelfID {
			continue
		}
		know = append(know, b.To)
		for n, p := range b.List {
			forward(i, b.To, o.Register.SelfID, b.To, b.First+uint64(n), p)
		}
	}
	if i.Register.Child() {
		know = append(know, world.Home)
	}
	slices.Sort(know)
	for _, x := range slices.Compact(know) {
		if x != i.Register.SelfID && x != o.Register.SelfID {
			Send(i, x, AppendMoved(o.Register.SelfID, i.Register.SelfID))
		}
	}
	forget(i, o.Register.SelfID)
	if i.Register.SelfID != world.Home {
		return
	}
	// Letters to islands that have ended meanwhile go to those that they are part of. Maybe no outbox is
	// left.
	for k := len(i.Mail.Outboxes) - 1; k >= 0 && len(i.Mail.Outboxes) > 0; k-- {
		if to := i.Mail.Outboxes[min(k, len(i.Mail.Outboxes)-1)].To; Ended(i, to) {
			redirect(i, to, i.Register.Resolve(to))
			closeBoxes(i, to)
		}
	}
	i.Mail.Inboxes = slices.DeleteFunc(i.Mail.Inboxes, func(b world.Inbox) bool { return i.Register.Resolve(b.From) == world.Home })
}

// dropBoxes forgets the boxes of an island that is here now.
func dropBoxes(i *world.State, island uint64) {
	if k, ok := FindOutbox(i, island); ok {
		i.Mail.Outboxes = slices.Delete(i.Mail.Outboxes, k, k+1)
	}
	i.Mail.Inboxes = slices.DeleteFunc(i.Mail.Inboxes, func(b world.Inbox) bool { return b.From == island && b.As == i.Register.SelfID })
}
