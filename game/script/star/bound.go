package star

import "go.starlark.net/syntax"

// bound refuses a tree that is too large, before names are resolved.
func bound(f *syntax.File) {
	nodes := 0
	syntax.Walk(f, func(n syntax.Node) bool {
		if n == nil {
			return true
		}
		if nodes++; nodes > maxNodes {
			refuse(start(n), "the script has more than %d parts; divide it into several scripts", maxNodes)
		}
		return true
	})
}
