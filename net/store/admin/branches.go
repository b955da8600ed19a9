package admin

import (
	"time"
)

// BranchInfo describes an archive without its states.
type BranchInfo struct {
	ID     [32]byte
	Island uint64
	Turn   uint64 // see Branch
	Tip    uint64 // its last turn
	Turns  uint64 // how many of those are in the file one by one
	Words  string
	At     time.Time
}
