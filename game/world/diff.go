package world

import (
	"fmt"

	"manyhold/game/diary"
	"manyhold/game/flock"
	"manyhold/game/store"
	"manyhold/game/thing"
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

// DiffSections names the first field in which two states differ in each section, in the order of the
// sections.
func DiffSections(a, b *State) (fields []string) {
	x, y := a.Sections(), b.Sections()
	for k := range x {
		if x[k] == y[k] {
			continue
		}
		field := Diffs[k](a, b)
		if field == "" {
			field = Section(k).String()
		}
		fields = append(fields, field)
	}
	return fields
}

// Diffs find the difference in each section.
var Diffs = [SectionCount]func(a, b *State) string{
	ClockSection:     diffClock,
	PlayerSection:    func(a, b *State) string { return diffPlayers("players", &a.Space, a.Roster.Here, b.Roster.Here) },
	AwaySection:      func(a, b *State) string { return diffPlayers("players away", &a.Space, a.Roster.Away, b.Roster.Away) },
	BodySection:      diffBodies,
	TileSection:      diffTiles,
	ChestSection:     diffChests,
	ChatSection:      diffChat,
	ComponentSection: diffComponents,
	DormantSection:   diffDormant,
	OutlineSection:   diffOutlines,
	TopologySection:  diffTopology,
	WorkSection:      diffWorks,
	LawSection:       diffCode,
	DiarySection:     func(a, b *State) string { return diary.Diff(&a.Diary, &b.Diary) },
	GateSection:      func(a, b *State) string { return a.Gate.Diff(&b.Gate) },
	ClaimSection:     func(a, b *State) string { return a.Claims.Diff(&b.Claims) },
	ThingSection:     func(a, b *State) string { return thing.Diff(&a.Things, &b.Things) },
	StoreSection:     diffStores,
	LightSection:     func(a, b *State) string { return a.Lights.Diff(&b.Lights) },
	ChallengeSection: func(a, b *State) string { return a.Challenges.Diff(&b.Challenges) },
	AnnalsSection:    func(a, b *State) string { return a.Annals.Diff(&b.Annals) },
	AbroadSection:    func(a, b *State) string { return a.Abroad.Diff(&b.Abroad) },
	FlockSection:     func(a, b *State) string { return flock.Diff(&a.Flock, &b.Flock) },
	BlueprintSection: func(a, b *State) string { return a.Blueprints.Diff(&b.Blueprints) },
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
	s := first("", unlike("genesis", a.Gen, b.Gen), unlike("tick", a.Clock, b.Clock), unlike("seats given", a.Roster.LastSeat, b.Roster.LastSeat))
	return diffLedgers(s, &a.Ledger, &b.Ledger)
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

func diffStores(a, b *State) string {
	key, x, y, differ := store.Diff(&a.Stores, &b.Stores)
	if !differ {
		return unlike("stores", a.Stores.Sum(), b.Stores.Sum())
	}
	return fmt.Sprintf("stores, %q: %x and %x", key, x, y)
}

func diffComponents(x, y *State) string {
	a, b := &x.Components, &y.Components
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
