//go:build !js

package store

import (
	"fmt"
	"strings"

	"manyhold/net/transfer"
)

// chunkMark begins the names of parts that are pieces of bytes which transfer.Split does not take.
const chunkMark = "\xff"

// chunkSize is the length of such a piece in bytes.
const chunkSize = 1 << 20

// pieces takes any bytes apart, a snapshot where its parts meet, so that what two snapshots share is kept once.
// The data are pieces of b.
func pieces(b []byte) []transfer.Part {
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

// joined returns the bytes that were taken apart.
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
