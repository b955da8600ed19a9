package roster

// Familiarity is how well the chooser knows a peer, by the charter and by its own observation; less is
// better. The zero value is that of worlds without a charter, where all peers are alike.
type Familiarity uint8

// The familiarities. A peer is a stranger from Stranger on: it never leads while another peer can, and what
// it says of its abilities counts only against it.
const (
	Vouched   Familiarity = iota // founder, keeper or member by the charter
	Known                        // for a day, by the ledger of logins or by what was seen of it
	Companion                    // among the first in the world's first minutes
	Stranger                     // seen in step for ten minutes
	Newcomer                     // not even that
)

// stranger reports whether a peer is neither vouched for nor known nor a companion.
func (f Familiarity) stranger() bool { return f >= Stranger }

// Unbound is the number of strangers for Choose without bounds: nobody else is there to lead.
const Unbound = -1

// bounds is the most that a committee may have of voters that the world does not know.
type bounds struct{ strangers, unknown int }

// boundsOf returns the bounds of a committee with a number of seats, of which at most strangers are given to
// strangers, and never half. The majority of five seats is known or vouched for; of three, companions may be.
func boundsOf(size, strangers int) bounds {
	minority := (size - 1) / 2
	b := bounds{min(strangers, minority), minority}
	if size <= 3 {
		b.unknown = size
	}
	return b
}

// take reports whether a member fits, and counts it.
func (b *bounds) take(m Member) bool {
	switch f := m.Familiarity; {
	case f == Newcomer, f == Stranger && b.strangers == 0, f >= Companion && b.unknown == 0:
		return false
	case f == Stranger:
		b.strangers--
		b.unknown--
	case f == Companion:
		b.unknown--
	}
	return true
}
