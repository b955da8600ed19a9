//go:build !js

package format

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/transfer"
)

// Reader reads a world file and collects its damage. Everything that it returns is verified.
type Reader struct {
	Conn *sqlite3.Conn
	Packing
	Chain    store.Chain
	ID       store.WorldID
	Genesis  store.Genesis
	Damage   []string
	Branches []ArchiveRow // the archives
	Logs     []*LogReader // home's first, then those of islands that have not ended, by id
	Marks    map[uint64]Mark
	Cuts     []CutRow
}

func (r *Reader) Damaged(format string, args ...any) {
	r.Damage = append(r.Damage, fmt.Sprintf(format, args...))
}

// readGenesis reads the genesis. A file without it is worthless.
func (r *Reader) readGenesis() error {
	var encoding []byte
	err := Query(r.Conn, `SELECT encoding FROM genesis WHERE id = 1`, nil, func(s *sqlite3.Stmt) error {
		encoding = bytes.Clone(s.ColumnRawBlob(0))
		return nil
	})
	if err != nil {
		return err
	}
	g, err := store.DecodeGenesis(encoding)
	switch {
	case errors.Is(err, store.ErrNewer):
		return err
	case err != nil:
		return fmt.Errorf("%w: the genesis cannot be read (%v)", store.ErrDamaged, err)
	case r.ID != store.WorldID{} && g.ID() != r.ID:
		return fmt.Errorf("%w: it holds world %s", store.ErrDamaged, g.ID())
	}
	r.Genesis, r.ID = g, g.ID()
	return nil
}

// Join reads the parts of a manifest and verifies them.
func (r *Reader) Join(m transfer.Manifest) ([]byte, error) {
	parts := make([]transfer.Part, len(m.Parts))
	for i, p := range m.Parts {
		data, err := r.Part(p)
		if err != nil {
			return nil, err
		}
		parts[i] = transfer.Part{Name: p.Name, Data: data}
	}
	return joined(parts), nil
}

// Part reads one part and verifies it.
func (r *Reader) Part(p transfer.Listed) (data []byte, err error) {
	found := false
	err = Query(r.Conn, `SELECT data FROM parts WHERE hash = ?`, func(s *sqlite3.Stmt) error {
		return s.BindBlob(1, p.Hash[:])
	}, func(s *sqlite3.Stmt) (err error) {
		found = true
		data, err = r.Unpack(s.ColumnRawBlob(0), transfer.MaxPart)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case !found:
		return nil, fmt.Errorf("part %q is missing", p.Name)
	case !p.Is(data):
		return nil, fmt.Errorf("part %q has changed", p.Name)
	}
	return data, nil
}

// PlainCause returns the words of an error without SQLite's prefix.
func PlainCause(err error) string {
	if errors.Is(err, sqlite3.CORRUPT) {
		return "the file cannot be read there"
	}
	return err.Error()
}

// Read reads everything that Open returns. An error means that nothing can be used.
func (r *Reader) Read() (l store.Loaded, err error) {
	if err := r.readGenesis(); err != nil {
		return store.Loaded{}, err
	}
	l.Genesis, l.Players, l.Charter = r.Genesis, r.ReadPlayers(), r.ReadCharter()
	r.Marks, r.Cuts = r.ReadMarks(), r.ReadCuts()
	going := r.Islands(false)
	l.Ended = slices.DeleteFunc(r.Islands(true), func(island uint64) bool { return slices.Contains(going, island) })
	for _, island := range going {
		lr := &LogReader{Reader: r, Island: island}
		read := lr.Read()
		switch {
		case read.Checkpoint.Snapshot != nil || len(read.Tail) > 0 || !lr.everHadTurns():
		case island == store.Home:
			return store.Loaded{}, fmt.Errorf("%w: no checkpoint is good, and the turns do not go back to the beginning (%s)", store.ErrDamaged, strings.Join(r.Damage, " "))
		default:
			lr.Damaged("Nothing of it can be used: it was left out.")
			continue
		}
		if lr.bad > 0 {
			lr.noteUsed(read)
		}
		read.Cut = r.cutOf(island, read.End())
		r.Logs = append(r.Logs, lr)
		if island == store.Home {
			l.LoadedLog = read
		} else {
			l.Logs = append(l.Logs, read)
		}
	}
	r.Branches = r.Archives()
	for _, a := range r.Branches {
		l.Archives = append(l.Archives, store.Archive{Branch: a.Branch, Bytes: uint64(a.Base.Total() + a.Tip.Total())})
	}
	l.Damage = r.Damage
	return l, nil
}

// Islands returns the islands that have logs in the file: home first, the others by id. Ended ones are
// included only if asked for.
func (r *Reader) Islands(ended bool) (islands []uint64) {
	err := Query(r.Conn, `SELECT island FROM islands WHERE ended <= ?`, func(s *sqlite3.Stmt) error { return s.BindBool(1, ended) }, func(s *sqlite3.Stmt) error {
		if island := uint64(s.ColumnInt64(0)); island != 0 && island != store.Home {
			islands = append(islands, island)
		}
		return nil
	})
	if err != nil {
		r.Damaged("The list of islands cannot be read.")
	}
	slices.Sort(islands)
	return append([]uint64{store.Home}, slices.Compact(islands)...)
}

// GapError says that turns are not in the file, from one to another, both included.
type GapError struct{ from, To uint64 }

func (g GapError) Error() string { return fmt.Sprintf("turns %d to %d are missing", g.from, g.To) }
