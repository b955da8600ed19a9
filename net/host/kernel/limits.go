package kernel

import "time"

// These times and numbers are common to the kernel and several mechanisms.
const (
	// StalledAfter is how long there are no turns before a peer reports its log.
	StalledAfter = 1500 * time.Millisecond
	// awake is how much time may pass between two calls before a peer takes itself for having slept.
	awake = 3 * time.Second
	// absorbPatience is how long an island that has ended waits to be taken in before people are told.
	absorbPatience = 10 * time.Second
	// LackGreeting is how often a peer without quorum greets, so that all know the remaining peers.
	LackGreeting = 500 * time.Millisecond
	// staleFor is how long a frame may arrive after a greeting that was sent later: the greeting counts more.
	staleFor = time.Second
	// remainEvery is how often peers that are behind are told that an island has ended.
	remainEvery = 500 * time.Millisecond
	// CloseTo is how many turns behind a peer may be and still count as caught up: two seconds.
	CloseTo = 40
	// AcceptorRow is the row number of the acceptor state among the file's epochs, which begin at 1.
	AcceptorRow = 0
	// WhyDiffers says that a state is replaced because it is wrong, not because it is missing or old.
	WhyDiffers = "its state differs from the others'"
	// defaultLinger is how long an island must be without a reason before it is left, unless Options say
	// otherwise.
	defaultLinger = time.Minute
	// playLinger is that of a peer that only plays: nobody gets a state from it, so that nothing is lost when
	// it leaves, and its line carries nothing that it does not see.
	playLinger = 1200 * time.Millisecond
	// FarFrom is the round trip from which on a leader waits for its voters for longer.
	FarFrom = 120 * time.Millisecond
	// GoneAfter is how long a voter may be silent before it is replaced.
	GoneAfter = 3 * time.Second
	// LossyFrom is the part of pings lost, on more than half of the links, from which on a peer is strained:
	// of the ten that are counted, three. Links younger than committee.LossyAfter do not count.
	LossyFrom = 0.3
	// RecoverAfter is how long a restarted lone voter waits for peers that may hold a longer log than its
	// file, before it goes on from its file.
	RecoverAfter = time.Second
)
