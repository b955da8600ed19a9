package island

import (
	"fmt"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
)

// DiffStates names the first field in which two states differ, in words: region or table, index, field and both
// values. differ is false if there is none. The order is that of the sections.
func DiffStates(a, b *State) (field string, differ bool) {
	x, y := a.Sections(), b.Sections()
	for k := range x {
		if x[k] == y[k] {
			continue
		}
		if field := diffs[k](a, b); field != "" {
			return field, true
		}
		return Section(k).String(), true
	}
	return "", false
}

// diffs find the difference in each section.
var diffs = [SectionCount]func(a, b *State) string{
	Clock:          diffClock,
	Players:        func(a, b *State) string { return diffPlayers("players", a, a.players, b.players) },
	Away:           func(a, b *State) string { return diffPlayers("players away", a, a.away, b.away) },
	Bodies:         diffBodies,
	Tiles:          diffTiles,
	Chests:         diffChests,
	ChatSection:    diffChat,
	Components:     diffComponents,
	Dormant:        diffDormant,
	OutlineSection: diffOutlines,
	Realm:          diffRealm,
	Works:          diffWorks,
	Code:           func(a, b *State) string { return unlike("laws", a.code, b.code) },
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
	s := first("", unlike("genesis", a.genesis, b.genesis), unlike("tick", a.tick, b.tick), unlike("seats given", a.lastSeat, b.lastSeat))
	for k := range a.created {
		s = first("", s, unlike("created "+item.Kind(k).String(), a.created[k], b.created[k]),
			unlike("destroyed "+item.Kind(k).String(), a.destroyed[k], b.destroyed[k]))
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
	a, b := x.space.Bodies(), y.space.Bodies()
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
	for k := range min(len(a.regions), len(b.regions)) {
		r, o := a.regions[k], b.regions[k]
		if r.at != o.at {
			return fmt.Sprintf("active regions[%d]: %v and %v", k, r.at, o.at)
		}
		for k := range grid.Index(grid.RegionTiles) {
			if s := first("", unlike("Ground", r.tiles.Ground[k], o.tiles.Ground[k]), unlike("Block", r.tiles.Block[k], o.tiles.Block[k]),
				unlike("State", r.tiles.State[k], o.tiles.State[k])); s != "" {
				t := r.at.Tile(k)
				return fmt.Sprintf("region %d %d, tile %d %d: %s", r.at.X, r.at.Y, t.X, t.Y, s)
			}
		}
	}
	return unlike("number of active regions", len(a.regions), len(b.regions))
}

func diffChests(a, b *State) string {
	for k := range min(len(a.chests), len(b.chests)) {
		c, o := &a.chests[k], &b.chests[k]
		s := unlike("tile", c.at, o.at)
		for n := range c.slots {
			s = first("", s, unlike(fmt.Sprintf("slots[%d]", n), c.slots[n], o.slots[n]))
		}
		if s != "" {
			at := c.at.Region()
			return fmt.Sprintf("region %d %d, chests[%d], tile %d %d: %s", at.X, at.Y, k, c.at.X, c.at.Y, s)
		}
	}
	return unlike("number of chests", len(a.chests), len(b.chests))
}

func diffChat(a, b *State) string {
	for k := range min(len(a.chat), len(b.chat)) {
		if s := unlike(fmt.Sprintf("chat[%d]", k), a.chat[k], b.chat[k]); s != "" {
			return s
		}
	}
	return first("", unlike("lines of chat", len(a.chat), len(b.chat)), unlike("lines ever said", a.chatSeq, b.chatSeq))
}

func diffComponents(a, b *State) string {
	for k := range min(len(a.columns), len(b.columns)) {
		c, o := &a.columns[k], &b.columns[k]
		if s := first("", unlike("column", c.name, o.name), unlike("size", c.size, o.size), unlike("rows", len(c.ids), len(o.ids))); s != "" {
			return fmt.Sprintf("components[%d]: %s", k, s)
		}
		for n := range c.ids {
			if s := first("", unlike("body", c.ids[n], o.ids[n]), unlike("value", string(c.row(n)), string(o.row(n)))); s != "" {
				return fmt.Sprintf("component %s of body %x: %s", c.name, c.ids[n], s)
			}
		}
	}
	return unlike("number of columns", len(a.columns), len(b.columns))
}

func diffDormant(a, b *State) string {
	for k := range min(len(a.dormant), len(b.dormant)) {
		d, o := &a.dormant[k], &b.dormant[k]
		if s := first("", unlike("region", d.at, o.at), unlike("sum", d.sum, o.sum)); s != "" {
			return fmt.Sprintf("dormant[%d], region %d %d: %s", k, d.at.X, d.at.Y, s)
		}
	}
	return unlike("number of dormant regions", len(a.dormant), len(b.dormant))
}

func diffOutlines(a, b *State) string {
	for k := range min(len(a.outlines), len(b.outlines)) {
		if s := unlike(fmt.Sprintf("outlines[%d]", k), a.outlines[k], b.outlines[k]); s != "" {
			return s
		}
	}
	return unlike("number of outlines", len(a.outlines), len(b.outlines))
}
