package table

import "cmp"

// Number is a key that is an integer, as the number of an island.
type Number uint64

// Prefix is the number itself.
func (n Number) Prefix() uint64 { return uint64(n) }

// Compare says how two numbers are ordered.
func (n Number) Compare(other Number) int { return cmp.Compare(n, other) }
