package reconcile

import (
	"fmt"
	"slices"
	"strings"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/world"
)

// reportLines is the most lines of a report; its last line counts the rest.
const reportLines = 40

// telling is the report on a merge as a whole.
type telling struct {
	whole    bool
	once     world.Counts // were taken on both sides, and exist once
	twice    world.Counts // exist twice
	given    world.Counts // went back to those who had spent them
	said     int          // lines of chat
	lent     int          // regions that are another island's, and had changed
	unknown  int          // strangers who found no room among the known
	sentAway []string
	columns  []string // that could not be declared
}

// regionTelling is the report on a region, in tiles.
type regionTelling struct{ taken, here, outlined, lost int }

// nameOf returns a player's name if it can be shown.
func nameOf(p *entity.PlayerState) string {
	if s := p.Name.String(); act.Speakable(s) {
		return s
	}
	return fmt.Sprintf("player %d", p.Seat)
}

// names joins names as people do.
func names(list []string, nobody string) string {
	switch n := len(list); {
	case n == 0:
		return nobody
	case n == 1:
		return list[0]
	case n <= 3:
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return fmt.Sprintf("%s, %s and %d others", list[0], list[1], len(list)-2)
}

// those returns the names, as on a side, of the players for which is returns true.
func (ps *people) those(side int, is func(*person) bool) (list []string) {
	for _, w := range ps.list {
		if p := w.was[side]; p != nil && is(w) {
			list = append(list, nameOf(p))
		}
	}
	return list
}

// lasted says a time in words.
func lasted(t game.Tick) string {
	const second, minute, hour = game.TicksPerSecond, 60 * game.TicksPerSecond, 3600 * game.TicksPerSecond
	switch {
	case t < 2*minute:
		return many(uint64(t/second), "second")
	case t < 2*hour:
		return many(uint64(t/minute), "minute")
	}
	return many(uint64(t/hour), "hour")
}

// many says a number of things in words.
func many(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// where says which region is meant, from the spawn.
func (s *states) where(at grid.Region) string {
	home := s.firm.SpawnTile.Region()
	dx, dy := int64(at.X)-int64(home.X), int64(at.Y)-int64(home.Y)
	var parts []string
	for _, d := range [...]struct {
		n        int64
		less, is string
	}{{dx, "west", "east"}, {dy, "north", "south"}} {
		switch {
		case d.n < 0:
			parts = append(parts, fmt.Sprintf("%d %s", -d.n, d.less))
		case d.n > 0:
			parts = append(parts, fmt.Sprintf("%d %s", d.n, d.is))
		}
	}
	if parts == nil {
		return "region of the spawn"
	}
	return "region " + strings.Join(parts, ", ")
}

// report returns the results of the merge in words.
func (m *merge) report() []byte {
	there := names(m.people.those(atBranch, func(w *person) bool { return w.there }), "whoever was there")
	here := names(m.people.those(atFirm, func(w *person) bool { return w.here && !w.there }), "what was here")
	lines := []string{fmt.Sprintf("%s went on apart for %s", there, lasted(m.branch.Clock-m.base.Clock))}
	if m.told.whole {
		lines = append(lines, "nothing had changed here meanwhile: all of it is taken")
	}
	lands := slices.Clone(m.lands.list)
	slices.SortStableFunc(lands, func(a, b *land) int { return world.CompareRegions(a.at, b.at) })
	for _, l := range lands {
		if s := l.told.line(there, here); s != "" {
			lines = append(lines, m.where(l.at)+": "+s)
		}
	}
	lines = append(lines, m.aboutPeople()...)
	lines = append(lines, m.aboutItems(there)...)
	if m.told.said > 0 {
		lines = append(lines, fmt.Sprintf("%s of chat from there stand among those from here", many(uint64(m.told.said), "line")))
	}
	if m.told.lent > 0 {
		lines = append(lines, fmt.Sprintf("%s belong to another island now: what changed there stays in the archive", many(uint64(m.told.lent), "region")))
	}
	for _, c := range m.told.columns {
		lines = append(lines, fmt.Sprintf("component %s finds no room", c))
	}
	if len(lines) == 1 && !m.told.whole {
		lines = append(lines, "no tile had changed there")
	}
	if n := len(lines); n > reportLines {
		lines = append(lines[:reportLines-1], fmt.Sprintf("and %d more", n-reportLines+1))
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// line reports the result for the tiles of a region, "" if the branch changed none.
func (t *regionTelling) line(there, here string) string {
	var parts []string
	if t.taken > 0 {
		parts = append(parts, fmt.Sprintf("%s of %s taken", many(uint64(t.taken), "tile"), whose(there)))
	}
	if t.outlined > 0 {
		parts = append(parts, fmt.Sprintf("both built: %s stands, %s of %s kept as an outline", whose(here), many(uint64(t.outlined), "tile"), whose(there)))
	}
	if t.lost > 0 {
		parts = append(parts, fmt.Sprintf("%s that %s had changed stay as %s left them", many(uint64(t.lost), "tile"), there, here))
	}
	return strings.Join(parts, "; ")
}

func whose(name string) string {
	if strings.HasSuffix(name, "s") {
		return name + "'"
	}
	return name + "'s"
}

// aboutPeople reports the players that came, and those without room.
func (m *merge) aboutPeople() (lines []string) {
	if came := m.people.those(atBranch, func(w *person) bool { return w.was[atFirm] == nil && w.was[atBase] == nil }); len(came) > 0 && !m.told.whole {
		lines = append(lines, names(came, "")+" came into the world there and belong to it now")
	}
	if len(m.told.sentAway) > 0 {
		lines = append(lines, names(m.told.sentAway, "")+" found no room here and are away")
	}
	if m.told.unknown > 0 {
		lines = append(lines, fmt.Sprintf("%s of the branch found no room: the world knows %d", many(uint64(m.told.unknown), "stranger"), world.MaxKnown))
	}
	return lines
}

// aboutItems says which items were counted once, given back, or are there twice.
func (m *merge) aboutItems(there string) (lines []string) {
	list := func(n *world.Counts) string {
		var parts []string
		for k := range n {
			if n[k] > 0 {
				parts = append(parts, fmt.Sprintf("%d × %s", n[k], item.Kind(k)))
			}
		}
		return strings.Join(parts, ", ")
	}
	if s := list(&m.told.once); s != "" {
		lines = append(lines, fmt.Sprintf("taken on both sides, and there once: %s", s))
	}
	if s := list(&m.told.given); s != "" {
		lines = append(lines, fmt.Sprintf("back to %s: %s", there, s))
	}
	if s := list(&m.told.twice); s != "" {
		lines = append(lines, fmt.Sprintf("taken on both sides, and used up on both: %s", s))
	}
	return lines
}
