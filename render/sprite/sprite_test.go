package sprite

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	list, err := Parse("a.txt", "# what\n[one] 1 2 outline\n.0\n0.\n\n[two] = one 0>t\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 {
		t.Fatalf("got %d sprites, want 2", len(list))
	}
	if s := list[0]; s.Name != "one" || s.X != 1 || s.Y != 2 || !s.Outline || s.Rows[1] != "0." {
		t.Errorf("first sprite is %+v", s)
	}
	if s := list[1]; s.Name != "two" || s.Rows[0] != ".t" || !s.Outline {
		t.Errorf("the copy is %+v", s)
	}
	if list[0].Rows[0] != ".0" {
		t.Error("the copy changed the original")
	}
}

func TestErrorsNameFileAndLine(t *testing.T) {
	for _, c := range []struct{ text, line, says string }{
		{"....\n", "1", "outside a sprite"},
		{"\n\n[a 1 1\n..\n", "3", "needs a name"},
		{"[a] 1\n..\n", "1", "two numbers"},
		{"[a] 1 x\n..\n", "1", "0 to 64"},
		{"[a] 1 1 shiny\n..\n", "1", "outline"},
		{"[a] 1 1\n..\n...\n", "3", "has 3 pixels, its first has 2"},
		{"[a] 1 1\n..\n.!\n", "3", "column 2 of sprite \"a\": '!' stands for no colour"},
		{"[a] 1 1\n\n", "2", "no rows"},
		{"[a] 1 1\n", "2", "no rows"},
		{"[a] 1 1\n.\n\n[a] 1 1\n.\n", "4", "twice"},
		{"[b] = a\n", "1", "no sprite \"a\""},
		{"[a] 1 1\n.\n\n[b] = a 0-1\n", "4", "replacement"},
		{"[b] =\n", "1", "missing"},
		{"[a] 1 1\n" + strings.Repeat(".", 65) + "\n", "2", "larger than 64"},
	} {
		_, err := Parse("x.txt", c.text)
		if err == nil {
			t.Errorf("%q was accepted", c.text)
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, "x.txt:"+c.line+": ") || !strings.Contains(got, c.says) {
			t.Errorf("%q: %q; want line %s and %q", c.text, got, c.line, c.says)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("[one] 1 2 outline\n.0\n0.\n\n[two] = one 0>t\n")
	f.Add("[a] 1 1\n.!\n")
	f.Add("# x\n[")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parse("f", text)
		if err != nil {
			return
		}
		for _, s := range list {
			w, h := s.Size()
			if w > MaxSide || h > MaxSide || h == 0 {
				t.Errorf("sprite %q is %d×%d", s.Name, w, h)
			}
			for _, row := range s.Rows {
				if len(row) != w {
					t.Errorf("sprite %q has a row of %d pixels, want %d", s.Name, len(row), w)
				}
			}
		}
	})
}
