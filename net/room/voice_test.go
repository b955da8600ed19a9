package room

import (
	"errors"
	"testing"
)

// away returns a strict match of three in which the first two have sent the third one away, by a vote or by
// telling that they hear nothing of it.
func away(t *testing.T, voted bool) *table {
	t.Helper()
	x := three(t, true)
	x.do("ann plays 5")
	x.do("bo plays 5")
	x.do("time passes 36")
	for _, who := range []string{"ann", "bo"} {
		if voted {
			x.do(who + " votes go")
		} else {
			x.do(who + " misses 3")
		}
	}
	x.do("time passes 6")
	if d := Dismissed(x.Room); len(d) != 1 || d[0].Seat != 2 || d[0].By != 3 {
		t.Fatalf("sent away: %+v", d)
	}
	return x
}

// reread reads the state of a room that was written.
func reread(t *testing.T, x *table) *Room {
	t.Helper()
	r, err := Restore(x.Append(nil), x.Log())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDismissalsAreSigned: whoever sends a player away signs it, and a room that was read shows that they
// did. A voice that is missing, altered, of another generation or of another match proves nothing.
func TestDismissalsAreSigned(t *testing.T) {
	for _, voted := range []bool{false, true} {
		x := away(t, voted)
		r := reread(t, x)
		if d := Dismissed(r); !Genuine(r) || len(d) != 1 || !d[0].Proven(r) || len(d[0].Voices) != 2 {
			t.Fatalf("voted %v: an honest dismissal is not proven: %+v", voted, d)
		}
		for what, change := range map[string]func(x *table, d *Dismissal){
			"nobody's signature":      func(_ *table, d *Dismissal) { d.Voices = nil },
			"a signature is missing":  func(_ *table, d *Dismissal) { d.Voices = d.Voices[:1] },
			"an altered signature":    func(_ *table, d *Dismissal) { d.Voices[1].Signature[3]++ },
			"against one more":        func(_ *table, d *Dismissal) { d.Voices[1].Without |= 1 },
			"in another generation":   func(_ *table, d *Dismissal) { d.After-- },
			"the signature of a liar": func(_ *table, d *Dismissal) { d.Voices[1].Signature = d.Voices[0].Signature },
			"another seat": func(_ *table, d *Dismissal) {
				d.Seat, d.By, d.Voices = 1, 1, d.Voices[:1]
				d.Voices[0].Without = 2
			},
			"another match": func(x *table, _ *Dismissal) { x.seed++ },
		} {
			x := away(t, voted)
			change(x, &x.match.sent[0])
			if r, err := Restore(x.Append(nil), x.Log()); err == nil && Genuine(r) {
				t.Errorf("voted %v: %s is believed", voted, what)
			}
		}
	}
}

// TestUnsignedVoices: a room takes no voice without the signature of its player.
func TestUnsignedVoices(t *testing.T) {
	x := three(t, true)
	x.do("ann plays 5")
	x.do("bo plays 5")
	x.do("time passes 36")
	for _, c := range []struct {
		what   string
		p      Packet
		change func(p *Packet)
	}{
		{"silence without a signature", Packet{Kind: Miss, Number: 3}, func(p *Packet) { p.Signature = [64]byte{} }},
		{"silence of another one", Packet{Kind: Miss, Number: 3}, func(p *Packet) { p.Signature[0]++ }},
		{"silence of another seat", Packet{Kind: Miss, Number: 2}, func(p *Packet) { p.Number = 3 }},
		{"a vote without a signature", Packet{Kind: Vote, Number: uint32(ForGoingOn)}, func(p *Packet) { p.Signature = [64]byte{} }},
		{"a vote against others", Packet{Kind: Vote, Number: uint32(ForGoingOn)}, func(p *Packet) { p.Without = 2 }},
	} {
		p := c.p
		p.Room, p.Player, p.Generation = x.ID(), x.key("ann"), x.Generation()
		Attest(x.Room, x.pair("ann"), &p)
		c.change(&p)
		before := x.Digest()
		var r *Refusal
		if err := x.Apply(p.Player, &p); !errors.As(err, &r) || r.Why != BadSignature || x.Digest() != before {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	old := Packet{Kind: Vote, Number: uint32(ForGoingOn), Header: Header{Room: x.ID(), Player: x.key("ann")}}
	Attest(x.Room, x.pair("ann"), &old)
	x.do("cy plays 5")
	x.do("time passes 6")
	x.do("ann plays 5")
	x.do("bo plays 5")
	x.do("time passes 36")
	var r *Refusal
	if err := x.Apply(old.Player, &old); !errors.As(err, &r) || r.Why != OldGeneration {
		t.Errorf("a vote about an older generation: %v", err)
	}
}

// TestVotesAgainstTheSame: votes send away the players that most voters saw holding the match up. A player
// whose packet came after the first vote stays, and so does one that only the first vote was against.
func TestVotesAgainstTheSame(t *testing.T) {
	e := ball()
	e.Seats = append(e.Seats, "blue 2", "green 1")
	names := []string{"ann", "bo", "cy", "di", "ed"}
	x := newTable(t, e, true)
	for k, who := range names {
		if err := x.send(who, Packet{Kind: Sit, Number: uint32(k + 1), Text: who}); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		for _, who := range names {
			x.do(who + " ready")
		}
	}
	x.do("time passes 186")
	for _, who := range names[:3] {
		x.do(who + " plays 5")
	}
	x.do("time passes 36")
	x.do("ann votes go") // against di and ed
	x.do("di plays 5")
	x.do("bo votes go")
	if got := len(Dismissed(x.Room)); got != 0 {
		t.Fatalf("%d were sent away by two of four", got)
	}
	x.do("cy votes go")
	d := Dismissed(x.Room)
	if len(d) != 1 || d[0].Seat != 4 || d[0].By != 7 || d[0].Voices[0].Without != 1<<3|1<<4 || d[0].Voices[1].Without != 1<<4 || !Genuine(reread(t, x)) {
		t.Errorf("sent away: %+v; %s", d, x.words())
	}
}
