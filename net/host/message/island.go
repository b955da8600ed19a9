package message

import (
	"encoding/binary"
	"fmt"
	"manyhold/net/wire"
)

// IslandHead is how many bytes wrapping takes.
const IslandHead = 1 + 8

// Wrap makes a message one about an island; it is a copy.
func Wrap(island uint64, b []byte) []byte {
	if island == Home {
		return append(make([]byte, 0, len(b)), b...)
	}
	return append(wire.AppendU64(append(make([]byte, 0, IslandHead+len(b)), byte(wire.Island)), island), b...)
}

// Unwrap returns the island that a message is about and the message itself, a part of b.
func Unwrap(b []byte) (island uint64, inner []byte, err error) {
	if wire.Kind(b[0]) != wire.Island {
		return Home, b, nil
	}
	if len(b) <= IslandHead || wire.Kind(b[IslandHead]) == wire.Island {
		return 0, nil, fmt.Errorf("host: %d bytes about an island", len(b))
	}
	if island = binary.LittleEndian.Uint64(b[1:]); island <= Home {
		return 0, nil, fmt.Errorf("host: a wrapped message about island %d", island)
	}
	return island, b[IslandHead:], nil
}

// IslandName is an island's id as people see it.
func IslandName(id uint64) string {
	if id == Home {
		return "home"
	}
	return fmt.Sprintf("%016x", id)
}
