package machine

import "errors"

// errAlone refuses what a Base cannot do.
var errAlone = errors.New("machine: it knows neither forks nor islands")

// Base is a Machine's and a Builder's part that a toy can do without: it has no bodies, no laws and no other
// islands, and merges no forks. A toy embeds it.
type Base struct{}

// Present is Machine's.
func (Base) Present(dst [][32]byte) [][32]byte { return dst }

// Word is Machine's.
func (Base) Word() uint64 { return 0 }

// Adopt is Machine's: all rules are alike.
func (Base) Adopt(uint32) error { return nil }

// Reconcile is Machine's: it refuses.
func (Base) Reconcile(_, _ []byte) (report []byte, err error) { return nil, errAlone }

// Depart is Builder's.
func (Base) Depart([32]byte) bool { return false }

// Proclaim is Builder's.
func (Base) Proclaim(uint8, uint64) bool { return false }

// Deliver is Builder's: it refuses.
func (Base) Deliver(_, _ uint64, _ []byte) (taken bool, err error) { return false, errAlone }

// Acknowledge is Builder's: it refuses.
func (Base) Acknowledge(_, _ uint64) (taken bool, err error) { return false, errAlone }

// Self is Island's: the first island of a world, message.Home.
func (Base) Self() uint64 { return 1 }

// People is Island's.
func (Base) People() uint16 { return 0 }

// Holds is Island's: all players are here.
func (Base) Holds([32]byte) bool { return true }

// Place is Island's.
func (Base) Place(dst []byte) []byte { return dst }

// Divide is Island's.
func (Base) Divide() (parts [][]byte) { return nil }

// Disperse is Island's.
func (Base) Disperse() (parts [][]byte) { return nil }

// Carve is Island's: it refuses.
func (Base) Carve([]byte, uint64) (child []byte, err error) { return nil, errAlone }

// Absorb is Island's: it refuses.
func (Base) Absorb([]byte) error { return errAlone }

// Contains is Island's.
func (Base) Contains(uint64) bool { return false }

// Near is Island's.
func (Base) Near(dst []uint64) []uint64 { return dst }

// Neighbours is Island's.
func (Base) Neighbours(dst []uint64) []uint64 { return dst }

// Parcels is Island's.
func (Base) Parcels(_, _ uint64, dst [][]byte) [][]byte { return dst }

// Towards is Island's.
func (Base) Towards(dst []uint64) []uint64 { return dst }

// Expect is Island's.
func (Base) Expect(uint64) uint64 { return 1 }
