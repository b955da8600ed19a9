//go:build !js

package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/transfer"
)

// reader reads a world file and collects its damage. Everything that it returns is verified.
type reader struct {
	conn *sqlite3.Conn
	packing
	chain    Chain
	id       WorldID
	genesis  Genesis
	damage   []string
	branches []archiveRow // the archives
	logs     []*logReader // home's first, then those of islands that have not ended, by id
	marks    map[uint64]mark
	cuts     []cutRow
}

func (r *reader) damaged(format string, args ...any) {
	r.damage = append(r.damage, fmt.Sprintf(format, args...))
}

// readGenesis reads the genesis. A file without it is worthless.
func (r *reader) readGenesis() error {
	var encoding []byte
	err := query(r.conn, `SELECT encoding FROM genesis WHERE id = 1`, nil, func(s *sqlite3.Stmt) error {
		encoding = bytes.Clone(s.ColumnRawBlob(0))
		return nil
	})
	if err != nil {
		return err
	}
	g, err := DecodeGenesis(encoding)
	switch {
	case errors.Is(err, ErrNewer):
		return err
	case err != nil:
		return fmt.Errorf("%w: the genesis cannot be read (%v)", ErrDamaged, err)
	case r.id != WorldID{} && g.ID() != r.id:
		return fmt.Errorf("%w: it holds world %s", ErrDamaged, g.ID())
	}
	r.genesis, r.id = g, g.ID()
	return nil
}

// join reads the parts of a manifest and verifies them.
func (r *reader) join(m transfer.Manifest) ([]byte, error) {
	parts := make([]transfer.Part, len(m.Parts))
	for i, p := range m.Parts {
		data, err := r.part(p)
		if err != nil {
			return nil, err
		}
		parts[i] = transfer.Part{Name: p.Name, Data: data}
	}
	return joined(parts), nil
}

// part reads one part and verifies it.
func (r *reader) part(p transfer.Listed) (data []byte, err error) {
	found := false
	err = query(r.conn, `SELECT data FROM parts WHERE hash = ?`, func(s *sqlite3.Stmt) error {
		return s.BindBlob(1, p.Hash[:])
	}, func(s *sqlite3.Stmt) (err error) {
		found = true
		data, err = r.unpack(s.ColumnRawBlob(0), transfer.MaxPart)
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

// plainCause returns the words of an error without SQLite's prefix.
func plainCause(err error) string {
	if errors.Is(err, sqlite3.CORRUPT) {
		return "the file cannot be read there"
	}
	return err.Error()
}

// read reads everything that Open returns. An error means that nothing can be used.
func (r *reader) read() (l Loaded, err error) {
	if err := r.readGenesis(); err != nil {
		return Loaded{}, err
	}
	l.Genesis, l.Players, l.Charter = r.genesis, r.readPlayers(), r.readCharter()
	r.marks, r.cuts = r.readMarks(), r.readCuts()
	going := r.islands(false)
	l.Ended = slices.DeleteFunc(r.islands(true), func(island uint64) bool { return slices.Contains(going, island) })
	for _, island := range going {
		lr := &logReader{reader: r, island: island}
		read := lr.read()
		switch {
		case read.Checkpoint.Snapshot != nil || len(read.Tail) > 0 || !lr.everHadTurns():
		case island == Home:
			return Loaded{}, fmt.Errorf("%w: no checkpoint is good, and the turns do not go back to the beginning (%s)", ErrDamaged, strings.Join(r.damage, " "))
		default:
			lr.damaged("Nothing of it can be used: it was left out.")
			continue
		}
		if lr.bad > 0 {
			lr.noteUsed(read)
		}
		read.Cut = r.cutOf(island, read.end())
		r.logs = append(r.logs, lr)
		if island == Home {
			l.LoadedLog = read
		} else {
			l.Logs = append(l.Logs, read)
		}
	}
	r.branches = r.archives()
	for _, a := range r.branches {
		l.Archives = append(l.Archives, Archive{a.b, uint64(a.base.Total() + a.tip.Total())})
	}
	l.Damage = r.damage
	return l, nil
}

// islands returns the islands that have logs in the file: home first, the others by id. Ended ones are
// included only if asked for.
func (r *reader) islands(ended bool) (islands []uint64) {
	err := query(r.conn, `SELECT island FROM islands WHERE ended <= ?`, func(s *sqlite3.Stmt) error { return s.BindBool(1, ended) }, func(s *sqlite3.Stmt) error {
		if island := uint64(s.ColumnInt64(0)); island != 0 && island != Home {
			islands = append(islands, island)
		}
		return nil
	})
	if err != nil {
		r.damaged("The list of islands cannot be read.")
	}
	slices.Sort(islands)
	return append([]uint64{Home}, slices.Compact(islands)...)
}

// gapError says that turns are not in the file, from one to another, both included.
type gapError struct{ from, to uint64 }

func (g gapError) Error() string { return fmt.Sprintf("turns %d to %d are missing", g.from, g.to) }
