package arena

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"manyhold/net/room"
)

// played is the archive of a short match.
func played(t *testing.T) *Archive {
	o := newOmni(t, 2, false, `{"seconds":10,"goals":1}`)
	for _, h := range o.all {
		h.Bot = true
	}
	o.until(120, "the end", func() bool { return o.r.Phase() == room.Ended && len(o.r.Outcome().Signed) == 2 })
	a, err := NewArchive(RecordOf(o.r), o.p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestArchive: an archive says what happened; whatever of it is changed, a replay notices.
func TestArchive(t *testing.T) {
	a := played(t)
	data, err := a.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReadArchive(data)
	if err != nil {
		t.Fatal(err)
	}
	r, err := again.Replay()
	if err != nil || r.Digest != a.Digest || len(r.Signed) != 2 || r.Engine != "emberball" || a.Seed != 42 || a.Roster[0].Name != "player 1" || string(r.Result) == "" {
		t.Fatalf("%v %+v", err, r)
	}
	for what, change := range map[string]func(a *Archive){
		"title":        func(a *Archive) { a.Title = "mine" },
		"seed":         func(a *Archive) { a.Seed++ },
		"digest":       func(a *Archive) { a.Digest = "0123456789abcdef" },
		"result":       func(a *Archive) { a.Result = json.RawMessage(`{"winner":"me"}`) },
		"roster":       func(a *Archive) { a.Roster[0].Name = "Mallory" },
		"signature":    func(a *Archive) { a.Signatures[0].Signature = strings.Repeat("00", 64) },
		"no signature": func(a *Archive) { a.Signatures = nil },
		"a master":     func(a *Archive) { a.Masters[3] = append([]byte(nil), a.Masters[4]...) },
		"one less":     func(a *Archive) { a.Masters = a.Masters[:len(a.Masters)-1] },
		"the room":     func(a *Archive) { a.State[len(a.State)-40]++ },
		"the engine":   func(a *Archive) { a.Package[200]++ },
		"the config":   func(a *Archive) { a.Config = json.RawMessage(`{"goals":2}`) },
	} {
		b, err := ReadArchive(data)
		if err != nil {
			t.Fatal(err)
		}
		change(b)
		if _, err := b.Replay(); err == nil || !errors.Is(err, errArchive) && !errors.Is(err, ErrOther) {
			t.Errorf("%s changed: %v", what, err)
		}
	}
	for what, text := range map[string]string{"nothing": "", "a list": "[]", "another format": `{"format":2}`, "unknown parts": `{"format":1,"x":1}`, "no room": `{"format":1}`} {
		b, err := ReadArchive([]byte(text))
		if err == nil {
			_, err = b.Replay()
		}
		if err == nil {
			t.Errorf("%s: it is taken", what)
		}
	}
}

// FuzzReadArchive reads and replays anything.
func FuzzReadArchive(f *testing.F) {
	f.Add([]byte(`{"format":1,"title":"x","signatures":[],"state":"AAAA","masters":["AAA="],"package":"TUhFTgE="}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if a, err := ReadArchive(b); err == nil {
			if _, err := a.Replay(); err == nil {
				if data, err := a.Encode(); err != nil || !IsArchive(data) {
					t.Error(err)
				}
			}
		}
	})
}
