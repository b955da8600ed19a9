package capacity

import "time"

const (
	// shareRate bounds the commands of one author in the long run, in units a second: everybody keeps them,
	// for years. A command costs one unit, and one more for each shareUnit bytes.
	shareRate = 30
	// shareBurst is how many units an author has at once: the plan of a large house.
	shareBurst = 600
	shareUnit  = 16
)

// Share bounds the commands of one author. The zero value is a full one.
type Share struct{ quota Quota }

// Free reports whether the author may give a command now.
func (s *Share) Free(now time.Time) bool { return s.quota.Ready(now, shareRate, shareBurst) }

// Spend counts a command of so many bytes.
func (s *Share) Spend(now time.Time, bytes int) {
	s.quota.Take(now, float64(1+bytes/shareUnit), shareRate, shareBurst)
}
