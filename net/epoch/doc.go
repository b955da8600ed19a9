// Package epoch orders an island's turns: one raft group (go.etcd.io/raft/v3, RawNode, log in memory) for
// each epoch, and the records by which epochs succeed each other. It is called, not calling: messages and
// the time go in, Ready says what must be done. It starts no goroutine and reads no clock; no result
// depends on chance, because raft's own timers, the only users of crypto/rand in it, are never advanced.
//
// # Epochs
//
// An epoch is the span of an island's log under one unchanging committee of 1, 3 or 5 voters. It begins by a
// Record: a first one (of the world, or of an island that was part of another), a successor (the last entry of the
// previous group that counts: another committee, a merge of lines or islands, a split, an end), a recovery (a lone
// voter, restarted, continues from its file; or all voters, too many of them restarted, sign where they go on:
// recovery.go), or a provisional one, by which a minority goes on from a committed turn when the majority is lost.
// Who may sign which record is Continues; encode.go has the format. Turn numbers and the chain of hashes run on
// through all epochs of a line. What a group orders after its successor record is void.
//
// A voter is a key together with the incarnation of its process, and its raft id is derived from the epoch
// and both. A restarted process is therefore nobody in its old group, which is why voters need no durable
// raft state: an id that could forget a vote is never used again.
//
// # The record is a vote
//
// The record names the first leader. Having been agreed, it counts as the vote of every voter for that
// leader in raft term 2: all others start with this vote in their hard state, and the leader starts by
// counting them (Ongaro 2014, §3.4 and §3.8: a term has one leader because a voter votes once in it).
// So a hand-over or a change of committee costs no election and no pause.
//
// # Entries and runs
//
// An entry of the log is empty (raft's own at an election), 1 and a turn's body, 2 and a successor record, or 3, the
// length of a turn's body (uvarint), the body, and warrants: its authors' signatures (warrant.go), which go to those who have
// use for them. Entries do not travel in raft's MsgApp. The leader repeats the newest ones in every frame as a
// Run, which says what a MsgApp says; receivers step it into their raft as one. Raft's own MsgApp and
// MsgSnap are dropped, which raft takes for loss. What is missing the receiver asks for (Want). Observers run
// the same code under an id that no voter counts. The encoding of a Run, all uvarint:
//
//	term of its leader, index before the first entry, term − term of that index,
//	last index of the run − committed index, number of entries (at most MaxEntries),
//	for each: term − entry's term, length, bytes
//
// # Elections
//
// A voter suspects its leader when it heard no run of it for a while (SuspectNear, SuspectFar), and
// campaigns then, in the order of the record's voters, with a pre-vote; a voter that does not share the
// suspicion ignores votes. What a candidate asks it repeats until the election is over, since datagrams are lost. A leader stops closing turns when its oldest uncommitted one is older than
// Patience, and after its clock jumped until a majority confirms it (raft's ReadIndex).
//
// A lone voter commits when the turn is in its file: see Persisted.
package epoch
