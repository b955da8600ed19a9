package directory

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/request"
	"manyhold/net/key"
)

// recordsRequest asks linked peers, one after the other, for the records of an island that follow a known
// one, until the answer is found good. It collects the parts of the answer, and only from the peer that was
// asked last.
type recordsRequest struct {
	request.Request
	coming recordlist.Collector
}

// next chooses the peer to ask, in turn, because an announcement may be false; zero: there is none.
func (q *recordsRequest) next(now time.Time, peers []key.ID) key.ID {
	q.coming = recordlist.Collector{}
	return q.Next(now, peers)
}

// collect takes a part of the answer of the peer that was asked. With the last part it returns all records
// and the one that they follow, and is done. The error is about an answer that cannot be of an island.
func (q *recordsRequest) collect(b []byte) (after [32]byte, records []*epoch.Record, done bool, err error) {
	after, records, done, err = q.coming.Take(b, recordlist.Usual)
	if done {
		q.Drop()
	}
	return after, records, done, err
}
