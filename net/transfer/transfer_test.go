package transfer

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"manyhold/net/key"
	"manyhold/net/link"
)

// state makes a snapshot like an island's: a header, regions that pack well, some that do not, equal ones.
func state(turn uint64, regions int) []byte {
	rng := rand.New(rand.NewPCG(7, 7))
	parts := []Part{{Name: "\x00", Data: fmt.Appendf(nil, "header at turn %d", turn)}}
	for i := range regions {
		data := bytes.Repeat([]byte{byte(i), byte(i >> 8), 3, 3}, 500+rng.IntN(3000))
		switch i % 5 {
		case 0:
			for j := range data {
				data[j] = byte(rng.Uint32())
			}
		case 1:
			data = []byte("the same everywhere")
		case 2:
			data = nil
		case 3:
			data = fmt.Appendf(data, "changed in turn %d", turn)
		}
		parts = append(parts, Part{Name: fmt.Sprintf("r%06d", i), Data: data})
	}
	return Join(nil, parts)
}

func offer(t testing.TB, turn uint64, snapshot []byte) *Offer {
	t.Helper()
	o, err := NewOffer(turn, snapshot)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// pump carries messages between a receiver and senders until nothing moves or until reports true. Time goes
// on by a tick whenever nothing was said.
type pump struct {
	t       testing.TB
	r       *Receiver
	senders map[key.ID]*Sender
	now     time.Duration
	budget  int
	mangle  func(from key.ID, m []byte) []byte // the bytes that arrive instead; nil: lost
	bytes   int
	errs    []error
}

func (p *pump) run(until func() bool) {
	p.t.Helper()
	for idle := 0; idle < 30 && !p.r.Done() && (until == nil || !until()); {
		moved := false
		for _, out := range p.r.Next(p.now) {
			if len(out.Message) > link.MaxMessage {
				p.t.Fatalf("a want of %d bytes", len(out.Message))
			}
			moved = true
			if s := p.senders[out.To]; s != nil {
				if err := s.Want(out.Message); err != nil {
					p.t.Fatal(err)
				}
			}
		}
		for id, s := range p.senders {
			for _, m := range s.Next(p.budget) {
				moved = true
				if len(m) > link.MaxMessage || len(m) > MaxPayload+32 {
					p.t.Fatalf("a block of %d bytes", len(m))
				}
				p.bytes += len(m)
				if p.mangle != nil {
					m = p.mangle(id, m)
				}
				if m == nil {
					continue
				}
				if err := p.r.Receive(id, m, p.now); err != nil {
					p.errs = append(p.errs, err)
				}
			}
		}
		if !moved {
			idle++
			p.now += time.Second
		} else {
			idle = 0
			p.now += time.Millisecond
		}
	}
}

func newPump(t testing.TB, have func([32]byte) []byte, offers map[key.ID]*Offer, order ...key.ID) *pump {
	p := &pump{t: t, r: NewReceiver(have, Limits{}), senders: map[key.ID]*Sender{}, budget: 64 << 10}
	for _, id := range order {
		p.senders[id] = NewSender(offers[id])
		if err := p.r.Have(id, offers[id].Have().Encode()); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

var a, b, c = key.ID{1}, key.ID{2}, key.ID{3}

func TestTransfer(t *testing.T) {
	for _, regions := range []int{0, 1, 7, 300} {
		t.Run(fmt.Sprint(regions), func(t *testing.T) {
			snapshot := state(1, regions)
			o := offer(t, 1, snapshot)
			p := newPump(t, nil, map[key.ID]*Offer{a: o}, a)
			p.run(nil)
			if !bytes.Equal(p.r.Snapshot(), snapshot) || p.r.Garbage() != 0 {
				t.Fatalf("%d garbage, %v", p.r.Garbage(), p.errs)
			}
			m, ok := p.r.Manifest()
			if there, total := p.r.Progress(); !ok || m.Root() != o.Have().Root || there != total {
				t.Errorf("%d of %d bytes of %v", there, total, ok)
			}
			if p.senders[a].Pending() != 0 {
				t.Errorf("%d bytes are still asked for", p.senders[a].Pending())
			}
		})
	}
}

func TestAnyBytesAreASnapshot(t *testing.T) {
	for _, snapshot := range [][]byte{{}, {0}, []byte("a ledger of no parts"), state(1, 3)[1:]} {
		p := newPump(t, nil, map[key.ID]*Offer{a: offer(t, 1, snapshot)}, a)
		p.run(nil)
		if !p.r.Done() || !bytes.Equal(p.r.Snapshot(), snapshot) {
			t.Errorf("%q became %q", snapshot, p.r.Snapshot())
		}
	}
}

func TestOnlyWhatIsMissingIsAskedFor(t *testing.T) {
	old, snapshot := offer(t, 1, state(1, 100)), state(2, 100)
	have := map[[32]byte][]byte{}
	for i, p := range old.manifest.Parts {
		have[p.Hash] = old.parts[i].Data
	}
	p := newPump(t, func(h [32]byte) []byte { return have[h] }, map[key.ID]*Offer{a: offer(t, 2, snapshot)}, a)
	p.run(nil)
	if !bytes.Equal(p.r.Snapshot(), snapshot) {
		t.Fatal("not the same")
	}
	changed := 0
	for _, part := range offer(t, 2, snapshot).manifest.Parts {
		if have[part.Hash] == nil {
			changed += part.Size
		}
	}
	if p.r.Fetched() != changed {
		t.Errorf("%d bytes were fetched, %d have changed", p.r.Fetched(), changed)
	}
}

func TestWhatTheCallerHasIsVerified(t *testing.T) {
	snapshot := state(2, 20)
	p := newPump(t, func([32]byte) []byte { return []byte("something else") }, map[key.ID]*Offer{a: offer(t, 2, snapshot)}, a)
	p.run(nil)
	if !bytes.Equal(p.r.Snapshot(), snapshot) {
		t.Fatal("not the same")
	}
}

// Half way, the source vanishes, falls silent, or has moved on; another goes on, and nothing verified is
// fetched again.
func TestAnotherSourceGoesOn(t *testing.T) {
	snapshot := state(5, 200)
	later := state(6, 200)
	cases := []struct {
		name string
		do   func(p *pump)
		want []byte
		more int // bytes that may be fetched twice
	}{
		{"lost", func(p *pump) { delete(p.senders, a); p.r.Lost(a) }, snapshot, MaxPart},
		{"silent", func(p *pump) { delete(p.senders, a) }, snapshot, MaxPart},
		{"moved on", func(p *pump) {
			p.senders[a] = NewSender(offer(t, 6, later))
			p.r.Have(a, p.senders[a].Offer().Have().Encode())
		}, snapshot, 0},
		{"all moved on", func(p *pump) {
			for _, id := range []key.ID{a, b} {
				p.senders[id] = NewSender(offer(t, 6, later))
				p.r.Have(id, p.senders[id].Offer().Have().Encode())
			}
		}, later, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := newPump(t, nil, map[key.ID]*Offer{a: offer(t, 5, snapshot), b: offer(t, 5, snapshot)}, a, b)
			p.budget = 8 << 10
			p.run(func() bool { there, total := p.r.Progress(); return total > 0 && there > total/2 })
			if there, total := p.r.Progress(); there == 0 || there == total {
				t.Fatalf("%d of %d bytes", there, total)
			}
			half := p.r.Fetched()
			c.do(p)
			p.run(nil)
			if !bytes.Equal(p.r.Snapshot(), c.want) {
				t.Fatalf("not the same: %v", p.errs)
			}
			if p.r.Fetched() > half+p.r.content.total || p.r.Garbage() != 0 {
				t.Errorf("%d bytes fetched, %d garbage", p.r.Fetched(), p.r.Garbage())
			}
			if c.name != "all moved on" && p.r.Fetched() != p.r.content.total {
				t.Errorf("%d bytes fetched of %d: something twice", p.r.Fetched(), p.r.content.total)
			}
		})
	}
}

// A source that sends wrong bytes is dropped, and the honest one's bytes win.
func TestWrongBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	cases := map[string]func(m []byte) []byte{
		"flipped payload": func(m []byte) []byte { m[len(m)-1] ^= 1; return m },
		"garbage":         func(m []byte) []byte { return []byte{33, 1, 2, 3} },
		"cut":             func(m []byte) []byte { return m[:len(m)/2] },
		"other offset":    func(m []byte) []byte { m[11] ^= 5; return m },
		"other space":     func(m []byte) []byte { m[9] ^= 1; return m },
		"anything": func(m []byte) []byte {
			m[1+rng.IntN(len(m)-1)] ^= byte(1 + rng.IntN(255))
			return m
		},
		"nothing": func(m []byte) []byte { return nil },
	}
	snapshot := state(1, 50)
	for name, mangle := range cases {
		t.Run(name, func(t *testing.T) {
			p := newPump(t, nil, map[key.ID]*Offer{a: offer(t, 1, snapshot), b: offer(t, 1, snapshot)}, a, b)
			p.mangle = func(from key.ID, m []byte) []byte {
				if from == a {
					return mangle(m)
				}
				return m
			}
			p.run(nil)
			if !bytes.Equal(p.r.Snapshot(), snapshot) {
				t.Fatalf("not the same: %v", p.errs)
			}
			if p.r.Dropped(b) {
				t.Error("the honest source was dropped")
			}
		})
	}
}

func TestLiarIsDropped(t *testing.T) {
	p := newPump(t, nil, map[key.ID]*Offer{a: offer(t, 1, state(1, 50))}, a)
	p.mangle = func(_ key.ID, m []byte) []byte {
		if m[9] == byte(ContentSpace) {
			m[len(m)-1] ^= 1
		}
		return m
	}
	p.run(nil)
	if !p.r.Dropped(a) || !p.r.Idle() || p.r.Done() || p.r.Garbage() == 0 {
		t.Errorf("dropped %v, idle %v, done %v, garbage %d", p.r.Dropped(a), p.r.Idle(), p.r.Done(), p.r.Garbage())
	}
	p.r.Lost(a)
	if err := p.r.Have(a, offer(t, 2, state(2, 1)).Have().Encode()); !errors.Is(err, ErrDropped) {
		t.Errorf("it may come back: %v", err)
	}
}

func TestLimits(t *testing.T) {
	r := NewReceiver(nil, Limits{Total: 1000, Parts: 3})
	for name, h := range map[string]Have{
		"too large":      {Manifest: 10, Total: 1001},
		"too many parts": {Manifest: 10, Parts: 4},
		"no manifest":    {},
	} {
		if err := r.Have(a, h.Encode()); !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for i := range 2 * MaxSources {
		err := r.Have(key.ID{byte(i + 1)}, Have{Manifest: 10}.Encode())
		if (err == nil) != (i < MaxSources) {
			t.Errorf("source %d: %v", i, err)
		}
	}
	o := offer(t, 1, state(1, 400))
	s := NewSender(o)
	short := shortOf(o.root)
	for name, w := range map[string]Want{
		"beyond the end":   {Transfer: short, Space: ContentSpace, Ranges: []Range{{o.total - 1, 2}}},
		"another transfer": {Space: ContentSpace, Ranges: []Range{{0, 1}}},
	} {
		if err := s.Want(w.Encode()); err == nil || s.Pending() != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	var err error
	for range 100 {
		if err = s.Want(Want{Transfer: short, Space: ContentSpace, Ranges: []Range{{0, o.total}}}.Encode()); err != nil {
			break
		}
	}
	if !errors.Is(err, ErrLimit) || s.Pending() > MaxAsked {
		t.Errorf("%d bytes asked for ahead, %v", s.Pending(), err)
	}
	if _, err := NewOffer(1, make([]byte, MaxPart+1)); !errors.Is(err, ErrLimit) {
		t.Errorf("a part that is too large: %v", err)
	}
}

func TestBudgetIsKept(t *testing.T) {
	o := offer(t, 1, state(1, 300))
	s := NewSender(o)
	if err := s.Want(Want{Transfer: shortOf(o.root), Space: ContentSpace, Ranges: []Range{{0, 500000}}}.Encode()); err != nil {
		t.Fatal(err)
	}
	for _, budget := range []int{-1, 0, 1, 1000, 20000, 50000} {
		sum, last := 0, 0
		for _, m := range s.Next(budget) {
			sum, last = sum+len(m), len(m)
		}
		if sum-last >= max(budget, 1) && sum > 0 || budget > 0 && sum < budget {
			t.Errorf("%d bytes with a budget of %d", sum, budget)
		}
	}
}

// Whatever is lost on the way (sources that fall silent), the snapshot arrives as long as one source is good.
func TestTransferProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		snapshot := state(uint64(rapid.IntRange(1, 9).Draw(rt, "turn")), rapid.IntRange(0, 60).Draw(rt, "regions"))
		o := offer(t, 1, snapshot)
		p := newPump(t, nil, map[key.ID]*Offer{a: o, b: o, c: o}, a, b, c)
		p.budget = rapid.IntRange(1, 100000).Draw(rt, "budget")
		good := rapid.SampledFrom([]key.ID{a, b, c}).Draw(rt, "good")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		p.mangle = func(from key.ID, m []byte) []byte {
			switch {
			case from == good || rng.IntN(10) > 0:
				return m
			case rng.IntN(2) == 0:
				return nil
			}
			m[rng.IntN(len(m))] ^= 1
			return m
		}
		p.run(nil)
		if !bytes.Equal(p.r.Snapshot(), snapshot) {
			rt.Fatalf("not the same: %v", p.errs)
		}
	})
}

