package arena

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"manyhold/net/room"
)

// disputed is the archive of a match of two: the first player went on without the second one and signed the
// result alone, and the second one objects to it.
func disputed(t *testing.T) *Archive {
	t.Helper()
	o := newOmni(t, 2, true, `{"seconds":10,"goals":1}`)
	o.until(20, "some turns", func() bool { return o.r.Generation() > 40 })
	o.all[1].away = true
	o.until(20, "a player that lags", func() bool { return o.r.Seats()[1].Lagging })
	o.must(o.all[0], room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)})
	o.until(120, "the end", func() bool { return o.r.Phase() == room.Ended && len(o.r.Outcome().Signed) == 1 })
	after, mine := o.r.Outcome().After, []byte(`{"winner":"blue"}`)
	o.must(o.all[1], room.Packet{Kind: room.Draft, Body: mine})
	o.must(o.all[1], room.Packet{Kind: room.Report, Header: room.Header{Done: after}, Signature: o.r.Sign(o.all[1].pair, after, mine)})
	a, err := NewArchive(RecordOf(o.r), o.p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestArchiveOfADispute: an archive has the players that others sent away, the objections with their results,
// and the fullness of the result; so does its replay. A replay notices each change and each gap.
func TestArchiveOfADispute(t *testing.T) {
	a := disputed(t)
	data, err := a.Encode()
	if err != nil {
		t.Fatal(err)
	}
	red, blue := a.Roster[0].Seat, a.Roster[1].Seat
	r, err := a.Replay()
	if err != nil || r.Full || len(r.SentAway) != 1 || len(r.Objections) != 1 || !slices.Equal(r.Signed, []string{red}) {
		t.Fatalf("%v %+v", err, r)
	}
	if x := r.SentAway[0]; x.Seat != blue || !slices.Equal(x.By, []string{red}) || len(x.Signatures) != 1 || x.After < 40 || x.After >= a.After {
		t.Errorf("sent away: %+v", x)
	}
	if x := r.Objections[0]; x.Seat != blue || x.Player != a.Roster[1].Player || x.After != a.After || !bytes.Contains(x.Result, []byte("blue")) {
		t.Errorf("objection: %+v", x)
	}
	for what, change := range map[string]func(a *Archive){
		"full":                  func(a *Archive) { a.Full = true },
		"nobody sent away":      func(a *Archive) { a.SentAway = nil },
		"another one sent away": func(a *Archive) { a.SentAway[0].Seat, a.SentAway[0].By[0] = red, blue },
		"sent away later":       func(a *Archive) { a.SentAway[0].After++ },
		"no objection":          func(a *Archive) { a.Objections = nil },
		"another objection":     func(a *Archive) { a.Objections[0].Result = []byte(`{"winner":"red"}`) },
		"its signature":         func(a *Archive) { a.Objections[0].Signature.Signature = strings.Repeat("00", 64) },
		"the first format":      func(a *Archive) { a.Format = briefFormat },
		"the format before":     func(a *Archive) { a.Format = unsignedFormat },
		"no voices":             func(a *Archive) { a.SentAway[0].Signatures = nil },
		"a forged voice":        func(a *Archive) { forge(t, a, func(sig []byte) { sig[7]++ }) },
		"no signed dismissal":   func(a *Archive) { unsay(t, a) },
	} {
		b, err := ReadArchive(data)
		if err != nil {
			t.Fatal(err)
		}
		change(b)
		if _, err := b.Replay(); !errors.Is(err, ErrOther) {
			t.Errorf("%s: %v", what, err)
		}
	}
	fair, err := played(t).Replay()
	if err != nil || !fair.Full || len(fair.SentAway)+len(fair.Objections) > 0 {
		t.Errorf("%v %+v", err, fair)
	}
}

// forge changes the signature of the first dismissal, in the state of the room and in the words of the
// archive.
func forge(t *testing.T, a *Archive, change func(sig []byte)) {
	t.Helper()
	w := &a.SentAway[0].Signatures[0]
	sig, err := hex.DecodeString(w.Signature.Signature)
	at := bytes.Index(a.State, sig)
	if err != nil || len(sig) != 64 || at < 0 {
		t.Fatal("the state does not have the voice", err)
	}
	change(a.State[at : at+64])
	w.Signature.Signature = hex.EncodeToString(a.State[at : at+64])
}

// unsay takes the voices out of the state of a room and out of the words of its archive, as if the match had
// been recorded before they were signed.
func unsay(t *testing.T, a *Archive) {
	t.Helper()
	w := &a.SentAway[0].Signatures[0]
	sig, err := hex.DecodeString(w.Signature.Signature)
	at := bytes.Index(a.State, sig)
	if err != nil || at < 0 {
		t.Fatal("the state does not have the voice", err)
	}
	a.State = a.State[:at-4] // before the signature: the number of voices, a seat, and the seats without which
	a.SentAway[0].Signatures = nil
}

// TestUnsignedArchives: an archive of the format before stays readable, and its replay has no signatures for
// what nobody has signed. One that claims to be so old keeps none of what it has, forged or not.
func TestUnsignedArchives(t *testing.T) {
	a := disputed(t)
	if w := a.SentAway[0].Signatures; len(w) != 1 || w[0].Seat != a.Roster[0].Seat || w[0].Player != a.Roster[0].Player || !slices.Equal(w[0].Without, []string{a.Roster[1].Seat}) {
		t.Fatalf("who has signed that the second one was sent away: %+v", w)
	}
	unsay(t, a)
	if _, err := a.Replay(); !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), "have not signed it") {
		t.Errorf("without voices: %v", err)
	}
	a.Format = unsignedFormat
	r, err := a.Replay()
	if err != nil || len(r.SentAway) != 1 || len(r.SentAway[0].Signatures) > 0 || r.Full || r.Began != 2 {
		t.Errorf("of the format before: %v %+v", err, r)
	}
	b := disputed(t)
	forge(t, b, func(sig []byte) { sig[0]++ })
	b.Format, b.SentAway = unsignedFormat, unsigned(b.SentAway)
	if _, err := b.Replay(); !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), "have not signed it") {
		t.Errorf("a forged one of the format before: %v", err)
	}
}

// TestBriefArchives: archives of the format before stay readable. The file was written by the program that
// wrote that format; a dispute in it is told by the replay, because it is in the state of the room.
func TestBriefArchives(t *testing.T) {
	f, err := os.Open("testdata/brief.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ReadArchive(data)
	if err != nil || a.Format != briefFormat {
		t.Fatal(err, a)
	}
	// The engine of that time may have had other rules, so its digest is not computed again.
	r, err := room.Restore(a.State, a.Masters)
	if err != nil || r.Generation() != a.Generations+1 || len(r.Outcome().Signed) != 2 {
		t.Errorf("its room: %v", err)
	}
	b := disputed(t)
	b.Format, b.Full, b.SentAway, b.Objections = briefFormat, false, nil, nil
	if r, err := b.Replay(); err != nil || len(r.SentAway) != 1 || len(r.Objections) != 1 {
		t.Errorf("%v %+v", err, r)
	}
	b.Objections = []Objection{{}}
	if _, err := b.Replay(); !errors.Is(err, ErrOther) {
		t.Errorf("an objection in the format before: %v", err)
	}
}
