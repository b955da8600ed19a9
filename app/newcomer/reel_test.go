package newcomer_test

import (
	"bytes"
	"errors"
	"testing"

	"manyhold/app/newcomer"
	"manyhold/game/record"
)

// TestRecord: a recorded life of two replays with all digests equal, up to the same state, has a snapshot in
// every minute and an end, and is the life that it is without a recording.
func TestRecord(t *testing.T) {
	plain := newcomer.New(3, 2)
	plain.Run(3, nil)
	var file bytes.Buffer
	l := newcomer.New(3, 2)
	if err := l.Record(&file); err != nil {
		t.Fatal(err)
	}
	l.Run(3, nil)
	if err := l.End(); err != nil {
		t.Fatal(err)
	}
	r, err := record.NewReader(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	res, err := record.Replay(r, true, nil)
	if err != nil || res.Differs != 0 || res.Damage != "" || res.Digest != l.Digest() || l.Digest() != plain.Digest() || words(l.Result()) != words(plain.Result()) {
		t.Errorf("%v: %+v; played to %016x, without a recording to %016x", err, res, l.Digest(), plain.Digest())
	}
	if res.Turns < 3*60*20-1 {
		t.Errorf("%d turns", res.Turns)
	}
	p, err := record.Open(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []uint64{2000, p.Last(), 1200, p.First() - 1} {
		if err := p.Seek(at); err != nil || p.Turn() != at || p.Differs != 0 {
			t.Errorf("%v: sought %d, at %d", err, at, p.Turn())
		}
		if want, ok := p.Recorded(at); ok && p.World().Digest() != want {
			t.Errorf("turn %d has another digest", at)
		}
	}
	snapshots := 0
	for r, _ = record.NewReader(file.Bytes()); ; {
		b, ok := r.Next()
		if !ok {
			break
		}
		if b.Snapshot != nil {
			snapshots++
		}
	}
	if snapshots < 4 || snapshots > 5 {
		t.Errorf("%d snapshots in three minutes", snapshots)
	}
}

// errFull is that of a full disk.
var errFull = errors.New("the disk is full")

// smallDisk takes so many writes.
type smallDisk struct{ room int }

func (d *smallDisk) Write(b []byte) (int, error) {
	if d.room--; d.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// TestFullDisk: a life ends where it cannot be recorded any more, and says why.
func TestFullDisk(t *testing.T) {
	for _, room := range []int{0, 1, 2, 100} {
		l, disk := newcomer.New(3, 1), &smallDisk{room}
		err := l.Record(disk)
		if (err != nil) != (room < 3) {
			t.Errorf("room for %d: it begins with %v", room, err)
		}
		l.Run(2, nil)
		if err := l.End(); !errors.Is(err, errFull) || l.Clock > newcomer.Minute {
			t.Errorf("room for %d: %v at %d", room, err, l.Clock)
		}
	}
}
