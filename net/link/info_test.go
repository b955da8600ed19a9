package link

import (
	"strings"
	"testing"

	"manyhold/net/wire"
)

func TestInfoIsMadePrintable(t *testing.T) {
	in := Info{Name: "Ada\x1b[31m\u202e" + strings.Repeat("é", 100), Version: "1.2\n", Rules: 7, World: [32]byte{1}, Headless: true, Doors: "a:1 b:2\n"}
	c := wire.NewCursor(AppendInfo(nil, in))
	out := ReadInfo(c)
	if err := c.Done(); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.Name, "Ada[31mé") || len(out.Name) > MaxName || out.Version != "1.2" || out.Rules != 7 || out.World != in.World || !out.Headless || out.Doors != "a:1 b:2" {
		t.Fatalf("%+v", out)
	}
}

func TestRefuseSaysWhy(t *testing.T) {
	a := Info{Version: "1", Rules: 1}
	b := Info{Version: "2", Rules: 2}
	if why := Refuse(a, a); why != "" {
		t.Errorf("equal peers: %q", why)
	}
	if why := Refuse(a, b); !strings.Contains(why, "rules") {
		t.Errorf("other rules: %q", why)
	}
	b.World[3] = 1
	if why := Refuse(a, b); !strings.Contains(why, "worlds") {
		t.Errorf("other world: %q", why)
	}
}

func FuzzReadInfo(f *testing.F) {
	f.Add(AppendInfo(nil, Info{Name: "Ada", Version: "1.0", Rules: 1}))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		c := wire.NewCursor(b)
		i := ReadInfo(c)
		if c.Done() != nil {
			return
		}
		d := wire.NewCursor(AppendInfo(nil, i))
		if ReadInfo(d) != i || d.Done() != nil {
			t.Fatalf("%+v does not survive being written", i)
		}
	})
}
