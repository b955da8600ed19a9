//go:build !js

package admin

import (
	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

// Players returns all players ever seen in the world of the file at path, by key. The file is only read and
// may be open in another process. Its errors are those of Inspect.
func Players(path string) (players []store.Player, err error) {
	r, _, err := format.OpenToRead(path, nil)
	if err == nil {
		err = format.RecoverPanic(func() error { players = r.ReadPlayers(); return nil })
		format.RecoverPanic(r.Conn.Close)
	}
	return players, format.Explain(path, err)
}

// Charter returns the charter of the world in the file at path, by id. The file is only read and may be open
// in another process. Its errors are those of Inspect.
func Charter(path string) (rows []store.CharterRow, err error) {
	r, _, err := format.OpenToRead(path, nil)
	if err == nil {
		err = format.RecoverPanic(func() error { rows = r.ReadCharter(); return nil })
		format.RecoverPanic(r.Conn.Close)
	}
	return rows, format.Explain(path, err)
}

// Cuts returns the power cuts that may have taken turns of the home island in the file at path, oldest first.
// The file is only read and may be open in another process. Its errors are those of Inspect.
func Cuts(path string) (cuts []store.Cut, err error) {
	r, _, err := format.OpenToRead(path, nil)
	if err == nil {
		err = format.RecoverPanic(func() error {
			for _, c := range r.ReadCuts() {
				if c.Island == store.Home {
					cuts = append(cuts, c.Cut)
				}
			}
			return nil
		})
		format.RecoverPanic(r.Conn.Close)
	}
	return cuts, format.Explain(path, err)
}

// Epochs returns the records with good sums of all logs and archives in the file at path, without their
// blobs. The file is only read and may be open in another process. Its errors are those of Inspect.
func Epochs(path string) (rows []store.EpochRow, err error) {
	r, _, err := format.OpenToRead(path, nil)
	if err != nil {
		return nil, format.Explain(path, err)
	}
	defer func() { format.RecoverPanic(r.Conn.Close) }()
	err = format.RecoverPanic(func() error {
		var of []*format.LogReader
		err := format.Query(r.Conn, `SELECT DISTINCT island, archive FROM epochs ORDER BY island, archive`, nil, func(s *sqlite3.Stmt) error {
			of = append(of, &format.LogReader{Reader: r, Island: uint64(s.ColumnInt64(0)), Archive: uint64(s.ColumnInt64(1))})
			return nil
		})
		for _, l := range of {
			for _, e := range l.ReadEpochs() {
				e.Blob = nil
				rows = append(rows, e)
			}
		}
		return err
	})
	return rows, format.Explain(path, err)
}

// IslandState is the newest state of a living island in a file.
type IslandState struct {
	Island uint64
	store.Checkpoint
}

// States reads the newest intact checkpoint of each living island in the file at path, home first. Later
// turns are not executed. The file is only read and may be open in another process. Its errors are those of
// Inspect.
func States(path string) (states []IslandState, err error) {
	r, _, err := format.OpenToRead(path, nil)
	if err != nil {
		return nil, format.Explain(path, err)
	}
	defer func() { format.RecoverPanic(r.Conn.Close) }()
	err = format.RecoverPanic(func() error {
		for _, island := range r.Islands(false) {
			l := &format.LogReader{Reader: r, Island: island}
			l.ReadCheckpoints()
			if c := l.Latest(); c.Snapshot != nil {
				states = append(states, IslandState{island, c})
			}
		}
		return nil
	})
	return states, format.Explain(path, err)
}

// Archives lists the branches in the file at path, in the order of archiving. The file is only read and may
// be open in another process. Its errors are those of Inspect.
func Archives(path string) (infos []BranchInfo, err error) {
	r, _, err := format.OpenToRead(path, nil)
	if err != nil {
		return nil, format.Explain(path, err)
	}
	defer func() { format.RecoverPanic(r.Conn.Close) }()
	err = format.RecoverPanic(func() error {
		for _, a := range r.Archives() {
			n, err := format.Number(r.Conn, `SELECT coalesce(sum(last - first + 1), 0) FROM segments WHERE island = ? AND branch = ?`, a.Branch.Island, a.ID)
			if err != nil {
				return err
			}
			infos = append(infos, BranchInfo{ID: a.Branch.ID, Island: a.Branch.Island, Turn: a.Branch.Turn, Tip: a.Branch.Tip.Turn, Turns: uint64(n), Words: a.Branch.Words, At: a.Branch.At})
		}
		return nil
	})
	return infos, format.Explain(path, err)
}
