//go:build !js

package admin

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

// List returns the worlds of a data directory, the last written first. A file that cannot be read is listed
// with its Problem. A directory without worlds is no error.
func List(dir string) ([]store.Info, error) {
	names, err := os.ReadDir(filepath.Join(dir, store.WorldsDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, format.Explain(dir, err)
	}
	var infos []store.Info
	for _, n := range names {
		path := filepath.Join(dir, store.WorldsDir, n.Name())
		if _, ok := format.IDOf(path); !ok {
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
func Inspect(path string) (store.Info, error) {
	r, info, err := format.OpenToRead(path, nil)
	if err == nil {
		err = format.RecoverPanic(func() error { return inspect(r, &info) })
		format.RecoverPanic(r.Conn.Close)
	}
	return info, format.Explain(path, err)
}

// inspect fills in the contents of the tables.
func inspect(r *format.Reader, info *store.Info) error {
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
		n, err := format.Number(r.Conn, q.sql)
		if err != nil {
			return err
		}
		*q.to = n
	}
	info.Checkpoints, info.Turns, info.Folded, info.Players = int(checkpoints), int(turns), int(folded), int(players)
	info.Islands, info.Archives = int(islands), int(archives)
	return format.Query(r.Conn, `SELECT coalesce((SELECT max(turn) FROM checkpoints WHERE island = 1), 0), coalesce((SELECT max(turn) FROM turns WHERE island = 1), 0),
		coalesce((SELECT max(number) FROM epochs WHERE island = 1 AND archive = 0), 0)`, nil, func(s *sqlite3.Stmt) error {
		info.Checkpoint = uint64(s.ColumnInt64(0))
		info.Turn = max(info.Checkpoint, uint64(s.ColumnInt64(1)))
		info.Epoch = uint64(s.ColumnInt64(2))
		return nil
	})
}

func compareInfos(a, b store.Info) int {
	return cmp.Or(b.Modified.Compare(a.Modified), cmp.Compare(a.Path, b.Path))
}
