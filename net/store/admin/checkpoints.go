//go:build !js

package admin

import (
	"manyhold/net/store"
	"manyhold/net/store/format"
)

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
	Genesis store.Genesis
	List    []Signed // home's first, then those of other living islands, each in ascending turn
	Islands []uint64 // living ones, with or without checkpoints
	Records []Records
	Damage  []string // of the rows that were read, in words
}

// ReadCheckpoints reads the checkpoints of the world file at path, which may be open in another process. Its
// errors are those of Inspect.
func ReadCheckpoints(path string) (c Checkpoints, err error) {
	r, _, err := format.OpenToRead(path, nil)
	if err != nil {
		return c, format.Explain(path, err)
	}
	err = format.RecoverPanic(func() error {
		if err := r.Conn.Exec(`BEGIN`); err != nil { // one moment of a file that is being written
			return err
		}
		c.Genesis, c.Islands = r.Genesis, r.Islands(false)
		for _, island := range r.Islands(true) {
			l := &format.LogReader{Reader: r, Island: island}
			c.Records = append(c.Records, Records{Island: island, Epochs: l.ReadEpochs()})
			l.ReadCheckpoints()
			signed := r.ReadCertificates(island)
			for _, f := range l.Found {
				c.List = append(c.List, newSigned(l, f, signed[f.Turn]))
			}
		}
		for _, a := range r.Archives() {
			l := &format.LogReader{Reader: r, Island: a.Branch.Island, Archive: a.ID}
			c.Records = append(c.Records, Records{Island: a.Branch.Island, Archive: a.Branch.ID, From: a.Branch.Turn, Torn: a.Branch.Tip.Turn == a.Branch.Turn, Epochs: l.ReadEpochs()})
		}
		return nil
	})
	format.RecoverPanic(r.Conn.Close)
	c.Damage = r.Damage
	return c, format.Explain(path, err)
}

// newSigned verifies the parts of a checkpoint against its manifest.
func newSigned(r *format.LogReader, f format.FoundCheckpoint, certificate []byte) Signed {
	s := Signed{Island: r.Island, Epoch: f.Epoch, Turn: f.Turn, Hash: f.Hash, Root: f.Manifest.Root(), Certificate: certificate}
	for _, p := range f.Manifest.Parts {
		if _, err := r.Part(p); err != nil {
			s.Problem = format.PlainCause(err)
			break
		}
	}
	return s
}
