package arena

import (
	"encoding/json"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// TestPlayback: an archive is played to the digest that it names; a jump from anywhere to anywhere gives the
// state that playing gives.
func TestPlayback(t *testing.T) {
	a := played(t)
	v, err := a.Play()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	digests := []uint64{v.m.Digest()}
	for more := true; more; {
		if more, err = v.Next(); err != nil {
			t.Fatal(err)
		} else if more {
			digests = append(digests, v.m.Digest())
		}
	}
	if uint32(len(digests)) != a.Generations+1 || v.Turn() != v.Last() {
		t.Fatalf("%d generations are played, and it stands at %d of %d; the archive has %d", len(digests)-1, v.Turn(), v.Last(), a.Generations)
	}
	if differs, damaged := v.Fault(); differs != 0 || damaged {
		t.Errorf("it differs after %d", differs)
	}
	if v.Title() == "" || v.Headline() == "" || v.State() == "" || v.Seat(v.players[0].Key) != a.Roster[0].Seat || v.Seat([32]byte{99}) != "" {
		t.Errorf("title %q, headline %q, state %q", v.Title(), v.Headline(), v.State())
	}
	rapid.Check(t, func(t *rapid.T) {
		to := rapid.Uint64Range(0, v.Last()+50).Draw(t, "to")
		if err := v.Seek(to); err != nil {
			t.Fatal(err)
		}
		if want := min(to, v.Last()); v.Turn() != want || v.m.Digest() != digests[want] {
			t.Fatalf("a jump to %d leads to %d, digest %016x instead of %016x", to, v.Turn(), v.m.Digest(), digests[want])
		}
	})
}

// TestThinPlayback: with few states in memory, jumps lead to the same ones.
func TestThinPlayback(t *testing.T) {
	a := played(t)
	v, err := a.Play()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	v.ended.Wait()
	want := map[uint64]uint64{}
	targets := []uint64{v.Last(), 1, v.Last() / 2, 2*keepEvery + 1, keepEvery}
	for _, to := range targets {
		if err := v.Seek(to); err != nil {
			t.Fatal(err)
		}
		want[to] = v.m.Digest()
	}
	most := v.size / 3
	v.thin(most)
	if v.size > most && len(v.kept) > 2 || v.every == keepEvery {
		t.Fatalf("%d states with %d bytes, each %d generations", len(v.kept), v.size, v.every)
	}
	for _, to := range targets {
		if err := v.Seek(to); err != nil || v.m.Digest() != want[to] {
			t.Errorf("a jump to %d leads elsewhere: %v", to, err)
		}
	}
}

// TestPlaybackOfAForgery: a false digest is noticed at the end, and what is no match is not opened.
func TestPlaybackOfAForgery(t *testing.T) {
	a := played(t)
	a.Digest = "0123456789abcdef"
	v, err := a.Play()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	v.ended.Wait()
	if differs, _ := v.Fault(); differs != v.Last() {
		t.Errorf("it differs after %d", differs)
	}
	data, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(a *Archive){
		"the room":   func(a *Archive) { a.State = a.State[:10] },
		"the engine": func(a *Archive) { a.Package[200]++ },
	} {
		b, err := ReadArchive(data)
		if err != nil {
			t.Fatal(err)
		}
		change(b)
		if _, err := b.Play(); !errors.Is(err, errArchive) {
			t.Errorf("%s changed: %v", what, err)
		}
	}
}
