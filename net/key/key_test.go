package key

import (
	"bytes"
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func seeded(b byte) Pair { return FromSeed([32]byte{b}) }

func TestSignaturesBelongToOneDomain(t *testing.T) {
	p, q := seeded(1), seeded(2)
	sig := p.Sign("one", []byte("hello"))
	cases := []struct {
		name, domain, msg string
		id                ID
		want              bool
	}{
		{"as signed", "one", "hello", p.ID(), true},
		{"another domain", "two", "hello", p.ID(), false},
		{"another message", "one", "hellO", p.ID(), false},
		{"another signer", "one", "hello", q.ID(), false},
		{"nobody", "one", "hello", ID{}, false},
		{"domain and message shifted", "on", "ehello", p.ID(), false},
	}
	for _, c := range cases {
		if got := Verify(c.id, c.domain, []byte(c.msg), sig); got != c.want {
			t.Errorf("%s: verified %v, want %v", c.name, got, c.want)
		}
	}
	sig[5] ^= 1
	if Verify(p.ID(), "one", []byte("hello"), sig) {
		t.Error("a signature with one bit changed was accepted")
	}
}

func TestIDText(t *testing.T) {
	id := seeded(3).ID()
	if got, err := ParseID(id.String()); err != nil || got != id {
		t.Fatalf("ParseID(String) = %v, %v", got, err)
	}
	if len(id.String()) != TextLength || !strings.HasPrefix(id.String(), id.Short()) {
		t.Fatalf("String %q, Short %q", id.String(), id.Short())
	}
	for _, bad := range []string{"", "a", strings.ToUpper(id.String()), id.String() + "a", strings.Repeat("1", 52), strings.Repeat("7", 52)} {
		if _, err := ParseID(bad); !errors.Is(err, ErrText) {
			t.Errorf("ParseID(%q) = %v, want ErrText", bad, err)
		}
	}
}

func TestLoadMakesOneIdentityAndKeepsIt(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "data")
	var wg sync.WaitGroup
	ids := make([]ID, 8)
	for i := range ids {
		wg.Go(func() {
			p, err := Load(dir)
			if err != nil {
				t.Error(err)
			}
			ids[i] = p.ID()
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] || id.IsZero() {
			t.Fatalf("processes that started together have different identities: %v", ids)
		}
	}
	info, err := os.Stat(filepath.Join(dir, FileName))
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode().Perm())
	}
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(left) != 1 {
		t.Errorf("files left behind: %v", left)
	}
}

func TestDamagedFileIsRefusedAndKept(t *testing.T) {
	good := encodeFile(seeded(9))
	flipped := bytes.Clone(good)
	flipped[len(flipped)-20] = 'a' + (flipped[len(flipped)-20]-'a'+1)%26
	cases := []struct{ name, content, why string }{
		{"empty", "", "it is empty"},
		{"other text", "hello\nworld\n", "does not begin"},
		{"half", string(good[:40]), "not a key"},
		{"title only", fileTitle + "\n", "two lines"},
		{"one character changed", string(flipped), "checksum"},
		{"huge", strings.Repeat("x", maxFile+1), "small regular file"},
	}
	for _, c := range cases {
		dir := t.TempDir()
		path := filepath.Join(dir, FileName)
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Load(dir)
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), c.why) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v; want ErrDamaged, the path and %q", c.name, err, c.why)
		}
		if b, _ := os.ReadFile(path); string(b) != c.content {
			t.Errorf("%s: the file was changed", c.name)
		}
	}
}

func TestPairDoesNotPrintItsKey(t *testing.T) {
	p := seeded(4)
	secret := string(encodeFile(p))[len(fileTitle)+1 : len(fileTitle)+20]
	if s := p.String() + p.GoString(); strings.Contains(s, secret) {
		t.Fatal("the private key is printed")
	}
}

func FuzzDecodeFile(f *testing.F) {
	f.Add(encodeFile(seeded(1)))
	f.Add([]byte("manyhold identity 1\nabc\n"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		p, why := decodeFile(b)
		if (why == "") == p.IsZero() {
			t.Fatalf("key %v together with %q", p, why)
		}
		if why == "" {
			if q, why := decodeFile(encodeFile(p)); why != "" || q.ID() != p.ID() {
				t.Fatalf("written again it reads as %v, %q", q, why)
			}
		}
	})
}

func FuzzParseID(f *testing.F) {
	f.Add(seeded(1).ID().String())
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		if id, err := ParseID(s); err == nil && id.String() != s {
			t.Fatalf("%q reads as %q", s, id)
		}
	})
}

// Prefixes are ordered as their keys are.
func TestPrefixAscendsWithKeys(t *testing.T) {
	ids := []ID{{}, {0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 1, 1}, {1}, {1, 2}, {255}}
	for i, a := range ids {
		for j, b := range ids {
			if got := a.Compare(b); got != cmp.Compare(i, j) {
				t.Errorf("Compare(%v, %v) is %d", a, b, got)
			}
			if a.Prefix() < b.Prefix() && i >= j {
				t.Errorf("the prefix of %v is less than that of %v", a, b)
			}
		}
	}
}
