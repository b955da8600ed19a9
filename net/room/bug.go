package room

// Bug is a mistake that a room makes in builds with the tag mutants, to show that a checker of simulated
// matches notices it (net/sim/rooms). Other builds make none.
type Bug uint8

// The bugs.
const (
	NoBug      Bug = iota
	TwoSeats       // a player keeps the seat that it had
	LateReady      // a countdown goes on when a player withdraws
	OpenMatch      // a viewer's packet is one of the first seat
	Ghost          // inputs of a vacant seat are taken
	ShortKeep      // a vacant seat is free after ten seconds
	Trusting       // a player comes back without a proof
	Patient        // a strict room does not halt when digests differ
	AnyState       // the engine may go to a state without a declared transition
	Jumpy          // the length of a generation changes at once
	Minority       // a result holds with one signature
	Unsigned       // a result's signature is not looked at
	StaleReady     // in setup, somebody who is gone stays ready
	Gullible       // one seat that executed everything again is believed
	Uncounted      // a result has to have its majority when it is signed
	Nameless       // a snapshot forgets which seats differ
	bugEnd
)

var bugWords = [bugEnd]string{"none", "two seats", "a countdown that goes on", "viewers play", "inputs of vacant seats", "seats free too soon",
	"returns without proof", "no halt", "undeclared transitions", "sudden lengths", "results of a minority", "unsigned results",
	"readiness of those who are gone", "one repetition is believed",
	"departures that leave a result without majority", "snapshots without those that differ"}

// String returns the bug in a few words.
func (b Bug) String() string {
	if b < bugEnd {
		return bugWords[b]
	}
	return "unknown"
}
