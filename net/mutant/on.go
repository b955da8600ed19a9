//go:build mutants

package mutant

// Planted is the bug of this process. It is set while no simulation runs.
var Planted Bug

// Is reports whether a bug is planted.
func Is(b Bug) bool { return Planted == b }
