//go:build !js

package store

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"
)

// MaxCertificate is the longest certificate of a checkpoint in bytes. A longer one is our own bug.
const MaxCertificate = 1 << 10

// certificate holds the signatures under a checkpoint of a log. The store does not decode them.
type certificate struct {
	island, turn uint64
	bytes        []byte
}

func (c certificate) sum() []byte { return rowSum("certificates", []uint64{c.island, c.turn}, c.bytes) }

// Certify leaves the certificate of the checkpoint at a turn to be written, in place of any of that turn.
// Only the last of those that wait is written. It is dropped with its checkpoint.
func (l *Log) Certify(turn uint64, b []byte) {
	if turn > MaxTurn || len(b) > MaxCertificate {
		panic(fmt.Sprintf("store: a certificate of turn %d with %d bytes", turn, len(b)))
	}
	q := l.q
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.certificate = &certificate{q.island, turn, bytes.Clone(b)}
		q.schedule(false)
	}
}

// putCertificate writes the queued certificates and removes those without a checkpoint.
func (t *track) putCertificate() error {
	if t.certificate == nil {
		return nil
	}
	c := *t.certificate
	err := query(t.conn, `INSERT OR REPLACE INTO certificates(island, turn, bytes, sum) VALUES (?, ?, ?, ?)`, func(s *sqlite3.Stmt) error {
		return errors.Join(ints(c.island, c.turn)(s), bindBytes(s, 3, c.bytes), s.BindBlob(4, c.sum()))
	}, nil)
	if err != nil {
		return err
	}
	return query(t.conn, `DELETE FROM certificates WHERE island = ?1 AND turn < (SELECT min(turn) FROM checkpoints WHERE island = ?1)`, ints(t.island), nil)
}

// readCertificates reads the certificates of a log with good sums, by turn.
func (r *reader) readCertificates(island uint64) map[uint64][]byte {
	found := map[uint64][]byte{}
	err := query(r.conn, `SELECT turn, bytes, sum FROM certificates WHERE island = ?`, ints(island), func(s *sqlite3.Stmt) error {
		c := certificate{island, uint64(s.ColumnInt64(0)), bytes.Clone(s.ColumnRawBlob(1))}
		if len(c.bytes) > MaxCertificate || !bytes.Equal(s.ColumnRawBlob(2), c.sum()) {
			r.damaged("The signatures under the checkpoint at turn %d are damaged.", c.turn)
			return nil
		}
		found[c.turn] = c.bytes
		return nil
	})
	if err != nil {
		r.damaged("The signatures under checkpoints cannot be read.")
	}
	return found
}

// Signed is a checkpoint of a file with its certificate.
type Signed struct {
	Island      uint64
	Epoch, Turn uint64
	Hash        [32]byte // chain hash after the turn
	Root        [32]byte // of its manifest; all its parts are in the file and match
	Certificate []byte   // nil: not signed
	Problem     string   // why its state does not match, in words; empty: it does
}

// Checkpoints are the checkpoints of a file, each verified against its manifest, and the records by which
// their signers can be judged.
type Checkpoints struct {
	Genesis Genesis
	List    []Signed // home's first, then those of other living islands, each in ascending turn
	Islands []uint64 // living ones, with or without checkpoints
	Records []Records
	Damage  []string // of the rows that were read, in words
}

// ReadCheckpoints reads the checkpoints of the world file at path, which may be open in another process. Its
// errors are those of Inspect.
func ReadCheckpoints(path string) (c Checkpoints, err error) {
	r, _, err := openToRead(path, nil)
	if err != nil {
		return c, explain(path, err)
	}
	err = recoverPanic(func() error {
		if err := r.conn.Exec(`BEGIN`); err != nil { // one moment of a file that is being written
			return err
		}
		c.Genesis, c.Islands = r.genesis, r.islands(false)
		for _, island := range r.islands(true) {
			l := &logReader{reader: r, island: island}
			c.Records = append(c.Records, Records{Island: island, Epochs: l.readEpochs()})
			l.readCheckpoints()
			signed := r.readCertificates(island)
			for _, f := range l.found {
				c.List = append(c.List, l.signed(f, signed[f.Turn]))
			}
		}
		for _, a := range r.archives() {
			l := &logReader{reader: r, island: a.b.Island, archive: a.id}
			c.Records = append(c.Records, Records{Island: a.b.Island, Archive: a.b.ID, From: a.b.Turn, Torn: a.b.Tip.Turn == a.b.Turn, Epochs: l.readEpochs()})
		}
		return nil
	})
	recoverPanic(r.conn.Close)
	c.Damage = r.damage
	return c, explain(path, err)
}

// signed verifies the parts of a checkpoint against its manifest.
func (r *logReader) signed(f foundCheckpoint, certificate []byte) Signed {
	s := Signed{Island: r.island, Epoch: f.Epoch, Turn: f.Turn, Hash: f.Hash, Root: f.manifest.Root(), Certificate: certificate}
	for _, p := range f.manifest.Parts {
		if _, err := r.part(p); err != nil {
			s.Problem = plainCause(err)
			break
		}
	}
	return s
}

// Unpack writes the world file in the exported world at from to a new file, and verifies it against the
// header. Its errors wrap ErrExport and ErrNewer.
func Unpack(from, to string) error {
	f, h, body, err := openExport(from)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := unpackFile(to, h, body); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return nil
}
