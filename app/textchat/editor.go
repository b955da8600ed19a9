package textchat

import (
	"fmt"
	"io"
	"unicode/utf8"
)

// editor edits one line in a terminal in raw mode: it takes bytes and draws the line.
type editor struct {
	width func() int // of the terminal, in columns
	text  []rune
	at    int // where the cursor stands
	sent  []string
	back  int    // how far back in sent the line is from, 0: it is new
	rest  []byte // the beginning of a key whose other bytes have not come
}

// what a key asks for besides editing.
type what uint8

const (
	entered what = iota
	completes
	quits
)

// deed is an answer of the editor.
type deed struct {
	what what
	text string // of entered
}

const (
	// mostRunes is the longest line, in runes; more are left out.
	mostRunes = 400
	// mostSent is how many lines the up key brings back.
	mostSent = 50
	prompt   = "> "
)

func (e *editor) line() string { return string(e.text) }

func (e *editor) set(s string) {
	e.text = []rune(s)
	e.at = len(e.text)
}

// feed takes bytes of the terminal.
func (e *editor) feed(b []byte) (did []deed) {
	b = append(e.rest, b...)
	for len(b) > 0 {
		n, whole := e.keyLength(b)
		if !whole {
			break
		}
		if d, asks := e.key(string(b[:n])); asks {
			did = append(did, d)
		}
		b = b[n:]
	}
	e.rest = append([]byte(nil), b...)
	return did
}

// keyLength is how many bytes the first key of b has; whole is false if they have not all come.
func (e *editor) keyLength(b []byte) (n int, whole bool) {
	switch {
	case b[0] == 0x1b && len(b) == 1:
		return 1, false
	case b[0] == 0x1b && b[1] == '[':
		for n = 2; n < len(b); n++ {
			if b[n] >= 0x40 && b[n] <= 0x7e {
				return n + 1, true
			}
		}
		return n, n > 16 // nobody waits for the end of nonsense
	case b[0] == 0x1b:
		return 2, true
	case !utf8.FullRune(b):
		return len(b), false
	}
	_, n = utf8.DecodeRune(b)
	return n, true
}

// key takes one key, and reports whether it asks for something.
func (e *editor) key(k string) (d deed, asks bool) {
	switch k {
	case "\r", "\n":
		d = deed{entered, e.line()}
		if d.text != "" {
			e.sent = append(e.sent[max(0, len(e.sent)-mostSent+1):], d.text)
		}
		e.set("")
		e.back = 0
		return d, true
	case "\t":
		return deed{what: completes}, true
	case "\x03":
		return deed{what: quits}, true
	case "\x04":
		return deed{what: quits}, len(e.text) == 0
	case "\x7f", "\x08":
		e.erase(e.at - 1)
	case "\x1b[3~":
		e.erase(e.at)
	case "\x15":
		e.set("")
	case "\x1b[D":
		e.at = max(0, e.at-1)
	case "\x1b[C":
		e.at = min(len(e.text), e.at+1)
	case "\x01", "\x1b[H":
		e.at = 0
	case "\x05", "\x1b[F":
		e.at = len(e.text)
	case "\x1b[A":
		e.recall(e.back + 1)
	case "\x1b[B":
		e.recall(e.back - 1)
	default:
		if r, _ := utf8.DecodeRuneInString(k); r >= ' ' && r != utf8.RuneError && k[0] != 0x1b && len(e.text) < mostRunes {
			e.text = append(e.text[:e.at], append([]rune{r}, e.text[e.at:]...)...)
			e.at++
		}
	}
	return d, false
}

// erase takes a rune away.
func (e *editor) erase(i int) {
	if i >= 0 && i < len(e.text) {
		e.text = append(e.text[:i], e.text[i+1:]...)
		e.at = i
	}
}

// recall brings an earlier line back.
func (e *editor) recall(back int) {
	if back < 0 || back > len(e.sent) {
		return
	}
	e.back = back
	e.set("")
	if back > 0 {
		e.set(e.sent[len(e.sent)-back])
	}
}

// columns is how many columns runes take.
func columns(text []rune) (n int) {
	for _, r := range text {
		if n++; r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0x1f300 && r <= 0x1faff) {
			n++
		}
	}
	return n
}

// draw draws the line: of a longer one than the terminal the part around the cursor.
func (e *editor) draw(w io.Writer) {
	room := max(10, e.width()-len(prompt)-1)
	from, to := 0, len(e.text)
	for from < e.at && columns(e.text[from:e.at]) > room {
		from++
	}
	for to > e.at && columns(e.text[from:to]) > room {
		to--
	}
	fmt.Fprint(w, "\r\x1b[K"+prompt+string(e.text[from:to]))
	if n := columns(e.text[e.at:to]); n > 0 {
		fmt.Fprintf(w, "\x1b[%dD", n)
	}
}
