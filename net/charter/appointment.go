package charter

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const appointmentDomain = "manyhold appointment"

const (
	// appointmentDays is for how many days from its date an appointment holds. It is renewed every day.
	appointmentDays = 2
	// MaxAppointments is how many appointments are kept: the latest. Entries of earlier ones do not count any
	// more.
	MaxAppointments = 64
	// MaxTemporary is how many different temporary keepers can have entries: the latest.
	MaxTemporary = 16
	// appointmentBuckets is how many sums of appointments a summary has at most.
	appointmentBuckets = 4
)

// Appointment makes a player the temporary keeper, or ends the time of one.
type Appointment struct {
	Player      key.ID // zero: nobody
	Clock       uint64 // its place in the order of entries, from 1
	From, Until uint32 // its first and last day; equal if it appoints nobody
	Reason      Reason
	Former      key.ID // the temporary keeper until then; zero: there was none
	Upto        uint64 // the last number of its entries that count
	Epoch       [32]byte
	Signatures  []epoch.Cosignature
}

// term names the place of an appointment. Each holds at most one: that with the latest end.
type term struct {
	clock  uint64
	player key.ID
}

func (a *Appointment) term() term { return term{a.Clock, a.Player} }

func (a term) compare(b term) int {
	return cmp.Or(cmp.Compare(a.clock, b.clock), bytes.Compare(a.player[:], b.player[:]))
}

func (a *Appointment) body(dst []byte) []byte {
	dst = append(dst, appointmentKind)
	dst = append(dst, a.Player[:]...)
	for _, n := range []uint64{a.Clock, uint64(a.From), uint64(a.Until), uint64(a.Reason)} {
		dst = wire.AppendUvarint(dst, n)
	}
	dst = append(dst, a.Former[:]...)
	return wire.AppendUvarint(dst, a.Upto)
}

func (a *Appointment) statement(world, record [32]byte) []byte {
	return a.body(append(slices.Clone(world[:]), record[:]...))
}

// Cosign returns the signature of p as a voter of the epoch with this name.
func (a *Appointment) Cosign(p key.Pair, world, record [32]byte) epoch.Cosignature {
	return epoch.Cosignature{Key: p.ID(), Signature: p.Sign(appointmentDomain, a.statement(world, record))}
}

// CosignedBy reports whether s is a good signature of a voter of the epoch of r.
func (a *Appointment) CosignedBy(s epoch.Cosignature, r *epoch.Record) bool {
	return r.Votes(s.Key) && key.Verify(s.Key, appointmentDomain, a.statement(r.World, r.Hash()), s.Signature)
}

// WithSignatures returns a copy of a with the signatures of voters of the epoch of r.
func (a *Appointment) WithSignatures(r *epoch.Record, signatures []epoch.Cosignature) *Appointment {
	s := *a
	s.Epoch = r.Hash()
	s.Signatures = inKeyOrder(signatures)
	return &s
}

// Countersigned checks that a majority of the voters of the epoch of r has signed. Errors wrap ErrEpoch.
func (a *Appointment) Countersigned(r *epoch.Record) error {
	if r != nil && r.Island != epoch.Home {
		return fmt.Errorf("%w: of another island", ErrEpoch)
	}
	return countersigned(r, a.Epoch, a.Signatures, a.CosignedBy)
}

// Append appends the only encoding.
func (a *Appointment) Append(dst []byte) []byte {
	return appendSeals(a.body(dst), a.Epoch, a.Signatures)
}

// Hash is the SHA-256 of the encoding.
func (a *Appointment) Hash() [32]byte { return sha256.Sum256(a.Append(nil)) }

