package ticket

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestIssue: what cannot be a ticket is not signed, and nothing is kept of it.
func TestIssue(t *testing.T) {
	b := Open(t.TempDir())
	for what, c := range map[string]struct {
		scopes  []string
		subject string
		valid   time.Duration
	}{
		"no scope":      {nil, "", time.Hour},
		"unknown scope": {[]string{"rooms:win"}, "", time.Hour},
		"no time":       {Scopes, "", 0},
		"a moment":      {Scopes, "", time.Millisecond},
		"too long":      {Scopes, "", MaxTime + 1},
		"a long name":   {Scopes, strings.Repeat("x", 65), time.Hour},
		"two lines":     {Scopes, "two\nlines", time.Hour},
	} {
		if text, _, err := b.Issue(node, c.scopes, c.subject, noon, c.valid); !errors.Is(err, ErrNotInOrder) {
			t.Errorf("%s: %s, %v", what, text, err)
		}
	}
	if list, err := b.List(noon); err != nil || len(list) > 0 {
		t.Errorf("kept: %v, %v", list, err)
	}
}

// TestRevoke: a revoked ticket is refused, also by a node that has started anew; others stay valid.
func TestRevoke(t *testing.T) {
	dir := t.TempDir()
	b := Open(dir)
	issue := func(subject string, valid time.Duration) (string, *Record) {
		text, r, err := b.Issue(node, []string{Read, Play}, subject, noon.Add(time.Millisecond), valid)
		if err != nil {
			t.Fatal(err)
		}
		return text, r
	}
	one, first := issue("one", time.Hour)
	two, second := issue("two", 2*time.Hour)
	brief, _ := issue("brief", time.Minute)
	want := func(text string, at time.Time, as error) {
		t.Helper()
		if r, err := Open(dir).Verify(node.ID(), text, at); as == nil && (err != nil || !slices.Equal(r.Scopes, []string{Read, Play})) || !errors.Is(err, as) {
			t.Errorf("%v, %v; want %v", r, err, as)
		}
	}
	at := noon.Add(time.Second)
	for _, text := range []string{one, two, brief} {
		want(text, at, nil)
	}
	if done, err := b.Revoke(strings.ToUpper(first.ID[:6]), at); err != nil || len(done) != 1 || done[0].For != "one" {
		t.Fatal(done, err)
	}
	want(one, at, ErrRevoked)
	want(two, at, nil)
	if done, err := b.Revoke(first.ID, at); err != nil || len(done) > 0 {
		t.Errorf("revoked again: %v, %v", done, err)
	}
	want(brief, noon.Add(time.Minute), ErrExpired)
	list, err := b.List(noon.Add(2 * time.Minute))
	if err != nil || len(list) != 2 || list[0].ID != first.ID || list[0].Revoked == nil || list[1].ID != second.ID || list[1].Revoked != nil {
		t.Errorf("the list is %v, %v", list, err)
	}
	if files, err := os.ReadDir(b.dir); err != nil || len(files) != 2 {
		t.Errorf("%d files, %v", len(files), err)
	}
	for _, name := range []string{"", "abc", "none", "../../x", second.ID + "0"} {
		if done, err := b.Revoke(name, at); err == nil {
			t.Errorf("revoked by %q: %v", name, done)
		}
	}
	want(two, at, nil)
	if done, err := b.Revoke(All, at); err != nil || len(done) != 1 {
		t.Errorf("all: %v, %v", done, err)
	}
	want(two, at, ErrRevoked)
}

// TestRecords: a ticket without a record, or with a damaged one, is refused.
func TestRecords(t *testing.T) {
	b := Open(t.TempDir())
	text, r, err := b.Issue(node, Scopes, "", noon, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := b.Issue(node, Scopes, "", noon, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for _, damage := range []string{"", "{", `{"id":"0123456789abcdef"}`} {
		if err := os.WriteFile(b.file(r.ID), []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := b.Verify(node.ID(), text, noon); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v, %v", damage, got, err)
		}
	}
	if _, err := b.Verify(node.ID(), other, noon); err != nil {
		t.Errorf("the other one: %v", err)
	}
	if got, err := Open(t.TempDir()).Verify(node.ID(), other, noon); !errors.Is(err, ErrUnknown) {
		t.Errorf("in another book: %v, %v", got, err)
	}
	if list, err := b.List(noon); err != nil || len(list) != 1 {
		t.Errorf("the list is %v, %v", list, err)
	}
}

// TestMany: there is a limit, and tickets that have expired make room.
func TestMany(t *testing.T) {
	b := Open(t.TempDir())
	for k := range MaxTickets {
		r := &Record{ID: strings.Repeat("0", 12) + string([]byte{"0123456789abcdef"[k>>12&15], "0123456789abcdef"[k>>8&15], "0123456789abcdef"[k>>4&15], "0123456789abcdef"[k&15]}), Expires: noon.Add(time.Hour)}
		if err := os.MkdirAll(b.dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := b.write(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := b.Issue(node, Scopes, "", noon, time.Hour); err == nil || !strings.Contains(err.Error(), "the most possible") {
		t.Errorf("one more: %v", err)
	}
	if _, _, err := b.Issue(node, Scopes, "", noon.Add(time.Hour), time.Hour); err != nil {
		t.Errorf("once they have expired: %v", err)
	}
}

// TestScopesAreSigned: what a record says of scopes and times does not count, only what is signed.
func TestScopesAreSigned(t *testing.T) {
	b := Open(t.TempDir())
	rapid.Check(t, func(t *rapid.T) {
		scopes := rapid.SliceOfNDistinct(rapid.SampledFrom(Scopes), 1, 3, rapid.ID).Draw(t, "scopes")
		text, r, err := b.Issue(node, scopes, "", noon, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		changed := *r
		changed.Scopes, changed.Expires = Scopes, noon.Add(MaxTime)
		if err := b.write(&changed); err != nil {
			t.Fatal(err)
		}
		if got, err := b.Verify(node.ID(), text, noon); err != nil || !slices.Equal(got.Scopes, scopes) {
			t.Fatalf("%v, %v", got, err)
		}
		if _, err := b.Verify(node.ID(), text, noon.Add(time.Hour)); !errors.Is(err, ErrExpired) {
			t.Fatal(err)
		}
		os.Remove(b.file(r.ID))
	})
}
