package message

import (
	"crypto/sha256"

	"manyhold/net/wire"
)

// BranchID names the part of a fork after a turn.
func BranchID(last [32]byte, turn uint64, hash [32]byte) [32]byte {
	return sha256.Sum256(append(wire.AppendU64(append([]byte("manyhold branch"), last[:]...), turn), hash[:]...))
}
