//go:build !js

package format

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/key"
	"manyhold/net/store"
)

const insertPlayer = `INSERT OR REPLACE INTO players(key, name, first, last, sum) VALUES (?, ?, ?, ?, ?)`

// PutPlayer merges a sighting with the player's row.
func PutPlayer(c *sqlite3.Conn, p store.Player) error {
	bindKey := func(s *sqlite3.Stmt) error { return s.BindBlob(1, p.Key[:]) }
	var old store.Player
	err := Query(c, selectPlayers+` WHERE key = ?`, bindKey, func(s *sqlite3.Stmt) error {
		if row, ok := scanPlayer(s); ok {
			old = row
		}
		return nil
	})
	if err != nil {
		return err
	}
	p = MergePlayer(old, p)
	return Query(c, insertPlayer, func(s *sqlite3.Stmt) error {
		return errors.Join(bindKey(s), s.BindText(2, p.Name), s.BindInt64(3, Milliseconds(p.First)),
			s.BindInt64(4, Milliseconds(p.Last)), s.BindBlob(5, PlayerSum(p)))
	}, nil)
}

const selectPlayers = `SELECT key, name, first, last, sum FROM players`

// scanPlayer reads a row of selectPlayers; false if it is damaged.
func scanPlayer(s *sqlite3.Stmt) (store.Player, bool) {
	k := s.ColumnRawBlob(0)
	if len(k) != len(key.ID{}) {
		return store.Player{}, false
	}
	p := store.Player{Key: key.ID(k), Name: s.ColumnText(1), First: FromMilliseconds(s.ColumnInt64(2)), Last: FromMilliseconds(s.ColumnInt64(3))}
	return p, bytes.Equal(s.ColumnRawBlob(4), PlayerSum(p))
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

func (r *Reader) ReadPlayers() (players []store.Player) {
	var which []byte
	bad := 0
	err := Query(r.Conn, selectPlayers+` ORDER BY key`, nil, func(s *sqlite3.Stmt) error {
		if p, ok := scanPlayer(s); ok {
			players = append(players, p)
		} else if bad++; bad <= maxNamed {
			which = append(which, p.Key[:4]...)
		}
		return nil
	})
	if err != nil {
		r.Damaged("The list of players cannot be read after the first %d.", len(players))
	} else if bad > 0 {
		r.Damaged("The entries of %d players are damaged and were left out: %s.", bad, keyList(which, bad))
	}
	return players
}
