// Package counter has the numbers that a host counts of itself: one list of counters, with the name of each
// as `manyhold status` and the metrics tell it.
package counter

import (
	"fmt"
	"strings"
)

// Counter is one thing that is counted.
type Counter uint8

// The counters. The comment says what each counts, from the start of the process on.
const (
	TurnsClosed    Counter = iota // turns closed by this peer as leader
	TurnsExecuted                 // turns executed
	TurnsRefused                  // over-full or invalid turns of a leader
	TurnsMistimed                 // turns with other ticks than their epoch's record says
	CommandsTaken                 // commands put into turns by this peer as leader
	CommandsBad                   // commands refused by the machine
	CommandsForged                // commands without the signature of their author
	TurnsForged                   // turns of a leader with a command that its author did not sign
	CommandsOver                  // commands dropped because their author's queue was full
	Expired                       // own commands that were never ordered
	FramesIn                      // frames received
	FramesOut                     // frames sent
	FrameBytesIn                  // bytes of received frames
	FrameBytesOut                 // bytes of sent frames
	Garbage                       // messages that no decoder accepted
	Unexpected                    // well-formed messages that their sender may not send
	// messages dropped because a peer's inbox was full, or not sent because its link was
	Overflow
	Elsewhere       // messages about islands that are not executed here
	Rewinds         // returns to the committed state
	Resyncs         // states replaced by a snapshot
	Elections       // campaigns begun by this peer
	SnapshotsSent   // snapshots given to others
	CheckpointsSet  // checkpoints written
	TurnsCompared   // digests of others that were compared with our own
	TurnsEqual      // those that were equal
	Differed        // digests of others that differed from this leader's
	StepsDown       // leaderships handed over to a peer that is abler or willing
	Proofs          // proofs that a peer signed two histories
	Merges          // branches merged into the firm fork
	Branches        // branches archived here
	BranchesRefused // branches offered to this peer and refused
	// committed turns that the firm chain lacks: a power cut took them from the peers that held it
	TurnsLost
	// turns that power cuts may have taken before this process began, at most
	TurnsCut
	TurnsCutSeen   // those of them that are known to have existed: some peer has them
	Letters        // letters of other islands that were believed
	LettersSent    // letters sent
	LettersStale   // letters that were out of date
	LettersUnknown // letters of epochs of other islands that are not known here, or not yet
	LettersForged  // letters with too few valid signatures of voters
	// messages dropped, or not answered, because their sender exceeds its rate
	Flooded
	LettersDisowned // letters that this voter was asked to sign and that are not true
	// announcements of islands that were not to be had, or over the quota of a peer
	FalseIslands
	BulletinsIssued   // bulletins of the islands that this peer leads
	Bulletins         // bulletins of others that were believed
	BulletinsPassed   // bulletins passed on to linked peers
	BulletinsForged   // bulletins without a valid signature of a voter
	BulletinsOver     // bulletins that came too soon after others
	Unproven          // first records and ancestries of islands that are not known to be true
	Contradictions    // signed chain heads that contradict what is committed
	CertificatesOther // states signed by a voter that differ from ours
	Shouts            // shouts refused: forged, old, too often, or of a banned author
	Unfair            // findings against unfair leaders
	RelayLosses       // followers that their relay failed and that this leader served directly
	FalseAssets       // wrong bytes of assets that linked peers sent
	// Count is how many counters there are.
	Count
)

// Values are the counts, by counter. They only grow.
type Values [Count]uint64

// Add adds the counts of another.
func (v *Values) Add(o *Values) {
	for c := range v {
		v[c] += o[c]
	}
}

// Counted returns the counts of events, by name.
func (v *Values) Counted() map[string]uint64 { return v.told(false) }

// Refused returns the counts of refusals of input from outside, by name.
func (v *Values) Refused() map[string]uint64 { return v.told(true) }

func (v *Values) told(refused bool) map[string]uint64 {
	all := map[string]uint64{}
	for c, n := range names {
		if n.refused == refused {
			all[n.text] = v[c]
		}
	}
	return all
}

// String lists the counts that are not zero.
func (v Values) String() string {
	var all []string
	for c, n := range v {
		if n > 0 {
			all = append(all, fmt.Sprintf("%s %d", names[c].text, n))
		}
	}
	return strings.Join(all, ", ")
}

// name is how a counter is told.
type name struct {
	text    string
	refused bool // it counts what was refused from outside
}

// names are in the order of the counters. They are part of the format of status and metrics. A counter of
// what happened and one of what was refused may share a name: they are told apart.
var names = [Count]name{
	TurnsClosed:       {"turns_closed", false},
	TurnsExecuted:     {"turns_executed", false},
	TurnsRefused:      {"bad_turns", true},
	TurnsMistimed:     {"mistimed_turns", true},
	CommandsTaken:     {"commands_taken", false},
	CommandsBad:       {"bad_commands", true},
	CommandsForged:    {"unsigned_commands", true},
	TurnsForged:       {"forged_turns", true},
	CommandsOver:      {"commands_over_limit", true},
	Expired:           {"commands_expired", false},
	FramesIn:          {"frames_in", false},
	FramesOut:         {"frames_out", false},
	FrameBytesIn:      {"frame_bytes_in", false},
	FrameBytesOut:     {"frame_bytes_out", false},
	Garbage:           {"garbage", true},
	Unexpected:        {"unexpected", true},
	Overflow:          {"overflow", true},
	Elsewhere:         {"messages_elsewhere", false},
	Rewinds:           {"rewinds", false},
	Resyncs:           {"resyncs", false},
	Elections:         {"elections", false},
	SnapshotsSent:     {"snapshots_sent", false},
	CheckpointsSet:    {"checkpoints", false},
	TurnsCompared:     {"turns_compared", false},
	TurnsEqual:        {"turns_equal", false},
	Differed:          {"digests_differed", false},
	StepsDown:         {"steps_down", false},
	Proofs:            {"proofs", false},
	Merges:            {"merges", false},
	Branches:          {"branches", false},
	BranchesRefused:   {"branches", true},
	TurnsLost:         {"turns_lost", false},
	TurnsCut:          {"turns_cut", false},
	TurnsCutSeen:      {"turns_cut_seen", false},
	Letters:           {"letters", false},
	LettersSent:       {"letters_sent", false},
	LettersStale:      {"stale_letters", true},
	LettersUnknown:    {"unknown_letters", true},
	LettersForged:     {"forged_letters", true},
	Flooded:           {"flooded", true},
	LettersDisowned:   {"disowned_letters", true},
	FalseIslands:      {"false_islands", true},
	BulletinsIssued:   {"bulletins_issued", false},
	Bulletins:         {"bulletins", false},
	BulletinsPassed:   {"bulletins_passed", false},
	BulletinsForged:   {"forged_bulletins", true},
	BulletinsOver:     {"bulletins_early", false},
	Unproven:          {"unproven_islands", true},
	Contradictions:    {"contradictions", true},
	CertificatesOther: {"other_certificates", true},
	Shouts:            {"shouts", true},
	Unfair:            {"unfair_leaders", false},
	RelayLosses:       {"relay losses", false},
	FalseAssets:       {"false_assets", true},
}
