package message

import (
	"encoding/binary"
	"fmt"

	"manyhold/net/wire"
)

// IslandHead is how many bytes wrapping takes.
const IslandHead = 1 + 8

// WrapIsland makes a message one about an island; it is a copy.
func WrapIsland(island uint64, b []byte) []byte {
	if island == Home {
		return append(make([]byte, 0, len(b)), b...)
	}
	return append(wire.AppendU64(append(make([]byte, 0, IslandHead+len(b)), byte(wire.Island)), island), b...)
}

// UnwrapIsland returns the island that a message is about and the message itself, a part of b.
func UnwrapIsland(b []byte) (island uint64, inner []byte, err error) {
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
