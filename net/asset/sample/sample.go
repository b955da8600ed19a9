// Package sample makes assets for tests. Every check of package asset accepts them.
package sample

import (
	"encoding/binary"
	"math/rand/v2"
)

// Sound returns a WAV of noise of so many bytes, at least 44; another one for each seed.
func Sound(seed byte, size int) []byte {
	b := append([]byte("RIFF\x00\x00\x00\x00WAVEfmt "), 16, 0, 0, 0, 1, 0, 1, 0, 0x44, 0xac, 0, 0, 0x44, 0xac, 0, 0, 1, 0, 8, 0)
	b = binary.LittleEndian.AppendUint32(append(b, "data"...), uint32(size-44))
	b = append(b, make([]byte, size-44)...)
	rand.NewChaCha8([32]byte{seed}).Read(b[44:])
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-8))
	return b
}
