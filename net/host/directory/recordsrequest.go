package directory

import (
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// recordsRequest asks linked peers, one after the other, for the records of an island that follow a known
// one, until the answer is found good. It collects the parts of the answer, and only from the peer that was
// asked last.
type recordsRequest struct {
	asked  time.Time
	tries  int    // questions since the last good answer
	Source key.ID // the peer that was asked last; zero: it has answered
	coming []*epoch.Record
}

// due reports whether the last question is at least so old.
func (q *recordsRequest) due(now time.Time, every time.Duration) bool {
	return now.Sub(q.asked) >= every
}

// next chooses the peer to ask, in turn, because an announcement may be false; zero: there is none.
func (q *recordsRequest) next(now time.Time, peers []key.ID) key.ID {
	q.asked, q.Source, q.coming = now, key.ID{}, nil
	if len(peers) > 0 {
		q.Source = peers[q.tries%len(peers)]
		q.tries++
	}
	return q.Source
}

// collect takes a part of the answer of the peer that was asked. With the last part it returns all records
// and is done. The error is about an answer of more records than an island can have.
func (q *recordsRequest) collect(m *message.RecordsPart) (records []*epoch.Record, done bool, err error) {
	if m.First {
		q.coming = nil
	}
	if q.coming = append(q.coming, m.Records...); len(q.coming) > message.MaxRecords {
		q.coming = nil
		return nil, false, fmt.Errorf("host: more than %d records", message.MaxRecords)
	}
	if !m.Last {
		return nil, false, nil
	}
	records, q.coming, q.Source = q.coming, nil, key.ID{}
	return records, true, nil
}
