package reconcile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/entity"
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
	claims   []lostClaim
	// versions of blueprints that lost
	blueprints []replaced
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

// those returns the names, as on a side, of the players for which is returns true.
func (ps *people) those(side int, is func(*person) bool) (list []string) {
	for _, w := range ps.list {
		if p := w.was[side]; p != nil && is(w) {
			list = append(list, nameOf(p))
		}
	}
	return list
}

// A report is for people, in their language: the window and `manyhold status` write the sentences. A line is
// a code and its parameters, each as a blank, a name, "=" and a quoted value. A name that is repeated is a
// list.
//
//	merged_apart_seconds  n, who: the players went on apart for so long; _minutes and _hours likewise
//	merged_whole          the other side had not changed: the branch is the result
//	merged_nothing        the branch had changed nothing
//	merged_no_tile        the branch had changed no tile
//	merged_tiles          x, y, n, who: tiles of the branch are in the result. x and y are those of the
//	                      region, counted from the spawn's
//	merged_outlined       x, y, n, who: both sides had built; the branch's tiles are kept as outlines
//	merged_lost           x, y, n, who: tiles that the branch had changed stay as the other side has them
//	merged_newcomers      who: players entered the world on the branch
//	merged_away           who: players found no room and are away
//	merged_strangers      n, most: players are not known any more: the world knows as many as it can
//	merged_once           item, who: things were taken on both sides and exist once; each is a count and
//	                      a kind
//	merged_given          item, who: things went back to the branch's players
//	merged_twice          item, who: things were taken on both sides and used up on both
//	merged_chat           n: lines of chat
//	merged_lent           n: regions belong to another island now; the branch's changes there are not
//	                      merged
//	merged_claim          x, y, who, name: a claim of who is not in the result: name has the land
//	merged_blueprint      name, was, is (versions), who, by: who's version was lost to by's
//	merged_claim_most     x, y, who: likewise: it is more than who may have, or not this island's land
//	merged_component      name: a component found no room
//	merged_more           n: further lines were left out

// line returns one line of a report. The parameters are names and values, in turn.
func line(code string, parameters ...any) string {
	b := []byte(code)
	for i := 0; i+1 < len(parameters); i += 2 {
		values, list := parameters[i+1].([]string)
		if !list {
			values = []string{fmt.Sprint(parameters[i+1])}
		}
		for _, v := range values {
			b = strconv.AppendQuote(append(append(append(b, ' '), parameters[i].(string)...), '='), v)
		}
	}
	return string(b)
}

// apart is the line about the time since the fork.
func apart(t game.Tick, who []string) string {
	const second, minute, hour = game.TicksPerSecond, 60 * game.TicksPerSecond, 3600 * game.TicksPerSecond
	switch {
	case t < 2*minute:
		return line("merged_apart_seconds", "n", t/second, "who", who)
	case t < 2*hour:
		return line("merged_apart_minutes", "n", t/minute, "who", who)
	}
	return line("merged_apart_hours", "n", t/hour, "who", who)
}

// report returns the results of the merge.
func (m *merge) report() []byte {
	there := m.people.those(atBranch, func(w *person) bool { return w.there })
	lines := []string{apart(m.branch.Clock-m.base.Clock, there)}
	if m.told.whole {
		lines = append(lines, line("merged_whole"))
	}
	lands := slices.Clone(m.lands.list)
	slices.SortStableFunc(lands, func(a, b *land) int { return a.at.Compare(b.at) })
	home := m.firm.SpawnTile.Region()
	for _, l := range lands {
		lines = append(lines, l.told.lines(int64(l.at.X)-int64(home.X), int64(l.at.Y)-int64(home.Y), there)...)
	}
	lines = append(lines, m.aboutPeople()...)
	lines = append(lines, m.aboutItems(there)...)
	lines = append(lines, m.aboutClaims()...)
	lines = append(lines, m.aboutBlueprints()...)
	if m.told.said > 0 {
		lines = append(lines, line("merged_chat", "n", m.told.said))
	}
	if m.told.lent > 0 {
		lines = append(lines, line("merged_lent", "n", m.told.lent))
	}
	for _, c := range m.told.columns {
		lines = append(lines, line("merged_component", "name", c))
	}
	if len(lines) == 1 && !m.told.whole {
		lines = append(lines, line("merged_no_tile"))
	}
	if n := len(lines); n > reportLines {
		lines = append(lines[:reportLines-1], line("merged_more", "n", n-reportLines+1))
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// lines reports the results for the tiles of the region x, y; there are none if the branch changed none.
func (t *regionTelling) lines(x, y int64, who []string) (lines []string) {
	for _, r := range [...]struct {
		code string
		n    int
	}{{"merged_tiles", t.taken}, {"merged_outlined", t.outlined}, {"merged_lost", t.lost}} {
		if r.n > 0 {
			lines = append(lines, line(r.code, "x", x, "y", y, "n", r.n, "who", who))
		}
	}
	return lines
}

// aboutPeople reports the players that came, and those without room.
func (m *merge) aboutPeople() (lines []string) {
	if came := m.people.those(atBranch, func(w *person) bool { return w.was[atFirm] == nil && w.was[atBase] == nil }); len(came) > 0 && !m.told.whole {
		lines = append(lines, line("merged_newcomers", "who", came))
	}
	if len(m.told.sentAway) > 0 {
		lines = append(lines, line("merged_away", "who", m.told.sentAway))
	}
	if m.told.unknown > 0 {
		lines = append(lines, line("merged_strangers", "n", m.told.unknown, "most", world.MaxKnown))
	}
	return lines
}

// aboutItems reports the items that were counted once, given back, or are there twice.
func (m *merge) aboutItems(who []string) (lines []string) {
	for _, r := range [...]struct {
		code  string
		items *world.Counts
	}{{"merged_once", &m.told.once}, {"merged_given", &m.told.given}, {"merged_twice", &m.told.twice}} {
		var items []string
		for k, n := range r.items {
			if n > 0 {
				items = append(items, fmt.Sprintf("%d %s", n, item.Kind(k)))
			}
		}
		if len(items) > 0 {
			lines = append(lines, line(r.code, "item", items, "who", who))
		}
	}
	return lines
}
