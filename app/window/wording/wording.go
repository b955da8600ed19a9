// Package wording writes the notices of a node in the language of a window. A text without words of its own
// is shown as it is.
package wording

import (
	"strconv"
	"strings"

	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/net/host/notice"
	"manyhold/render/ui/kit"
)

// Notice writes a notice of the network in the language of the window. A text without words of its own
// is shown as it is.
func Notice(w *kit.Words, n notice.Notice) string {
	key := "report." + n.Code()
	if !w.Has(key) {
		return usage.Capital(n.String())
	}
	p := n.Parameters()
	if len(p["n"]) == 1 && p["n"][0] == "1" && w.Has(key+"_one") {
		key += "_one"
	}
	pairs := []string{"reason", reason(w, strings.Join(p["reason"], "")), "place", place(w, p), "item", items(w, p["item"]), "material", material(w, strings.Join(p["material"], ""))}
	for _, name := range []string{"who", "names", "name"} {
		pairs = append(pairs, name, Names(w, p[name]))
	}
	for _, name := range []string{"n", "most", "island", "turn", "seconds", "why", "x", "y", "from", "need", "have", "at"} {
		pairs = append(pairs, name, strings.Join(p[name], " "))
	}
	return usage.Capital(w.Fill(key, pairs...))
}

// reason writes the reason why a command was refused, which is given in English.
func reason(w *kit.Words, english string) string {
	for r := event.NoReason + 1; r < event.ReasonCount; r++ {
		if r.String() == english {
			return w.Get(kit.ReasonKey(r))
		}
	}
	return english
}

// material writes the name of an item, which is given in English.
func material(w *kit.Words, english string) string {
	if k := item.Named(english); k != item.None {
		return w.Get(kit.ItemKey(k))
	}
	return english
}

// Names joins names: Ada, Bo and Cleo.
func Names(w *kit.Words, names []string) string {
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

// place names the region x, y, counted from the spawn's.
func place(w *kit.Words, p map[string][]string) string {
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

// items lists things in words. Each thing is given as a count and the English name of its kind.
func items(w *kit.Words, things []string) string {
	var all []string
	for _, t := range things {
		n, name, _ := strings.Cut(t, " ")
		if k := item.Named(name); k != item.None {
			name = w.Get(kit.ItemKey(k))
		}
		all = append(all, w.Fill("bag.stack", "item", name, "n", n))
	}
	return strings.Join(all, ", ")
}
