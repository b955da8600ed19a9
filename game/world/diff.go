package world

import (
	"fmt"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
)

// DiffStates names the first field in which two states differ, in words: region or table, index, field and
// both values. differ is false if there is none. The order is that of the sections.
func DiffStates(a, b *State) (field string, differ bool) {
	x, y := a.Sections(), b.Sections()
	for k := range x {
		if x[k] == y[k] {
			continue
		}
		if field := Diffs[k](a, b); field != "" {
			return field, true
		}
		return Section(k).String(), true
	}
	return "", false
}

// Diffs find the difference in each section.
var Diffs = [SectionCount]func(a, b *State) string{
	Clock:           diffClock,
	Players:         func(a, b *State) string { return diffPlayers("players", a, a.Roster, b.Roster) },
	Away:            func(a, b *State) string { return diffPlayers("players away", a, a.Away, b.Away) },
	Bodies:          diffBodies,
	Tiles:           diffTiles,
	Chests:          diffChests,
	ChatSection:     diffChat,
	Components:      diffComponents,
	Dormant:         diffDormant,
	OutlineSection:  diffOutlines,
	TopologySection: diffTopology,
	Works:           diffWorks,
	Code:            func(a, b *State) string { return unlike("laws", a.Code, b.Code) },
}

// unlike says how two values of a field differ, "" if they do not.
func unlike[T comparable](name string, a, b T) string {
	if a == b {
		return ""
	}
	return fmt.Sprintf("%s: %v and %v", name, a, b)
}

// first returns the first that is not empty, after a prefix.
func first(prefix string, list ...string) string {
	for _, s := range list {
		if s != "" {
			return prefix + s
		}
	}
	return ""
}

func diffClock(a, b *State) string {
	s := first("", unlike("genesis", a.Gen, b.Gen), unlike("tick", a.Clock, b.Clock), unlike("seats given", a.LastSeat, b.LastSeat))
	for k := range a.Created {
		s = first("", s, unlike("created "+item.Kind(k).String(), a.Created[k], b.Created[k]),
			unlike("destroyed "+item.Kind(k).String(), a.Destroyed[k], b.Destroyed[k]))
	}
	return s
}

func diffPlayers(table string, i *State, a, b []entity.PlayerState) string {
	for k := range min(len(a), len(b)) {
		p, q := &a[k], &b[k]
		s := first("", unlike("Seat", p.Seat, q.Seat), unlike("Key", p.Key, q.Key), unlike("Body", p.Body, q.Body),
			unlike("FirstSeen", p.FirstSeen, q.FirstSeen), unlike("LastSeen", p.LastSeen, q.LastSeen), unlike("LastSeq", p.LastSeq, q.LastSeq),
			unlike("Move", p.Move, q.Move), unlike("Slot", p.Slot, q.Slot), unlike("Health", p.Health, q.Health),
			unlike("Action", p.Action, q.Action), unlike("ActionAt", p.ActionAt, q.ActionAt), unlike("DigTile", p.DigTile, q.DigTile),
			unlike("DigTicks", p.DigTicks, q.DigTicks), unlike("DigSeq", p.DigSeq, q.DigSeq), unlike("Emote", p.Emote, q.Emote),
			unlike("EmoteAt", p.EmoteAt, q.EmoteAt), unlike("SleptAt", p.SleptAt, q.SleptAt), unlike("Last", p.Last, q.Last),
			unlike("Name", p.Name, q.Name), unlike("Look", p.Look, q.Look))
		for n := range p.Inventory {
			s = first("", s, unlike(fmt.Sprintf("Inventory[%d]", n), p.Inventory[n], q.Inventory[n]))
		}
		if s != "" {
			at := grid.TileAt(p.Last).Region()
			if body := i.Body(p.Body); body != nil {
				at = grid.TileAt(body.Pos).Region()
			}
			return fmt.Sprintf("region %d %d, %s[%d], seat %d: %s", at.X, at.Y, table, k, p.Seat, s)
		}
	}
	return unlike("number of "+table, len(a), len(b))
}

