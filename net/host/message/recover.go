package message

import "manyhold/net/key"

// Ballot orders proposals.
type Ballot struct {
	Round uint64
	By    key.ID
}

func (b Ballot) Less(o Ballot) bool {
	return b.Round < o.Round || b.Round == o.Round && CompareIDs(b.By, o.By) < 0
}

// Claim is a log's end as its holder tells it. Raft term and index are zero when all of it is committed.
type Claim struct {
	From        key.ID
	Turn        uint64
	Hash        [32]byte
	Term, Index uint64
}
