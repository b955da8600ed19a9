//go:build !js

package store

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// List returns the worlds of a data directory, the last written first. A file that cannot be read is listed
// with its Problem. A directory without worlds is no error.
func List(dir string) ([]Info, error) {
	names, err := os.ReadDir(filepath.Join(dir, worldsDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, explain(dir, err)
	}
	var infos []Info
	for _, n := range names {
		path := filepath.Join(dir, worldsDir, n.Name())
		if _, ok := idOf(path); !ok {
			continue
		}
		info, err := Inspect(path)
		if err != nil {
			info.Problem = err.Error()
		}
		infos = append(infos, info)
	}
	slices.SortFunc(infos, compareInfos)
	return infos, nil
}

// Inspect reads the description of a world file, also while another process has it open. Its errors wrap
// ErrNotFound, ErrOlder, ErrNewer, ErrDamaged and ErrReadOnly. The path, the id and the system's facts about
// the file are returned in any case.
func Inspect(path string) (Info, error) {
	r, info, err := openToRead(path, nil)
	if err == nil {
		err = recoverPanic(func() error { return r.inspect(&info) })
		recoverPanic(r.conn.Close)
	}
	return info, explain(path, err)
}

// openToRead opens a file only to read it.
func openToRead(path string, chain Chain) (*reader, Info, error) {
	info := Info{Path: path, PID: Holder(lockPath(path))}
	info.ID, _ = idOf(path)
	stat, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, info, ErrNotFound
	}
	if err != nil {
		return nil, info, err
	}
	info.Bytes, info.Modified = stat.Size(), stat.ModTime()
	if log, err := os.Stat(path + "-wal"); err == nil {
		info.Bytes += log.Size()
		info.Modified = latest(info.Modified, log.ModTime())
	}
	if info.Schema, err = refuseOtherSchemas(path); err != nil {
		return nil, info, err
	}
	r := &reader{chain: chain, id: info.ID}
	err = recoverPanic(func() (err error) {
		if r.conn, err = connectToRead(path); err == nil {
			info.Schema, err = checkVersion(r.conn)
		}
		if err == nil {
			err = r.readGenesis()
		}
		return err
	})
	if err != nil && r.conn != nil {
		recoverPanic(r.conn.Close)
	}
	info.ID, info.Genesis = r.id, r.genesis
	return r, info, err
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// connectToRead opens a file without changing it. In a directory that cannot be written, SQLite cannot share
// the file with a writer, so it is opened as a file that nobody writes.
func connectToRead(path string) (*sqlite3.Conn, error) {
	c, err := connect(path, sqlite3.OPEN_READONLY)
	if err == nil {
		if err = c.Exec(`SELECT count(*) FROM sqlite_schema`); err == nil {
			return c, nil
		}
		c.Close()
	}
	if !errors.Is(err, sqlite3.CANTOPEN) && !errors.Is(err, sqlite3.READONLY) {
		return nil, err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(full), RawQuery: "immutable=1"}
	return connect(u.String(), sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
}

// inspect fills in the contents of the tables.
func (r *reader) inspect(info *Info) error {
	var checkpoints, turns, folded, players, islands, archives int64
	for _, q := range []struct {
		to  *int64
		sql string
	}{
		{&checkpoints, `SELECT count(*) FROM checkpoints WHERE island = 1`},
		{&turns, `SELECT count(*) FROM turns WHERE island = 1`},
		{&folded, `SELECT coalesce(sum(last - first + 1), 0) FROM segments WHERE island = 1 AND branch = 0`},
		{&islands, `SELECT count(*) FROM islands WHERE ended = 0`},
		{&archives, `SELECT count(*) FROM archives`},
		{&players, `SELECT count(*) FROM players`},
	} {
		n, err := number(r.conn, q.sql)
		if err != nil {
			return err
		}
		*q.to = n
	}
	info.Checkpoints, info.Turns, info.Folded, info.Players = int(checkpoints), int(turns), int(folded), int(players)
	info.Islands, info.Archives = int(islands), int(archives)
	return query(r.conn, `SELECT coalesce((SELECT max(turn) FROM checkpoints WHERE island = 1), 0), coalesce((SELECT max(turn) FROM turns WHERE island = 1), 0),
		coalesce((SELECT max(number) FROM epochs WHERE island = 1 AND archive = 0), 0)`, nil, func(s *sqlite3.Stmt) error {
		info.Checkpoint = uint64(s.ColumnInt64(0))
		info.Turn = max(info.Checkpoint, uint64(s.ColumnInt64(1)))
		info.Epoch = uint64(s.ColumnInt64(2))
		return nil
	})
}