// DecodeAppointment reads the bytes of Append and checks the form, but no signatures. Its errors wrap
// ErrEntry.
func DecodeAppointment(b []byte) (*Appointment, error) {
	c := wire.NewCursor(b)
	if c.U8() != appointmentKind {
		return nil, fmt.Errorf("%w: of another kind", ErrEntry)
	}
	a := &Appointment{Player: c.Hash(), Clock: c.Uvarint(), From: uint32(c.Count(MaxDay)), Until: uint32(c.Count(MaxDay)),
		Reason: Reason(c.Count(int(lastReason))), Former: c.Hash(), Upto: c.Uvarint()}
	a.Epoch, a.Signatures = readSeals(c)
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEntry, err)
	}
	if why := a.malformed(); why != "" {
		return nil, fmt.Errorf("%w: %s", ErrEntry, why)
	}
	return a, nil
}

// malformed returns the fault of an appointment, or "".
func (a *Appointment) malformed() string {
	switch {
	case a.Clock == 0 || a.Clock >= clockEnd(a.From):
		return "a clock ahead of its day"
	case a.Until < a.From || a.Until > MaxDay || a.Player.IsZero() && a.Until != a.From:
		return "days out of order"
	case a.Player.IsZero() != a.Reason.ends() || !a.Reason.appoints() && !a.Reason.ends():
		return "a reason that does not fit"
	case a.Player.IsZero() && a.Former.IsZero() || a.Upto > MaxNumber || a.Former.IsZero() && a.Upto > 0:
		return "of nobody after nobody, or an upto out of range"
	}
	return ""
}

// newer is the order in which appointments of one place win: the later end; of equal ones the lesser hash.
func (a *Appointment) newer(o *Appointment) bool {
	if a.Until != o.Until {
		return a.Until > o.Until
	}
	x, y := a.Hash(), o.Hash()
	return bytes.Compare(x[:], y[:]) < 0
}

// AddAppointment takes an appointment and reports whether the set changed. The entries of its player that
// waited are worth keeping then; see Of. known returns the record of an epoch of home by its name, or nil.
// today is the caller's day. Errors wrap ErrEntry or ErrEpoch, or are ErrFuture.
func (s *Set) AddAppointment(a *Appointment, known func(name [32]byte) *epoch.Record, today uint32) (bool, error) {
	old, has := s.appointments[a.term()]
	switch {
	case has && !a.newer(old.value):
		return false, nil
	case a.malformed() != "":
		return false, fmt.Errorf("%w: %s", ErrEntry, a.malformed())
	case a.From > today+daysAhead || a.Until > today+daysAhead+appointmentDays:
		return false, ErrFuture
	}
	r := known(a.Epoch)
	if r == nil || r.World != s.world.ID {
		return false, ErrUnknown
	}
	if err := a.Countersigned(r); err != nil {
		return false, err
	}
	s.appointments[a.term()] = item[*Appointment]{a, a.Hash()}
	if all := s.Appointments(); len(all) > MaxAppointments {
		delete(s.appointments, all[0].term())
	}
	s.admit()
	s.forget(slot{})
	s.state = nil
	_, kept := s.appointments[a.term()]
	return kept, nil
}

// Appointments returns all, in the order of the fold. They are the set's.
func (s *Set) Appointments() []*Appointment {
	all := make([]*Appointment, 0, len(s.appointments))
	for _, x := range s.appointments {
		all = append(all, x.value)
	}
	slices.SortFunc(all, func(a, b *Appointment) int { return a.term().compare(b.term()) })
	return all
}

// temporaries lists the players of the latest appointments.
func (s *Set) temporaries() (players []key.ID) {
	for _, a := range slices.Backward(s.Appointments()) {
		if !a.Player.IsZero() && len(players) < MaxTemporary && !slices.Contains(players, a.Player) {
			players = append(players, a.Player)
		}
	}
	return players
}

func (s *Set) appointmentSums() map[uint8]uint64 {
	sums := map[uint8]uint64{}
	for t, x := range s.appointments {
		sums[bucketOf(t)] += sumOf(x.hash)
	}
	return sums
}

func bucketOf(t term) uint8 { return uint8(t.clock % appointmentBuckets) }
