package message

import "time"

// # Subscriptions
//
// Up to Options.Whole linked peers, everybody executes all islands of the world. With more, a peer executes an island
// for one of these reasons, and otherwise leaves it to others:
//
//	home      it is home, which admits strangers, and the player has not come any further, or is not logged in
//	voter     it votes there, by the newest record that it knows
//	heir      it is next there
//	player    its player is there, or was found there
//	near      it lies close to the island of its player or to one where it votes, or is to be taken in by one of these
//	copy      it is among the first Copies of the island's ranking, as the island's leader says it
//	invited   the island's leader asked for it, because its committee is too small
//
// The ranking of an island is that of rendezvous hashing (Thaler and Ravishankar 1998): willing peers without a window
// come first, then willing ones, then the others, each in the order of a hash of island and key. The island's leader computes
// it from the links that it has, and says in its bulletins who is first (see board.go); as long as no bulletin has come,
// everybody computes it from its own, and where these differ, there are more copies than needed.
//
// An island is left when there was no reason for Options.Linger, Copies others hold it that are voters or come before this
// peer in the ranking (so that not all leave at the same time), and what was executed is in the file. Its line of the
// file stays, as a copy that sleeps. An island that has ended is not left: who has executed it keeps its last state
// until the record is known by which another has taken it in.

const (
	// Copies is how many peers hold an island for no other reason than that it is not lost.
	Copies = 3
	// unwantedFor is how long there must be no reason to execute an island before it is left, unless Options say otherwise.
	UnwantedFor = time.Minute
	// surveyGap is how often the reasons are looked at.
	SurveyGap = 100 * time.Millisecond
	// gossipGap is how often it is looked at what others are to be told and asked, where not everybody executes all.
	GossipGap = 250 * time.Millisecond
	// surveyFar is how often the reasons are looked at there.
	SurveyFar = 250 * time.Millisecond
	// invitedFor is how long an invitation counts, and inviteEvery how often it is repeated.
	InvitedFor  = time.Minute
	InviteEvery = 5 * time.Second
	// foundFor is how long the word counts that this peer's player is on an island.
	FoundFor = 20 * time.Second
	// seekFirst is how long a player may be nowhere before others are asked, and seekMost the longest time between two
	// such questions, to which the time doubles.
	SeekFirst = 500 * time.Millisecond
	SeekMost  = 30 * time.Second
)

// Gone reports whether a greeting says that its sender does not execute the island any more.
func (g *Greeting) Gone() bool { return g.Leaving && g.Epoch == 0 && !g.Wants }
