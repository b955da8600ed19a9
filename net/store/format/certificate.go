//go:build !js

package format

import (
	"bytes"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
)

// Certificate holds the signatures under a checkpoint of a log. The store does not decode them.
type Certificate struct {
	Island, Turn uint64
	Bytes        []byte
}

func (c Certificate) Sum() []byte { return rowSum("certificates", []uint64{c.Island, c.Turn}, c.Bytes) }

// ReadCertificates reads the certificates of a log with good sums, by turn.
func (r *Reader) ReadCertificates(island uint64) map[uint64][]byte {
	found := map[uint64][]byte{}
	err := Query(r.Conn, `SELECT turn, bytes, sum FROM certificates WHERE island = ?`, Ints(island), func(s *sqlite3.Stmt) error {
		c := Certificate{island, uint64(s.ColumnInt64(0)), bytes.Clone(s.ColumnRawBlob(1))}
		if len(c.Bytes) > store.MaxCertificate || !bytes.Equal(s.ColumnRawBlob(2), c.Sum()) {
			r.Damaged("The signatures under the checkpoint at turn %d are damaged.", c.Turn)
			return nil
		}
		found[c.Turn] = c.Bytes
		return nil
	})
	if err != nil {
		r.Damaged("The signatures under checkpoints cannot be read.")
	}
	return found
}
