//go:build !js

package store

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/key"
)

// Players returns all players ever seen in the world of the file at path, by key. The file is only read and
// may be open in another process. Its errors are those of Inspect.
func Players(path string) (players []Player, err error) {
	r, _, err := openToRead(path, nil)
	if err == nil {
		err = recoverPanic(func() error { players = r.readPlayers(); return nil })
		recoverPanic(r.conn.Close)
	}
	return players, explain(path, err)
}

const insertPlayer = `INSERT OR REPLACE INTO players(key, name, first, last, sum) VALUES (?, ?, ?, ?, ?)`

// putPlayer merges a sighting with the player's row.
func putPlayer(c *sqlite3.Conn, p Player) error {
	bindKey := func(s *sqlite3.Stmt) error { return s.BindBlob(1, p.Key[:]) }
	var old Player
	err := query(c, selectPlayers+` WHERE key = ?`, bindKey, func(s *sqlite3.Stmt) error {
		if row, ok := scanPlayer(s); ok {
			old = row
		}
		return nil
	})
	if err != nil {
		return err
	}
	p = mergePlayer(old, p)
	return query(c, insertPlayer, func(s *sqlite3.Stmt) error {
		return errors.Join(bindKey(s), s.BindText(2, p.Name), s.BindInt64(3, milliseconds(p.First)),
			s.BindInt64(4, milliseconds(p.Last)), s.BindBlob(5, p.sum()))
	}, nil)
}

const selectPlayers = `SELECT key, name, first, last, sum FROM players`

// scanPlayer reads a row of selectPlayers; false if it is damaged.
func scanPlayer(s *sqlite3.Stmt) (Player, bool) {
	k := s.ColumnRawBlob(0)
	if len(k) != len(key.ID{}) {
		return Player{}, false
	}
	p := Player{Key: key.ID(k), Name: s.ColumnText(1), First: fromMilliseconds(s.ColumnInt64(2)), Last: fromMilliseconds(s.ColumnInt64(3))}
	return p, bytes.Equal(s.ColumnRawBlob(4), p.sum())
}

// maxNamed is the number of damaged rows that are named; of more, only the count is.
const maxNamed = 8

// keyList lists rows by the first four bytes of their keys, which follow one another.
func keyList(keys []byte, all int) (words string) {
	for ; len(keys) >= 4; keys = keys[4:] {
		words += fmt.Sprintf(", %x", keys[:4])
	}
	if all > maxNamed {
		words += ", …"
	}
	return strings.TrimPrefix(words, ", ")
}

func (r *reader) readPlayers() (players []Player) {
	var which []byte
	bad := 0
	err := query(r.conn, selectPlayers+` ORDER BY key`, nil, func(s *sqlite3.Stmt) error {
		if p, ok := scanPlayer(s); ok {
			players = append(players, p)
		} else if bad++; bad <= maxNamed {
			which = append(which, p.Key[:4]...)
		}
		return nil
	})
	if err != nil {
		r.damaged("The list of players cannot be read after the first %d.", len(players))
	} else if bad > 0 {
		r.damaged("The entries of %d players are damaged and were left out: %s.", bad, keyList(which, bad))
	}
	return players
}