func diffBodies(x, y *State) string {
	a, b := x.Space.Bodies(), y.Space.Bodies()
	for k := range min(len(a), len(b)) {
		p, q := &a[k], &b[k]
		if p.ID != q.ID {
			return fmt.Sprintf("bodies[%d]: %s %x in one, %s %x in the other", k, p.Kind, p.ID, q.Kind, q.ID)
		}
		if s := first("", unlike("Kind", p.Kind, q.Kind), unlike("Pos", p.Pos, q.Pos), unlike("Vel", p.Vel, q.Vel), unlike("Z", p.Z, q.Z),
			unlike("VZ", p.VZ, q.VZ), unlike("Flags", p.Flags, q.Flags), unlike("Face", p.Face, q.Face), unlike("Other", p.Other, q.Other),
			unlike("Seat", p.Seat, q.Seat), unlike("Born", p.Born, q.Born), unlike("Stack", p.Stack, q.Stack),
			unlike("Angle", p.Angle, q.Angle), unlike("Spin", p.Spin, q.Spin), unlike("Calm", p.Calm, q.Calm)); s != "" {
			at := grid.TileAt(p.Pos).Region()
			return fmt.Sprintf("region %d %d, bodies[%d], %s %x: %s", at.X, at.Y, k, p.Kind, p.ID, s)
		}
	}
	return unlike("number of bodies", len(a), len(b))
}

func diffTiles(a, b *State) string {
	for k := range min(len(a.Active), len(b.Active)) {
		r, o := a.Active[k], b.Active[k]
		if r.At != o.At {
			return fmt.Sprintf("active regions[%d]: %v and %v", k, r.At, o.At)
		}
		for k := range grid.Index(grid.RegionTiles) {
			if s := first("", unlike("Ground", r.Tiles.Ground[k], o.Tiles.Ground[k]), unlike("Block", r.Tiles.Block[k], o.Tiles.Block[k]),
				unlike("State", r.Tiles.State[k], o.Tiles.State[k])); s != "" {
				t := r.At.Tile(k)
				return fmt.Sprintf("region %d %d, tile %d %d: %s", r.At.X, r.At.Y, t.X, t.Y, s)
			}
		}
	}
	return unlike("number of active regions", len(a.Active), len(b.Active))
}

func diffChests(a, b *State) string {
	for k := range min(len(a.Chests), len(b.Chests)) {
		c, o := &a.Chests[k], &b.Chests[k]
		s := unlike("tile", c.At, o.At)
		for n := range c.Slots {
			s = first("", s, unlike(fmt.Sprintf("slots[%d]", n), c.Slots[n], o.Slots[n]))
		}
		if s != "" {
			at := c.At.Region()
			return fmt.Sprintf("region %d %d, chests[%d], tile %d %d: %s", at.X, at.Y, k, c.At.X, c.At.Y, s)
		}
	}
	return unlike("number of chests", len(a.Chests), len(b.Chests))
}

func diffChat(a, b *State) string {
	for k := range min(len(a.ChatLog), len(b.ChatLog)) {
		if s := unlike(fmt.Sprintf("chat[%d]", k), a.ChatLog[k], b.ChatLog[k]); s != "" {
			return s
		}
	}
	return first("", unlike("lines of chat", len(a.ChatLog), len(b.ChatLog)), unlike("lines ever said", a.ChatSeq, b.ChatSeq))
}

func diffComponents(a, b *State) string {
	for k := range min(len(a.Columns), len(b.Columns)) {
		c, o := &a.Columns[k], &b.Columns[k]
		if s := first("", unlike("column", c.Name, o.Name), unlike("size", c.Size, o.Size), unlike("rows", len(c.Ids), len(o.Ids))); s != "" {
			return fmt.Sprintf("components[%d]: %s", k, s)
		}
		for n := range c.Ids {
			if s := first("", unlike("body", c.Ids[n], o.Ids[n]), unlike("value", string(c.Row(n)), string(o.Row(n)))); s != "" {
				return fmt.Sprintf("component %s of body %x: %s", c.Name, c.Ids[n], s)
			}
		}
	}
	return unlike("number of columns", len(a.Columns), len(b.Columns))
}