func FuzzHave(f *testing.F) {
	f.Add(offer(f, 3, state(3, 5)).Have().Encode())
	f.Fuzz(func(t *testing.T, m []byte) {
		if h, err := DecodeHave(m); err == nil && !bytes.Equal(h.Encode(), m) {
			t.Errorf("%x became %x", m, h.Encode())
		}
	})
}

func FuzzWant(f *testing.F) {
	f.Add(Want{Transfer: Short{1}, Space: ContentSpace, Ranges: []Range{{0, 1}, {5, 70000}}}.Encode())
	f.Fuzz(func(t *testing.T, m []byte) {
		if w, err := DecodeWant(m); err == nil && !bytes.Equal(w.Encode(), m) {
			t.Errorf("%x became %x", m, w.Encode())
		}
		s := NewSender(fuzzOffer)
		if s.Want(m) == nil {
			s.Next(1 << 20)
		}
	})
}

var fuzzOffer, _ = NewOffer(3, state(3, 5))

func FuzzBlock(f *testing.F) {
	s := NewSender(fuzzOffer)
	s.Want(Want{Transfer: shortOf(fuzzOffer.root), Ranges: []Range{{0, len(fuzzOffer.encoded)}}}.Encode())
	s.Want(Want{Transfer: shortOf(fuzzOffer.root), Space: ContentSpace, Ranges: []Range{{0, fuzzOffer.total}}}.Encode())
	for _, m := range s.Next(1 << 20) {
		f.Add(m)
	}
	f.Fuzz(func(t *testing.T, m []byte) {
		if b, err := DecodeBlock(m); err == nil && !bytes.Equal(b.Encode(), m) {
			t.Errorf("%x became %x", m, b.Encode())
		}
		r := NewReceiver(nil, Limits{})
		r.Have(a, fuzzOffer.Have().Encode())
		r.Next(0)
		r.Receive(a, m, 0)
		r.Next(0)
	})
}

