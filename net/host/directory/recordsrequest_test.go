package directory

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
)

// A request goes to each peer in turn, and is done with the last part of one answer.
func TestRecordsRequest(t *testing.T) {
	var q recordsRequest
	now, peers := time.Unix(100, 0), []key.ID{{1}, {2}}
	if to := q.next(now, nil); !to.IsZero() {
		t.Errorf("asked %v while nobody is there", to)
	}
	for i, want := range []key.ID{{1}, {2}, {1}} {
		if to := q.next(now, peers); to != want {
			t.Errorf("question %d went to %v, want %v", i, to, want)
		}
	}
	if q.Due(now.Add(time.Second-1), time.Second) || !q.Due(now.Add(time.Second), time.Second) {
		t.Error("it is not due after a second")
	}
	r := epoch.Record{Previous: [32]byte{7}}
	after, got, done, err := q.collect(recordlist.Encode(recordlist.Answer, r.Previous, nil)[0])
	if !done || err != nil || len(got) != 0 || after != r.Previous || q.Waits() {
		t.Errorf("%d records, done %v, error %v, source %v", len(got), done, err, q.Source())
	}
	if _, _, done, err := q.collect([]byte{1, 2, 3}); done || err == nil {
		t.Error("three bytes are an answer")
	}
}
