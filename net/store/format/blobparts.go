//go:build !js

package format

import (
	"fmt"
	"strings"

	"manyhold/net/transfer"
)

// chunkMark begins the names of parts that are pieces of bytes that transfer.Split does not accept.
const chunkMark = "\xff"

// chunkSize is the length of such a piece in bytes.
const chunkSize = 1 << 20

// Pieces splits any bytes, a snapshot at its parts, so that two snapshots share equal parts. The data are
// pieces of b.
func Pieces(b []byte) []transfer.Part {
	parts, err := transfer.Split(b)
	if err == nil && (len(parts) == 0 || !strings.HasPrefix(parts[0].Name, chunkMark)) {
		return parts
	}
	parts = nil
	for n := 0; len(b) > 0; n++ {
		size := min(len(b), chunkSize)
		parts = append(parts, transfer.Part{Name: fmt.Sprintf("%s%08d", chunkMark, n), Data: b[:size]})
		b = b[size:]
	}
	return parts
}

// joined is the reverse of pieces.
func joined(parts []transfer.Part) []byte {
	if len(parts) == 0 || !strings.HasPrefix(parts[0].Name, chunkMark) {
		return transfer.Join([]byte{}, parts)
	}
	b := []byte{}
	for _, p := range parts {
		b = append(b, p.Data...)
	}
	return b
}

func HashesOf(m transfer.Manifest) (hashes [][32]byte) {
	for _, p := range m.Parts {
		hashes = append(hashes, p.Hash)
	}
	return hashes
}