func FuzzManifest(f *testing.F) {
	f.Add(fuzzOffer.encoded)
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := DecodeManifest(b); err == nil && !bytes.Equal(m.Encode(), b) {
			t.Errorf("%x became %x", b, m.Encode())
		}
	})
}

func FuzzSplit(f *testing.F) {
	f.Add(state(1, 5))
	f.Add([]byte{1, 'a', 0, 1, 'b', 1, 7})
	f.Fuzz(func(t *testing.T, b []byte) {
		parts, err := Split(b)
		if err != nil {
			return
		}
		if got := Join(nil, parts); !bytes.Equal(got, b) {
			t.Errorf("%x became %x", b, got)
		}
	})
}

func BenchmarkTransfer(b *testing.B) {
	snapshot := state(1, 400)
	o := offer(b, 1, snapshot)
	b.SetBytes(int64(len(snapshot)))
	b.ReportAllocs()
	sent := 0
	for b.Loop() {
		p := newPump(b, nil, map[key.ID]*Offer{a: o}, a)
		p.run(nil)
		if !p.r.Done() {
			b.Fatal("not done")
		}
		sent = p.bytes
	}
	b.ReportMetric(float64(sent)/float64(len(snapshot)), "wire/byte")
}

func BenchmarkOffer(b *testing.B) {
	snapshot := state(1, 400)
	b.SetBytes(int64(len(snapshot)))
	for b.Loop() {
		offer(b, 1, snapshot)
	}
}
