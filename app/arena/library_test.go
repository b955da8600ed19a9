package arena

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"manyhold/app/maker/engine"
	"manyhold/game/match"
	"manyhold/net/asset"
)

// TestLibrary: an engine is found in the program, among those that the person named, and at other peers,
// whose bytes are checked.
func TestLibrary(t *testing.T) {
	p := emberball(t)
	known, err := engine.Room(p)
	if err != nil {
		t.Fatal(err)
	}
	l := new(Library)
	if got, err := l.Package(t.Context(), known); err != nil || !match.Equal(got, p) {
		t.Errorf("an engine of the program: %v", err)
	}
	q, err := match.Decode(match.Append(nil, p))
	if err != nil {
		t.Fatal(err)
	}
	q.Title = "Another"
	other, err := engine.Room(q)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Package(t.Context(), other); err == nil || !strings.Contains(err.Error(), "is not known here") {
		t.Errorf("an unknown engine: %v", err)
	}
	data, name, err := engine.Bundle(q)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	fetch := func(b []byte, err error) func(context.Context, asset.Name) ([]byte, error) {
		return func(_ context.Context, n asset.Name) ([]byte, error) {
			if asked++; n != name {
				t.Errorf("%s is asked for", n.Short())
			}
			return b, err
		}
	}
	changed := bytes.Replace(data, []byte("seats()"), []byte("seats( "), 1)
	for what, f := range map[string]func(context.Context, asset.Name) ([]byte, error){
		"nobody has it": fetch(nil, errors.New("nobody has it")), "other bytes": fetch(match.Append(nil, p), nil), "changed": fetch(changed, nil), "cut": fetch(data[:len(data)/2], nil),
	} {
		l.Fetch = f
		if _, err := l.Package(t.Context(), other); err == nil {
			t.Errorf("%s: it is taken", what)
		}
	}
	l.Fetch, asked = fetch(data, nil), 0
	for range 2 {
		if got, err := l.Package(t.Context(), other); err != nil || !match.Equal(got, q) {
			t.Errorf("an engine of a peer: %v", err)
		}
	}
	if asked != 1 {
		t.Errorf("it was fetched %d times", asked)
	}
	mine := new(Library)
	kept, e, err := mine.Keep(q)
	if err != nil || !bytes.Equal(kept, data) || e.Hash != other.Hash {
		t.Error(err)
	}
	if got, err := mine.Package(t.Context(), other); err != nil || got != q {
		t.Errorf("an engine that the person named: %v", err)
	}
}
