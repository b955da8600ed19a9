package node

import (
	"fmt"
	"strings"

	"manyhold/app/usage"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

// lastWorld names the world that was used last, if none is called so.
const lastWorld = "last"

// FindWorld returns the world of dir with a name or an id that begins with the word, or the one that was used
// last.
func FindWorld(dir, word string) (store.Info, error) {
	worlds, err := admin.List(dir)
	if err != nil {
		return store.Info{}, err
	}
	var found []store.Info
	for _, w := range worlds {
		if w.Genesis.Name == word || len(word) >= 4 && strings.HasPrefix(w.ID.String(), strings.ToLower(word)) {
			found = append(found, w)
		}
	}
	if len(found) == 0 && word == lastWorld && len(worlds) > 0 {
		found = worlds[:1] // they are listed in that order
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return store.Info{}, usage.Errorf("no world %q in %s; `manyhold world list` shows all worlds", word, dir)
	}
	return store.Info{}, usage.Errorf("%d worlds are named %q; give an id from `manyhold world list`", len(found), word)
}

// FirstLines returns the first n lines of s and says how many are left out: SQLite tells of every cell.
func FirstLines(s string, n int) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	if len(lines) <= n {
		return strings.Join(lines, "\n")
	}
	return strings.Join(lines[:n], "\n") + fmt.Sprintf("\n(and %d lines more)", len(lines)-n)
}
