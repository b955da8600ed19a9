package textchat

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestEditor: keys edit the line as in any terminal.
func TestEditor(t *testing.T) {
	const up, down, left, right, home, end, del = "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[F", "\x1b[3~"
	for _, c := range []struct {
		name, keys, line, did string
	}{
		{"letters", "héllo 漢字", "héllo 漢字", ""},
		{"enter", "hi\r", "", "[{0 hi}]"},
		{"erase", "hix\x7f!", "hi!", ""},
		{"erase nothing", "\x7fa", "a", ""},
		{"in the middle", "ac" + left + "b", "abc", ""},
		{"at the ends", "b" + home + "a" + end + "c" + right + left + del, "ab", ""},
		{"clear", "abc\x15d", "d", ""},
		{"recall", "one\rtwo\r" + up + up, "one", "[{0 one} {0 two}]"},
		{"recall and back", "one\r" + up + down + "x", "x", "[{0 one}]"},
		{"beyond the first", "one\r" + up + up + up, "one", "[{0 one}]"},
		{"tab", "/k\t", "/k", "[{1 }]"},
		{"ctrl-c", "abc\x03", "abc", "[{2 }]"},
		{"ctrl-d in a line", "abc\x04", "abc", ""},
		{"ctrl-d", "\x04", "", "[{2 }]"},
		{"unknown keys", "a\x1b[17~\x1bxb\x00", "ab", ""},
		{"bad bytes", "a\xff\xfeb", "ab", ""},
		{"a flood", strings.Repeat("x", 2*mostRunes), strings.Repeat("x", mostRunes), ""},
	} {
		for _, step := range []int{1, 1 << 20} { // byte by byte, and all at once
			e := &editor{width: func() int { return 40 }}
			var did []deed
			for from := 0; from < len(c.keys); from += step {
				did = append(did, e.feed([]byte(c.keys[from:min(len(c.keys), from+step)]))...)
			}
			said := ""
			if did != nil {
				said = fmt.Sprint(did)
			}
			if e.line() != c.line || said != c.did {
				t.Errorf("%s: %q %s, want %q %s", c.name, e.line(), said, c.line, c.did)
			}
		}
	}
}

// TestDraw: a line longer than the terminal is shown round the cursor.
func TestDraw(t *testing.T) {
	for _, c := range []struct {
		keys string
		wide int
		want string
	}{
		{"abc", 40, "\r\x1b[K> abc"},
		{"abc\x1b[D", 40, "\r\x1b[K> abc\x1b[1D"},
		{"漢字\x1b[D", 40, "\r\x1b[K> 漢字\x1b[2D"},
		{"0123456789abcdefgh", 15, "\r\x1b[K> 6789abcdefgh"},
		{"0123456789abcdefgh\x01", 15, "\r\x1b[K> 0123456789ab\x1b[12D"},
	} {
		e := &editor{width: func() int { return c.wide }}
		e.feed([]byte(c.keys))
		var out bytes.Buffer
		if e.draw(&out); out.String() != c.want {
			t.Errorf("%q: %q, want %q", c.keys, out.String(), c.want)
		}
	}
}

func FuzzEditor(f *testing.F) {
	f.Add([]byte("a\x1b[A\r漢\x7f\t"))
	f.Fuzz(func(t *testing.T, b []byte) {
		e := &editor{width: func() int { return 20 }}
		e.feed(b)
		if e.at < 0 || e.at > len(e.text) || len(e.text) > mostRunes {
			t.Errorf("cursor at %d of %d", e.at, len(e.text))
		}
		e.draw(new(bytes.Buffer))
	})
}
