// Package mutant plants bugs into the code that decides where a world goes on, so that the simulator can
// show that it would find them. A place that can go wrong calls Is. Only a build with the tag "mutants" can
// answer yes: a test of net/sim plants one bug after the other and names the checker that must find it.
// Without the tag, Is is a constant false, and the compiler removes the call.
package mutant

// Bug is a mistake that can be planted.
type Bug uint8

// The bugs.
const (
	None            Bug = iota
	OldID               // a restarted process acts under its old raft id
	UnsyncedRecord      // an epoch's record takes effect before it is on the disk
	EarlyAck            // a lone voter's turn is committed before its file has it
	Incomparable        // digests are not compared
	Twice               // a new leader orders commands again that its predecessor had ordered
	Unproven            // a successor takes effect before a voter of its epoch is known to have it
	Forgetful           // a peer that goes back forgets its own commands
	UnsyncedPromise     // an acceptor's promise counts before it is on the disk
	Impatient           // a leader closes turns without end, even if no voter acknowledges them
	Silent              // the expiry of an own command is not reported
	Firm                // a provisional record counts as firm
	MergedTwice         // a branch is merged again, or an ended island is absorbed again
	Unpruned            // an outbox is never emptied
	Redelivered         // a parcel is delivered again
	Forged              // a leader orders a forged command, and voters accept it
	end
)

var words = [end]string{"none", "no old-id rule", "unsynced record", "acknowledgement before append", "digests not compared",
	"commands ordered twice", "unproven successor", "own commands forgotten", "unsynced promise", "a leader without patience",
	"expiry not told", "provisional taken for firm", "merged twice", "outbox never pruned", "parcel delivered twice",
	"unsigned commands accepted"}

// String returns the bug in a few words.
func (b Bug) String() string {
	if b < end {
		return words[b]
	}
	return "unknown"
}
