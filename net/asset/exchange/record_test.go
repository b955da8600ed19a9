package exchange

import (
	"encoding/binary"
	"testing"
	"time"

	"pgregory.net/rapid"

	"manyhold/net/asset"
	"manyhold/net/key"
)

// TestRecords: whatever peers say, the records stay within their limits and agree with each other, and none
// is named when it is too old.
func TestRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, now := newRecords(), time.Unix(1000, 0)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			name, id := asset.Name{rapid.Byte().Draw(t, "name") % 6}, key.ID{rapid.Byte().Draw(t, "peer") % 12}
			now = now.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "seconds")) * time.Second)
			if rapid.Bool().Draw(t, "adds") {
				r.add(name, id, now)
				if o := r.others(name, key.ID{99}, now); len(o) == 0 || o[0] != (other{id, 0}) {
					t.Fatalf("the newest is not named first: %v", o)
				}
			} else {
				r.remove(name, id)
			}
			all, of := 0, 0
			for n, list := range r.by {
				all += len(list)
				if len(list) == 0 || len(list) > maxProviders {
					t.Fatalf("%d providers", len(list))
				}
				for _, o := range r.others(n, id, now) {
					if o.ID == id || o.Age > int(RecordLife/time.Second) {
						t.Fatalf("named %v of %d s to %v", o.ID, o.Age, id)
					}
				}
			}
			for _, names := range r.of {
				of += len(names)
			}
			if all != r.all || of != r.all {
				t.Fatalf("%d records by name, %d by peer, %d counted", all, of, r.all)
			}
		}
	})
}

// TestHostileRecords: peers that claim to have everything take bounded memory, and old records give way.
func TestHostileRecords(t *testing.T) {
	r, now := newRecords(), time.Unix(1000, 0)
	claim := func(peers, names int) {
		for p := range peers {
			for n := range names {
				var name asset.Name
				binary.BigEndian.PutUint32(name[:], uint32(p*names+n))
				r.add(name, key.ID{byte(p)}, now)
			}
		}
	}
	if claim(1, 3*maxOfPeer); r.all != maxOfPeer || len(r.by) != maxOfPeer {
		t.Errorf("one peer has %d records", r.all)
	}
	if claim(20, maxOfPeer); r.all != maxRecords || len(r.by) > maxRecords {
		t.Errorf("twenty peers have %d records", r.all)
	}
	now = now.Add(RecordLife + time.Second)
	if r.add(asset.Name{1}, key.ID{77}, now); r.all != 1 {
		t.Errorf("%d records after their time", r.all)
	}
}

// TestAsides: a peer is not asked for an asset of which it sent wrong bytes, nor for any after several, until
// some time has passed; and the memory of that is bounded.
func TestAsides(t *testing.T) {
	var a asides
	now, liar := time.Unix(1000, 0), key.ID{1}
	a.add(liar, asset.Name{1}, now)
	a.add(liar, asset.Name{1}, now)
	if !a.has(liar, asset.Name{1}, now) || a.has(liar, asset.Name{2}, now) || a.has(key.ID{2}, asset.Name{1}, now) {
		t.Error("after one lie")
	}
	a.add(liar, asset.Name{2}, now)
	a.add(liar, asset.Name{3}, now)
	if !a.has(liar, asset.Name{9}, now) || a.has(liar, asset.Name{1}, now.Add(asideTime+time.Second)) {
		t.Error("after three lies")
	}
	for i := range 2 * maxAside {
		a.add(key.ID{byte(i), byte(i >> 8)}, asset.Name{1}, now)
	}
	if len(a.list) != maxAside {
		t.Errorf("%d marks", len(a.list))
	}
}
