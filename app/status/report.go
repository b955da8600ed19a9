package status

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/net/host/notice"
)

// reports are the English texts of the lines of a merge's report (see game/reconcile), and the texts for one
// thing after a bar. The window has its own in assets/words.
var reports = map[string]string{
	"merged_apart_seconds": "{who} played offline for {n} seconds|{who} played offline for 1 second",
	"merged_apart_minutes": "{who} played offline for {n} minutes|{who} played offline for 1 minute",
	"merged_apart_hours":   "{who} played offline for {n} hours|{who} played offline for 1 hour",
	"merged_whole":         "nothing had changed here meanwhile: everything was added",
	"merged_nothing":       "nothing had changed there",
	"merged_no_tile":       "no tile had changed there",
	"merged_tiles":         "{place}: {n} tiles by {who} were added|{place}: 1 tile by {who} was added",
	"merged_outlined":      "{place}: both sides built here; {n} tiles by {who} are kept as a blueprint|{place}: both sides built here; 1 tile by {who} is kept as a blueprint",
	"merged_lost":          "{place}: {n} tiles changed by {who} were not added|{place}: 1 tile changed by {who} was not added",
	"merged_newcomers":     "new players: {who}",
	"merged_away":          "no room on this island for {who}",
	"merged_strangers":     "{n} players were not added: the world knows {most} already|1 player was not added: the world knows {most} already",
	"merged_once":          "taken on both sides and kept once: {item}",
	"merged_given":         "returned to {who}: {item}",
	"merged_twice":         "taken on both sides and used up on both: {item}",
	"merged_chat":          "{n} lines of chat were added|1 line of chat was added",
	"merged_lent":          "{n} regions belong to another island now: their changes stay in the archive|1 region belongs to another island now: its changes stay in the archive",
	"merged_claim":         "{place}: the claim of {who} was not added, for the land is claimed by {name}",
	"merged_blueprint":     "blueprint {name}: version {was} of {who} was replaced by version {is} of {by}",
	"merged_claim_most":    "{place}: the claim of {who} was not added, for it is more than {who} may have",
	"merged_component":     "no room for the component {name}",
	"merged_more":          "and {n} more",
}

// Reports are the codes of the lines of reports, in ascending order.
func Reports() (all []string) {
	for code := range reports {
		all = append(all, code)
	}
	slices.Sort(all)
	return all
}

// reportWords writes a line of a report in English.
func reportWords(l notice.Notice) string {
	text, one, plural := strings.Cut(reports[l.Code()], "|")
	if text == "" {
		return l.String()
	}
	p := l.Parameters()
	if plural && len(p["n"]) == 1 && p["n"][0] == "1" {
		text = one
	}
	pairs := []string{"{who}", cmp.Or(notice.And(p["who"]), "someone"), "{item}", strings.Join(p["item"], ", "), "{place}", place(p)}
	for _, name := range []string{"n", "most", "name"} {
		pairs = append(pairs, "{"+name+"}", strings.Join(p[name], " "))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// place describes the region of a line, from the spawn's.
func place(p map[string][]string) string {
	x, y := Offset(p, "x"), Offset(p, "y")
	var parts []string
	for _, d := range [...]struct {
		n        int64
		less, is string
	}{{x, "west", "east"}, {y, "north", "south"}} {
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

// Offset returns a number of a line of a report; zero when it is missing or malformed.
func Offset(p map[string][]string, name string) int64 {
	if len(p[name]) != 1 {
		return 0
	}
	n, err := strconv.ParseInt(p[name][0], 10, 32)
	if err != nil {
		return 0
	}
	return n
}
