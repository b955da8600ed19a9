package format

import (
	"time"
	"unicode/utf8"

	"manyhold/net/store"
	"manyhold/net/wire"
)

func Milliseconds(t time.Time) int64     { return t.UnixMilli() }
func FromMilliseconds(m int64) time.Time { return time.UnixMilli(m).UTC() }

// MergePlayer combines two sightings of a player; old may be zero.
func MergePlayer(old, seen store.Player) store.Player {
	seen.Name = cutName(seen.Name)
	if old.Key != seen.Key {
		return seen
	}
	if old.First.Before(seen.First) {
		seen.First = old.First
	}
	if old.Last.After(seen.Last) {
		seen.Last, seen.Name = old.Last, old.Name
	}
	return seen
}

// cutName cuts a name to MaxPlayerName bytes at the border of a character.
func cutName(s string) string {
	if len(s) <= store.MaxPlayerName {
		return s
	}
	n := store.MaxPlayerName
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// EncodeRecords returns uvarint number of records and each as uvarint length and bytes.
func EncodeRecords(records [][]byte) []byte {
	b := wire.AppendUvarint(nil, uint64(len(records)))
	for _, r := range records {
		b = wire.AppendBlob(b, r)
	}
	return b
}

// decodeRecords reads the output of encodeRecords. The records are pieces of b.
func decodeRecords(b []byte) (records [][]byte, err error) {
	c := wire.NewCursor(b)
	for range c.Count(store.MaxRecords) {
		records = append(records, c.Blob(store.MaxBody))
	}
	return records, c.Done()
}
