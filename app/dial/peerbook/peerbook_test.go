package peerbook

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/net/key"
)

var (
	ada   = key.FromSeed([32]byte{1}).ID()
	bo    = key.FromSeed([32]byte{2}).ID()
	noon  = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	doors = []string{"192.168.1.5:7000", "[2001:db8::1]:7000"}
)

func open(t *testing.T, path string) *Book {
	t.Helper()
	b, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestBook: what was noted is there after the file was read again.
func TestBook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "world.peers")
	b := open(t, path)
	note := func(id key.ID, d []string, after time.Duration) {
		t.Helper()
		if err := b.Linked(id, d, noon.Add(after)); err != nil {
			t.Fatal(err)
		}
	}
	note(ada, doors, 0)
	note(ada, doors, time.Minute) // the same visit
	note(bo, []string{"bo.example:9"}, time.Minute)
	note(bo, nil, time.Hour) // tells no door
	note(ada, doors, time.Hour)
	if err := b.Worked(ada, doors[1]); err != nil {
		t.Fatal(err)
	}
	is := func(adas ...string) {
		t.Helper()
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		want := []Peer{{ada, adas, noon.Add(time.Hour), 2}, {bo, []string{"bo.example:9"}, noon.Add(time.Minute), 1}}
		for _, got := range [][]Peer{b.Peers(), open(t, path).Peers()} {
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%v, want %v", got, want)
			}
		}
	}
	is(doors[1], doors[0])
	note(ada, doors, time.Hour+time.Second) // the next look of the node, which has the told order
	is(doors[1], doors[0])
	b = open(t, path) // the game was started again
	note(ada, doors, time.Hour+2*time.Second)
	is(doors[1], doors[0])

	const third = "192.0.2.1:7000"
	more := []string{doors[0], third, doors[1]}
	note(ada, more, time.Hour) // a router maps a door
	is(doors[1], doors[0], third)
	if err := b.Worked(ada, "198.51.100.1:1"); err != nil { // by an address that she never told
		t.Error(err)
	}
	is(doors[1], doors[0], third)
	note(ada, []string{doors[0], third}, time.Hour) // the door that worked is gone
	is(doors[0], third)
}

// at is a door at an address of its own for each number.
func at(n int) []string { return []string{fmt.Sprintf("198.18.%d.%d:7000", n/256, n%256)} }

// names returns the peers of a book as far as a test has named them, and the number of the others.
func names(b *Book, named map[key.ID]string) (found []string, others int) {
	for _, p := range b.Peers() {
		if n, ok := named[p.Key]; ok {
			found = append(found, n)
		} else {
			others++
		}
	}
	return found, others
}

// TestManyPeers: the book stays small. Of peers of one visit it keeps those that were linked last.
func TestManyPeers(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "world.peers"))
	for i := range 2 * MaxPeers {
		if err := b.Linked(key.ID{byte(i), 1}, at(i), noon.Add(time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	peers := b.Peers()
	if len(peers) != MaxPeers || peers[0].Key != (key.ID{2*MaxPeers - 1, 1}) || peers[MaxPeers-1].Key != (key.ID{MaxPeers, 1}) {
		t.Errorf("%d peers, the first %v", len(peers), peers[0].Key)
	}
}

// TestStrangersKeepNobodyOut: a friend of many visits stays in the book, however many strangers were linked
// since. A peer that is linked for the first time gets in all the same.
func TestStrangersKeepNobodyOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "world.peers")
	b := open(t, path)
	link := func(id key.ID, doors []string, when time.Time) {
		t.Helper()
		if err := b.Linked(id, doors, when); err != nil {
			t.Fatal(err)
		}
	}
	for day := range 30 {
		link(ada, doors, noon.AddDate(0, 0, day))
	}
	later := noon.AddDate(0, 1, 0)
	for i := range 2 * MaxPeers {
		link(key.ID{byte(i), 2}, at(i), later)
		link(key.ID{byte(i), 2}, at(i), later.Add(sameVisit)) // strangers may come twice
	}
	link(bo, []string{"bo.example:9"}, later.Add(2*sameVisit))
	named := map[key.ID]string{ada: "Ada", bo: "Bo"}
	if got, others := names(b, named); fmt.Sprint(got) != "[Bo Ada]" || others != MaxPeers-2 {
		t.Errorf("%v and %d others", got, others)
	}
}

