//go:build !mutants

package room

// planted reports whether rooms make a mistake.
func planted(Bug) bool { return false }
