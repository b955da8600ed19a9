package directory

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// A request goes to each peer in turn, collects the parts of one answer, and refuses one that never ends.
func TestRecordsRequest(t *testing.T) {
	var q recordsRequest
	now, peers := time.Unix(100, 0), []key.ID{{1}, {2}}
	if to := q.next(now, nil); !to.IsZero() || q.tries != 0 {
		t.Errorf("asked %v while nobody is there", to)
	}
	for i, want := range []key.ID{{1}, {2}, {1}} {
		if to := q.next(now, peers); to != want {
			t.Errorf("question %d went to %v, want %v", i, to, want)
		}
	}
	if q.due(now.Add(time.Second-1), time.Second) || !q.due(now.Add(time.Second), time.Second) {
		t.Error("it is not due after a second")
	}
	records := make([]*epoch.Record, 3)
	if _, done, err := q.collect(&message.RecordsPart{First: true, Records: records}); done || err != nil {
		t.Errorf("done %v after the first of two parts: %v", done, err)
	}
	if got, done, err := q.collect(&message.RecordsPart{Last: true, Records: records}); !done || err != nil || len(got) != 6 || !q.Source.IsZero() {
		t.Errorf("%d records, done %v, error %v, source %v", len(got), done, err, q.Source)
	}
	q.next(now, peers)
	if _, _, err := q.collect(&message.RecordsPart{First: true, Records: make([]*epoch.Record, message.MaxRecords)}); err != nil {
		t.Error(err)
	}
	if _, done, err := q.collect(&message.RecordsPart{Last: true, Records: records}); done || err == nil || len(q.coming) > 0 {
		t.Errorf("took more than %d records", message.MaxRecords)
	}
}