// TestOneAddress: peers with one address get few rows, also in a file that an older version wrote.
func TestOneAddress(t *testing.T) {
	path := filepath.Join(t.TempDir(), "world.peers")
	b := open(t, path)
	one := []string{"203.0.113.66:1", "[2001:db8:6:6::1]:1"}
	for i := range 2 * MaxPeers {
		if err := b.Linked(key.ID{byte(i), 3}, one[i%2:i%2+1], noon); err != nil {
			t.Fatal(err)
		}
	}
	count := func(b *Book) (v4, v6 int) {
		for _, p := range b.Peers() {
			switch p.Doors[0] {
			case one[0]:
				v4++
			case one[1]:
				v6++
			}
		}
		return v4, v6
	}
	if v4, v6 := count(b); v4 != maxPerAddress || v6 != maxPerAddress {
		t.Errorf("%d and %d peers at one address", v4, v6)
	}
	text := ""
	for i := range MaxPeers {
		text += fmt.Sprintf("[[peer]]\nkey = %q\ndoors = [%q]\nlast = 2026-05-01T12:00:00Z\ntimes = 1\n", key.ID{byte(i), 4}, one[0])
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if v4, _ := count(open(t, path)); v4 != maxPerAddress {
		t.Errorf("%d peers at one address of an older file", v4)
	}
}

// TestFewWrites: a crowd with more peers than the book holds, each with doors that change, makes it write its
// file a few times at first, then now and then, and at the end.
func TestFewWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "world.peers")
	b := open(t, path)
	const look, minutes = 500 * time.Millisecond, 2
	for i := range minutes * time.Minute / look {
		now := noon.Add(i * look)
		for p := range 100 {
			if err := b.Linked(key.ID{byte(p), 5}, at(p+int(i)*100), now); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Save(now); err != nil {
			t.Fatal(err)
		}
	}
	if most := soonSaves + int(minutes*time.Minute/saveEvery); b.saves < most/2 || b.saves > most {
		t.Errorf("%d writes in %d minutes, want at most %d", b.saves, minutes, most)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(open(t, path).Peers()) != fmt.Sprint(b.Peers()) {
		t.Error("Close has not written the last entries")
	}
}

// TestBadDoors: what a stranger tells is written only when it is an address.
func TestBadDoors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "world.peers")
	b := open(t, path)
	bad := []string{"", ":", "host", "host:", ":80", "host:0", "host:99999", "host:-1", "host:http", strings.Repeat("x", 70) + ":80", "a\nb",
		"169.254.169.254:80", "[fe80::1]:80", "0.0.0.0:80", "224.0.0.251:80"}
	if err := b.Linked(ada, bad, noon); err != nil || len(b.Peers()) > 0 {
		t.Errorf("%v, %v", b.Peers(), err)
	}
	if err := b.Linked(ada, append(bad, "a:1", "a:1", "b:2", "c:3", "d:4", "e:5"), noon); err != nil {
		t.Fatal(err)
	}
	if got := b.Peers()[0].Doors; !slices.Equal(got, []string{"a:1", "b:2", "c:3", "d:4"}) {
		t.Errorf("%v", got)
	}
}

// TestDamagedBook: a file that is damaged costs the memory of peers and nothing else.
func TestDamagedBook(t *testing.T) {
	good := fmt.Sprintf("[[peer]]\nkey = %q\ndoors = [\"a:1\"]\nlast = 2026-05-01T12:00:00Z\ntimes = 3\n", ada)
	for _, c := range []struct {
		name, text string
		peers      int
		fails      bool
	}{
		{"good", good, 1, false},
		{"empty", "", 0, false},
		{"the same peer twice", good + good, 1, false},
		{"a row without a key", "[[peer]]\ndoors = [\"a:1\"]\ntimes = 1\n" + good, 1, false},
		{"never linked", strings.Replace(good, "times = 3", "times = -3", 1), 0, false},
		{"no TOML", "\x00\x01", 0, true},
		{"another type", "peer = 3", 0, true},
		{"huge", strings.Repeat("#", maxBytes+1), 0, true},
	} {
		path := filepath.Join(t.TempDir(), "world.peers")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := Open(path)
		if len(b.Peers()) != c.peers || (err != nil) != c.fails {
			t.Errorf("%s: %d peers, %v", c.name, len(b.Peers()), err)
		}
		err = b.Linked(bo, doors, noon)
		if err := cmp.Or(err, b.Close()); err != nil || len(open(t, path).Peers()) != c.peers+1 {
			t.Errorf("%s: nothing can be noted afterwards: %v", c.name, err)
		}
	}
}

// FuzzOpen reads any bytes as a book.
func FuzzOpen(f *testing.F) {
	f.Add([]byte("[[peer]]\nkey = \"x\"\ndoors = [\"a:1\"]\nlast = 2026-05-01T12:00:00Z\ntimes = 3\n"))
	path := filepath.Join(f.TempDir(), "world.peers")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Skip(err)
		}
		b, _ := Open(path)
		for _, p := range b.Peers() {
			if len(usable(p.Doors)) != len(p.Doors) || len(p.Doors) == 0 {
				t.Fatal(p)
			}
		}
	})
}
