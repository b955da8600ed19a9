package star

import "manyhold/game/script/star/value"

// scanner reads a source once before the parser does, and refuses what could make the parser recurse deeply.
// It refuses bytes beyond ASCII outside strings and comments: which letters Unicode has depends on the
// version of Go.
type scanner struct {
	src      []byte
	i        int
	at       value.Pos
	brackets int
	words    int // of this logical line
	indent   int
	begins   bool // nothing but blanks so far in this line
}

// scan checks a source; it panics with a Refusal.
func scan(src []byte) {
	if len(src) > MaxSource {
		refuse(value.Pos{Line: 1, Col: 1}, "the script has %d bytes and may have %d; divide it into several scripts", len(src), MaxSource)
	}
	s := scanner{src: src, at: value.Pos{Line: 1, Col: 1}, begins: true}
	for s.i < len(src) {
		s.piece()
		if s.words > maxWords {
			refuse(s.at, "a line has more than %d words; divide the statement into several", maxWords)
		}
	}
}

// peek returns the byte n places ahead, zero at the end.
func (s *scanner) peek(n int) byte {
	if s.i+n < len(s.src) {
		return s.src[s.i+n]
	}
	return 0
}

// skip moves on by n bytes of one line.
func (s *scanner) skip(n int) { s.i, s.at.Col = s.i+n, s.at.Col+int32(n) }

// newline moves on by n bytes, the last of which ends the line.
func (s *scanner) newline(n int) { s.i, s.at = s.i+n, value.Pos{Line: s.at.Line + 1, Col: 1} }

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// piece reads a word, a string, a comment, a line's end or a single byte.
func (s *scanner) piece() {
	c := s.src[s.i]
	if s.begins && s.brackets == 0 {
		if c == ' ' || c == '\t' {
			if s.indent++; s.indent > maxIndent {
				refuse(s.at, "the line is indented by more than %d columns; move the inner part into a function", maxIndent)
			}
			s.skip(1)
			return
		}
		s.begins = false
	}
	switch {
	case c == '\n':
		s.newline(1)
		if s.brackets == 0 {
			s.words, s.indent, s.begins = 0, 0, true
		}
	case c == '\\' && s.peek(1) == '\n':
		s.newline(2)
	case c == '#':
		for s.i < len(s.src) && s.src[s.i] != '\n' {
			s.i++
		}
	case c == '"' || c == '\'':
		s.text(c)
	case c >= 0x80:
		refuse(s.at, "only strings and comments may have letters other than a to z; rename it")
	case c < ' ' && c != '\t' && c != '\r' || c == 0x7f:
		refuse(s.at, "the byte %d is no text; delete it", c)
	case isWord(c):
		s.words++
		begin := s.at
		for s.i < len(s.src) && isWord(s.src[s.i]) {
			s.skip(1)
		}
		if s.at.Col-begin.Col > maxLetters {
			refuse(begin, "a name or a number has more than %d letters; shorten it", maxLetters)
		}
	default:
		s.mark(c)
	}
}

// mark reads a byte that is no word.
func (s *scanner) mark(c byte) {
	switch c {
	case '(', '[', '{':
		if s.brackets++; s.brackets > maxBrackets {
			refuse(s.at, "more than %d brackets are open; give the inner part a name", maxBrackets)
		}
	case ')', ']', '}':
		if s.brackets--; s.brackets < 0 {
			refuse(s.at, "no bracket is open here; delete it, or add the one that opens")
		}
	}
	if c != ' ' && c != '\t' && c != '\r' {
		s.words++
	}
	s.skip(1)
}

// text reads a string that begins with the quote c.
func (s *scanner) text(c byte) {
	s.words++
	begin := s.at
	raw := s.i > 0 && s.src[s.i-1] == 'r'
	long := s.peek(1) == c && s.peek(2) == c
	if long {
		s.skip(2)
	}
	s.skip(1)
	for s.i < len(s.src) {
		switch b := s.src[s.i]; {
		case b == '\n' && !long:
			refuse(begin, "the string does not end; close it with %c", c)
		case b == '\n':
			s.newline(1)
		case b == '\\' && (!raw || s.peek(1) == c || s.peek(1) == '\\'):
			s.skip(1)
			if s.peek(0) == '\n' {
				s.newline(1)
			} else if s.i < len(s.src) {
				s.skip(1)
			}
		case b == c && !long:
			s.skip(1)
			return
		case b == c && s.peek(1) == c && s.peek(2) == c:
			s.skip(3)
			return
		case b&0xc0 == 0x80: // the rest of a letter
			s.i++
		default:
			s.skip(1)
		}
	}
	refuse(begin, "the string does not end; close it with %c", c)
}
