//go:build mutants

package room

// Planted is the mistake that all rooms make.
var Planted Bug

// planted reports whether rooms make a mistake.
func planted(b Bug) bool { return Planted == b }
