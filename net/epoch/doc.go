// Package epoch orders an island's turns: one raft group (go.etcd.io/raft/v3, RawNode, log in memory) for
// each epoch, and the records by which epochs succeed each other. It is called and does not call out:
// messages and the time go in, Ready lists the work for the caller. It starts no goroutine and reads no
// clock. No result depends on chance, because raft's own timers, its only users of crypto/rand, are never
// advanced.
//
// # Epochs
//
// An epoch is the span of an island's log under one unchanging committee of 1, 3 or 5 voters. It begins
// with a Record, which is one of:
//
//   - a first record, of the world or of an island that was part of another;
//   - a successor: the last valid entry of the previous group (another committee, a merge of forks or islands, a split, an end);
//   - a recovery: a restarted lone voter continues from its file; or all voters, too many of them restarted, sign where they continue (recovery.go);
//   - a provisional record, by which a minority continues from a committed turn when the majority is lost.
//
// Continues specifies the valid signers of each record; encode.go specifies the format. Turn numbers and
// the chain of hashes run on through all epochs of a fork. Entries after a group's successor record are
// void.
//
// A voter is a key together with the incarnation of its process. Its raft id is derived from the epoch and
// both. So a restarted process has no id in its old group, and voters need no durable raft state: an id
// that could forget a vote is never used again.
//
// # The record is a vote
//
// The record names the first leader. Being agreed on, it counts as the vote of every voter for that leader
// in raft term 2. All others start with this vote in their hard state, and the leader starts by counting
// them (Ongaro 2014, §3.4 and §3.8: a term has one leader because a voter votes once in it). So a hand-over
// or a change of committee needs no election and no pause.
//
// # Entries and runs
//
// An entry of the log is empty (raft's own at an election), 1 and a turn's body, 2 and a successor record,
// or 3, the length of a turn's body (uvarint), the body, and the signatures of its commands (cmdsig.go).
// Only some receivers need these signatures.
//
// Entries do not travel in raft's MsgApp. The leader repeats the newest ones in every frame as a Run, with
// the same content as a MsgApp. Receivers step it into their raft as one. Raft's own MsgApp and MsgSnap are
// dropped; raft treats this as packet loss. A receiver asks for missing entries (Want). Observers run the
// same code under an id that no voter counts. The encoding of a Run, all uvarint:
//
//	term of its leader, index before the first entry, term − term of that index,
//	last index of the run − committed index, number of entries (at most MaxEntries),
//	for each: term − entry's term, length, bytes
//
// # Elections
//
// A voter suspects its leader after a while without a run from it (SuspectNear, SuspectFar). It then
// campaigns, in the order of the record's voters, with a pre-vote. A voter that does not share the
// suspicion ignores votes. A candidate repeats its requests until the election is over, because datagrams
// are lost. A leader stops closing turns when its oldest uncommitted one is older than Patience. It also
// stops after a jump of its clock, until a majority confirms it (raft's ReadIndex).
//
// A lone voter commits a turn once it is in its file: see Persisted.
package epoch
