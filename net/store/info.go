package store

import "time"

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
