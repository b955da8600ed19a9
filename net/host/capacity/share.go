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

// Rate is what an author may give: so many units a second in the long run, and Burst at once.
type Rate struct{ PerSecond, Burst float64 }

// Share bounds the commands of one author. The zero value is a full one of a world's rate.
type Share struct {
	quota Quota
	rate  Rate
}

// NewShare returns a full share. The zero rate is that of a world.
func NewShare(r Rate) Share { return Share{rate: r} }

func (s *Share) limits() (perSecond, burst float64) {
	if s.rate == (Rate{}) {
		return shareRate, shareBurst
	}
	return s.rate.PerSecond, s.rate.Burst
}

// Free reports whether the author may give a command now.
func (s *Share) Free(now time.Time) bool {
	perSecond, burst := s.limits()
	return s.quota.Ready(now, perSecond, burst)
}

// Ample reports whether the author could give commands for a second beyond its rate, and Full whether it has
// given none for so long that nothing is counted.
func (s *Share) Ample(now time.Time) bool {
	perSecond, _ := s.limits()
	return s.left(now) > perSecond
}

func (s *Share) Full(now time.Time) bool {
	_, burst := s.limits()
	return s.left(now) >= burst
}

func (s *Share) left(now time.Time) float64 {
	perSecond, burst := s.limits()
	q := s.quota
	q.Owe(now, 0, perSecond, burst)
	return q.left
}

// Executed counts a command of so many bytes that another process has let pass.
func (s *Share) Executed(now time.Time, bytes int) {
	perSecond, burst := s.limits()
	s.quota.Owe(now, float64(1+bytes/shareUnit), perSecond, burst)
}

// Spend counts a command of so many bytes.
func (s *Share) Spend(now time.Time, bytes int) {
	perSecond, burst := s.limits()
	s.quota.Take(now, float64(1+bytes/shareUnit), perSecond, burst)
}
