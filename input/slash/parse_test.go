package slash

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ line, want, wrong string }{
		{"/help", "help|", ""},
		{"/HELP ban", "help|ban", ""},
		{"/kick Bo", "kick|Bo|", ""},
		{"/kick Bo go to bed", "kick|Bo|go to bed", ""},
		{`/kick "Ada Lovelace"   go  to bed`, "kick|Ada Lovelace|go  to bed", ""},
		{`/kick "Ada Lovelace" `, "kick|Ada Lovelace|", ""},
		{"/kick", "", "missing"},
		{`/kick ""`, "", "wrong"},
		{"/mute Bo", "mute|Bo|", ""},
		{"/mute Bo 2h", "mute|Bo|2h", ""},
		{"/mute Bo soon", "", "wrong"},
		{"/mute Bo 2h now", "", "missing"},
		{"/ban Bo", "ban|Bo||", ""},
		{"/ban Bo 3d took my lamps", "ban|Bo|3d|took my lamps", ""},
		{"/ban Bo took my lamps", "ban|Bo||took my lamps", ""},
		{"/ban Bo " + strings.Repeat("x", 241), "", "long"},
		{"/rank Bo Keeper", "rank|Bo|keeper", ""},
		{"/rank Bo king", "", "wrong"},
		{"/rank Bo", "", "missing"},
		{"/law strife on", "law|strife|on", ""},
		{"/law gravity on", "", "wrong"},
		{"/laws", "laws", ""},
		{"/spawn", "spawn", ""},
		{"/spawn  SET", "spawn set", ""},
		{"/spawn clear", "spawn clear", ""},
		{"/spawn here", "", "missing"},
		{"/claim", "claim||", ""},
		{"/claim 8 12", "claim|8|12", ""},
		{"/claim 33 2", "", "wrong"},
		{"/claim 8 0", "", "wrong"},
		{"/cap 64", "cap|64", ""},
		{"/cap 65", "", "wrong"},
		{"/chat clear", "chat clear", ""},
		{"/server stats", "server stats", ""},
		{"/server", "", "unknown"},
		{"/emote 2", "emote|heart", ""},
		{"/emote Heart", "emote|heart", ""},
		{"/emote", "", "missing"},
		{"/name \xff", "", "unreadable"},
		{"/name " + strings.Repeat("x", 25), "", "long"},
		{"/title Our hill", "title|Our hill", ""},
		{"/tp 0 0", "", "unknown"},
		{"/", "", "unknown"},
	} {
		l, p := Parse(c.line)
		switch {
		case p != nil:
			if p.Code != c.wrong || p.Error() == "" {
				t.Errorf("%q: %s: %v", c.line, p.Code, p)
			}
		case c.wrong != "" || strings.Join(append([]string{l.Command.Name}, l.Args...), "|") != c.want:
			t.Errorf("%q: %s %q, want %q %s", c.line, l.Command.Name, l.Args, c.want, c.wrong)
		}
	}
}

func TestParseSpell(t *testing.T) {
	for s, want := range map[string]time.Duration{"1s": time.Second, "10m": 10 * time.Minute, "2h": 2 * time.Hour, "3d": 72 * time.Hour, "1w": 168 * time.Hour,
		"3650d": MaxSpell, "3651d": 0, "0m": 0, "-1m": 0, "10": 0, "m": 0, "": 0, "1.5h": 0, "10x": 0, "99999999999999999999d": 0, "4000000000w": 0} {
		if got, ok := ParseSpell(s); got != want || ok != (want > 0) {
			t.Errorf("%q: %v, %v", s, got, ok)
		}
	}
}

// FuzzParse: no line breaks the reader, and what it has read fits the table.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"/kick Bo", `/ban "A b" 2h x`, "/claim 1 2", "/", "/ /", `/kick "`, "/spawn set x", "/name \xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		(&View{Rank: 3, People: []Person{{Name: "Ada Lovelace"}, {Name: "漢字"}}}).Complete(line)
		l, p := Parse(line)
		if p != nil {
			_ = p.Error()
			return
		}
		for i, v := range l.Args {
			a := &l.Command.Args[i]
			if v == "" {
				if !a.Optional {
					t.Fatalf("%q: no %s", line, a.Key)
				}
				continue
			}
			if _, ok := a.value(v); a.Kind != Text && !ok || !utf8.ValidString(v) {
				t.Fatalf("%q: %s is %q", line, a.Key, v)
			}
		}
	})
}