func diffDormant(a, b *State) string {
	for k := range min(len(a.Dormant), len(b.Dormant)) {
		d, o := &a.Dormant[k], &b.Dormant[k]
		if s := first("", unlike("region", d.At, o.At), unlike("sum", d.Sum, o.Sum)); s != "" {
			return fmt.Sprintf("dormant[%d], region %d %d: %s", k, d.At.X, d.At.Y, s)
		}
	}
	return unlike("number of dormant regions", len(a.Dormant), len(b.Dormant))
}

func diffOutlines(a, b *State) string {
	for k := range min(len(a.Traces), len(b.Traces)) {
		if s := unlike(fmt.Sprintf("outlines[%d]", k), a.Traces[k], b.Traces[k]); s != "" {
			return s
		}
	}
	return unlike("number of outlines", len(a.Traces), len(b.Traces))
}

// diffTopology names the first difference in the place among the islands.
func diffTopology(a, b *State) string {
	x, y := &a.Topology, &b.Topology
	s := first("", unlike("Cap", a.Gen.Cap, b.Gen.Cap), unlike("self", x.SelfID, y.SelfID), unlike("last loan", x.LastLoan, y.LastLoan),
		unlike("quiet", x.Quiet, y.Quiet))
	return first("", s, unlikeRows("lease", x.Leases, y.Leases), unlikeRows("alias", x.Aliases, y.Aliases), unlikeRows("players elsewhere", x.AwayPlayers, y.AwayPlayers),
		unlikeRows("apart", x.Apart, y.Apart), unlikeRows("ask", x.Asks, y.Asks), unlikeRows("neighbour", x.NearIslands, y.NearIslands),
		unlikeRows("ghost", x.GhostBodies, y.GhostBodies), diffStrips(x.Strips, y.Strips), unlikeRows("view", x.Views, y.Views), unlikeRows("signal", x.Signals, y.Signals), unlikeRows("taken in", x.Absorbed, y.Absorbed), unlike("since", x.Since, y.Since), diffOutboxes(x.Outboxes, y.Outboxes), diffInboxes(x.Inboxes, y.Inboxes))
}

// unlikeRows names the first row in which two tables differ.
func unlikeRows[T comparable](name string, a, b []T) string {
	for k := range min(len(a), len(b)) {
		if s := unlike(fmt.Sprintf("%s[%d]", name, k), a[k], b[k]); s != "" {
			return s
		}
	}
	return unlike("number of rows of "+name, len(a), len(b))
}

func diffStrips(a, b []Strip) string {
	for k := range min(len(a), len(b)) {
		s, o := &a[k], &b[k]
		if s := first("", unlike("island", s.Of, o.Of), unlike("place", s.At, o.At), unlikeRows("tile", s.Edits, o.Edits)); s != "" {
			return fmt.Sprintf("strip of region %d %d: %s", a[k].At.X, a[k].At.Y, s)
		}
	}
	return unlike("number of strips", len(a), len(b))
}

func diffOutboxes(a, b []Outbox) string {
	for k := range min(len(a), len(b)) {
		o, p := &a[k], &b[k]
		s := first("", unlike("to", o.To, p.To), unlike("first", o.First, p.First), unlike("since", o.Since, p.Since), unlike("parcels", len(o.List), len(p.List)))
		for n := range min(len(o.List), len(p.List)) {
			s = first("", s, unlike(fmt.Sprintf("parcel %d", o.First+uint64(n)), fmt.Sprintf("%x", o.List[n]), fmt.Sprintf("%x", p.List[n])))
		}
		if s != "" {
			return fmt.Sprintf("outbox for island %x: %s", o.To, s)
		}
	}
	return unlike("number of outboxes", len(a), len(b))
}

func diffInboxes(a, b []Inbox) string {
	for k := range min(len(a), len(b)) {
		o, p := &a[k], &b[k]
		if s := first("", unlike("from", o.From, p.From), unlike("as", o.As, p.As), unlike("expected", o.Next, p.Next), unlike("lost", o.Lost, p.Lost),
			unlike("partial", string(o.Partial), string(p.Partial))); s != "" {
			return fmt.Sprintf("inbox of island %x: %s", o.From, s)
		}
	}
	return unlike("number of inboxes", len(a), len(b))
}
