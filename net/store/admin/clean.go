//go:build !js

package admin

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

// Garbage is unused space in a world's file and in the files beside it.
type Garbage struct {
	Parts     int      // parts that no checkpoint, record or archive uses
	PartBytes int64    // packed
	FreeBytes int64    // empty pages of the file
	Drafts    []string // unfinished files beside it
	Damaged   []string // earlier files of the world, damaged or replaced, kept for people to judge
	FileBytes int64    // of the file before
	Left      int64    // and after; zero when nothing was removed
}

// Clean finds the garbage of a world in the data directory dir. Unless dry is set, it removes unused parts
// and drafts and gives empty pages back. Damaged and replaced files are only listed: they may be the last
// copy of something. Turns, states, records and archives always stay. The file must not be open, except when
// dry. Errors wrap ErrInUse, ErrDamaged (nothing is removed from a file with a damaged list of parts), and
// those of Inspect.
func Clean(dir string, id store.WorldID, dry bool) (g Garbage, err error) {
	path := store.Path(dir, id)
	if !dry {
		lock, err := format.LockWorld(path)
		if err != nil {
			return g, err
		}
		defer lock.Release()
	}
	r, info, err := format.OpenToRead(path, nil)
	if err != nil {
		return g, format.Explain(path, err)
	}
	g.FileBytes = info.Bytes
	var orphans [][]byte
	err = format.RecoverPanic(func() (err error) {
		orphans, err = unnamed(r, &g)
		return err
	})
	format.RecoverPanic(r.Conn.Close)
	if err == nil {
		err = g.beside(path, dry)
	}
	if err != nil || dry {
		return g, format.Explain(path, err)
	}
	if err = format.RecoverPanic(func() error { return sweepFile(path, orphans) }); err != nil {
		return g, format.Explain(path, err)
	}
	for _, d := range g.Drafts {
		format.RemoveFiles(d)
	}
	info, err = Inspect(path)
	g.Left = info.Bytes
	return g, err
}

// unnamed returns the hashes of the unused parts, and counts them and the empty pages.
func unnamed(r *format.Reader, g *Garbage) (orphans [][]byte, err error) {
	named := map[[32]byte]bool{}
	for _, sql := range []string{`SELECT parts FROM checkpoints`, `SELECT parts FROM milestones`, `SELECT parts FROM trials`, `SELECT parts FROM epochs WHERE length(parts) > 0`, `SELECT base FROM archives`, `SELECT parts FROM archives`} {
		err := format.Query(r.Conn, sql, nil, func(s *sqlite3.Stmt) error {
			list := s.ColumnRawBlob(0)
			m, err := format.ManifestOf(list)
			if err != nil {
				return fmt.Errorf("%w: a list of parts cannot be read: `manyhold world check` names it, and starting the world repairs it", store.ErrDamaged)
			}
			for _, h := range format.HashesOf(m) {
				named[h] = true
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	err = format.Query(r.Conn, `SELECT hash, length(data) FROM parts`, nil, func(s *sqlite3.Stmt) error {
		if h := s.ColumnBlob(0, nil); len(h) != 32 || !named[[32]byte(h)] {
			orphans, g.PartBytes = append(orphans, h), g.PartBytes+s.ColumnInt64(1)
		}
		return nil
	})
	g.Parts = len(orphans)
	if err != nil {
		return nil, err
	}
	g.FreeBytes, err = format.Number(r.Conn, `SELECT f.freelist_count * s.page_size FROM pragma_freelist_count() f, pragma_page_size() s`)
	return orphans, err
}

// beside lists the other files of the world. Nothing else makes drafts while the world is locked.
func (g *Garbage) beside(path string, dry bool) error {
	names, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	stem := strings.TrimSuffix(filepath.Base(path), store.Extension)
	open := dry && store.Holder(format.LockPath(path)) != 0 // its process may be making one
	for _, n := range names {
		rest, ours := strings.CutPrefix(n.Name(), stem)
		full := filepath.Join(filepath.Dir(path), n.Name())
		switch {
		case !ours || !strings.HasSuffix(rest, store.Extension):
		case (rest == ".new"+store.Extension || rest == ".import"+store.Extension) && !open && format.Exists(path):
			g.Drafts = append(g.Drafts, full)
		case strings.HasPrefix(rest, ".damaged-"), strings.HasPrefix(rest, ".replaced-"):
			g.Damaged = append(g.Damaged, full)
		}
	}
	return nil
}

// sweepFile removes parts from a file and gives the empty pages back.
func sweepFile(path string, orphans [][]byte) error {
	c, err := format.Connect(path, sqlite3.OPEN_READWRITE)
	if err != nil {
		return err
	}
	defer c.Close()
	tx, err := c.BeginImmediate()
	if err != nil {
		return err
	}
	for _, h := range orphans {
		if err == nil {
			err = format.Query(c, `DELETE FROM parts WHERE hash = ?`, func(s *sqlite3.Stmt) error { return s.BindBlob(1, h) }, nil)
		}
	}
	if tx.End(&err); err != nil {
		return err
	}
	return c.Exec(`VACUUM; PRAGMA wal_checkpoint(TRUNCATE)`)
}
