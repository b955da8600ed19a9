package store

import (
	"cmp"
	"fmt"
	"time"
	"unicode/utf8"
)

// Info describes a world file without verifying it.
type Info struct {
	Path        string
	ID          WorldID
	Genesis     Genesis
	Schema      int    // version of the file's schema
	Epoch       uint64 // the latest of the home island, as the following fields
	Turn        uint64 // the latest
	Checkpoint  uint64 // turn of the latest checkpoint; zero when there is none
	Checkpoints int
	Turns       int // rows: turns since the oldest kept checkpoint
	Folded      int // turns in segments
	Players     int
	Islands     int // logs that have not ended; home is one
	Archives    int
	Bytes       int64 // on the disk, with SQLite's WAL
	Modified    time.Time
	PID         int    // of the process that has it open; zero when none has
	Problem     string // why the rest is empty, in words; set only by List
}

// Report is the result of Check.
type Report struct {
	Info     Info
	Verified int      // turns with a verified chain hash
	Parts    int      // parts with a verified SHA-256
	Problems []string // in words, those of the logs included; empty when all is well
	Logs     []LogReport
	Charter  int // entries of the charter with verified signatures
}

// checkEntry panics at values that only our own bug can put into an entry.
func checkEntry(e Entry) {
	if e.Turn > MaxTurn || e.Epoch > MaxTurn || len(e.Body) > MaxBody {
		panic(fmt.Sprintf("store: turn %d of epoch %d with %d bytes is beyond the limits", e.Turn, e.Epoch, len(e.Body)))
	}
}

func compareInfos(a, b Info) int {
	return cmp.Or(b.Modified.Compare(a.Modified), cmp.Compare(a.Path, b.Path))
}
func milliseconds(t time.Time) int64     { return t.UnixMilli() }
func fromMilliseconds(m int64) time.Time { return time.UnixMilli(m).UTC() }

// mergePlayer combines two sightings of a player; old may be zero.
func mergePlayer(old, seen Player) Player {
	seen.Name = cutName(seen.Name)
	if old.Key != seen.Key {
		return seen
	}
	if old.First.Before(seen.First) {
		seen.First = old.First
	}
	if old.Last.After(seen.Last) {
		seen.Last, seen.Name = old.Last, old.Name
	}
	return seen
}

// cutName cuts a name to MaxPlayerName bytes at the border of a character.
func cutName(s string) string {
	if len(s) <= MaxPlayerName {
		return s
	}
	n := MaxPlayerName
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
