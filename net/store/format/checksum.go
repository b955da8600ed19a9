package format

import (
	"crypto/sha256"
	"encoding/binary"

	"manyhold/net/store"
)

// sumSize is the length of a row's checksum in bytes. It protects against accidents, not against forgery.
const sumSize = 8

// rowSum is the checksum of a row: the first bytes of SHA-256 over the table's name, its numbers (u64 little
// endian) and its blobs. The name and each blob follow their length (u32 little endian).
func rowSum(table string, numbers []uint64, blobs ...[]byte) []byte {
	b := appendSized(nil, []byte(table))
	for _, n := range numbers {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	for _, blob := range blobs {
		b = appendSized(b, blob)
	}
	h := sha256.Sum256(b)
	return h[:sumSize]
}

func appendSized(dst, b []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(b))), b...)
}

// EpochSum covers the epoch's row in a log. parts is the encoded manifest of the blob, empty for none.
func EpochSum(e store.EpochRow, island uint64, parts []byte) []byte {
	return rowSum("epochs", []uint64{island, e.Number, uint64(e.Rules)}, e.Record, parts)
}

func PlayerSum(p store.Player) []byte {
	return rowSum("players", []uint64{uint64(Milliseconds(p.First)), uint64(Milliseconds(p.Last))}, p.Key[:], []byte(p.Name))
}

// CheckpointSum covers the checkpoint's row in a log. parts is the encoded manifest of the snapshot.
func CheckpointSum(c store.Checkpoint, island uint64, parts []byte) []byte {
	return rowSum("checkpoints", []uint64{island, c.Turn, c.Epoch, c.Digest}, c.Hash[:], parts)
}

// BranchSum covers the archive's row. base and parts are the encoded manifests of the snapshots of its
// beginning and end; records is the output of encodeRecords.
func BranchSum(b store.Branch, base, parts, records []byte) []byte {
	return rowSum("archives", []uint64{b.Island, b.Turn, b.Tip.Epoch, b.Tip.Turn, b.Tip.Digest, uint64(Milliseconds(b.At))},
		b.ID[:], b.Tip.Hash[:], base, parts, records, []byte(b.Words))
}

// summed returns the column of a turn's command signatures: followed by their checksum, because the chain
// does not cover them; empty for none.
func summed(e store.Entry) []byte {
	if len(e.Signatures) == 0 {
		return nil
	}
	return append(e.Signatures[:len(e.Signatures):len(e.Signatures)], rowSum("signatures", []uint64{e.Turn}, e.Signatures)...)
}
