package host

import (
	"slices"

	"manyhold/net/host/message"
	"manyhold/net/wire"
)

// encodeNotices packs bulletins into as many messages as needed.
func encodeNotices(all []*announcement) (messages [][]byte) {
	for part := range slices.Chunk(all, message.MaxBulletins) {
		size := 3
		for _, n := range part {
			size += 1 + len(n.said)
		}
		b := append(make([]byte, 0, size), byte(wire.Rumour), message.RumourBulletins, byte(len(part)))
		for _, n := range part {
			b = append(append(b, n.Hops), n.said...)
		}
		messages = append(messages, b)
	}
	return messages
}
