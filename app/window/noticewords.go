package window

import (
	"strconv"
	"strings"

	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/game/item"
	"manyhold/net/host/notice"
	"manyhold/render/ui/kit"
)

// noticeWords writes a notice of the network in the language of the window. A text without words of its own
// is shown as it is.
func noticeWords(w *kit.Words, n notice.Notice) string {
	key := "report." + n.Code()
	if !w.Has(key) {
		return usage.Capital(n.String())
	}
	p := n.Parameters()
	if len(p["n"]) == 1 && p["n"][0] == "1" && w.Has(key+"_one") {
		key += "_one"
	}
	pairs := []string{"place", placeWords(w, p), "item", itemWords(w, p["item"])}
	for _, name := range []string{"who", "names", "name"} {
		pairs = append(pairs, name, joinedNames(w, p[name]))
	}
	for _, name := range []string{"n", "most", "island", "turn", "seconds", "why"} {
		pairs = append(pairs, name, strings.Join(p[name], " "))
	}
	return usage.Capital(w.Fill(key, pairs...))
}

// joinedNames joins names: Ada, Bo and Cleo.
func joinedNames(w *kit.Words, names []string) string {
	if len(names) == 0 {
		return w.Get("report.someone")
	}
	out := names[0]
	for i, n := range names[1:] {
		if i == len(names)-2 {
			return w.Fill("net.and", "names", out, "name", n)
		}
		out += ", " + n
	}
	return out
}

// placeWords names the region x, y, counted from the spawn's.
func placeWords(w *kit.Words, p map[string][]string) string {
	x, y := status.Offset(p, "x"), status.Offset(p, "y")
	var parts []string
	for _, d := range [...]struct {
		n        int64
		less, is string
	}{{x, "report.west", "report.east"}, {y, "report.north", "report.south"}} {
		switch {
		case d.n < 0:
			parts = append(parts, w.Fill(d.less, "n", strconv.FormatInt(-d.n, 10)))
		case d.n > 0:
			parts = append(parts, w.Fill(d.is, "n", strconv.FormatInt(d.n, 10)))
		}
	}
	if parts == nil {
		return w.Get("report.start")
	}
	return w.Fill("report.region", "way", strings.Join(parts, ", "))
}

// itemWords lists things, each of which is a count and the English name of its kind.
func itemWords(w *kit.Words, things []string) string {
	var all []string
	for _, t := range things {
		n, name, _ := strings.Cut(t, " ")
		for k := range item.KindCount {
			if k.String() == name {
				name = w.Get(kit.ItemKey(k))
				break
			}
		}
		all = append(all, w.Fill("bag.stack", "item", name, "n", n))
	}
	return strings.Join(all, ", ")
}
