package order

import (
	"strings"
	"testing"

	"manyhold/net/charter"
	"manyhold/net/key"
)

func TestParseCharter(t *testing.T) {
	for _, c := range []struct {
		words string
		want  charterAct
		err   string
	}{
		{"policy trusted", charterAct{Entry: charter.Entry{Act: charter.SetPolicy, Value: uint64(charter.Trusted)}}, ""},
		{"policy open", charterAct{Entry: charter.Entry{Act: charter.SetPolicy}}, ""},
		{"policy closed", charterAct{}, "policy open|invited|trusted"},
		{"policy", charterAct{}, "policy open|invited|trusted"},
		{"cap 8", charterAct{Entry: charter.Entry{Act: charter.SetCap, Value: 8}}, ""},
		{"cap 0", charterAct{}, "1 to 64"},
		{"cap 65", charterAct{}, "1 to 64"},
		{"split off", charterAct{Entry: charter.Entry{Act: charter.SetSplit}}, ""},
		{"split maybe", charterAct{}, "on|off"},
		{"rank Bo keeper", charterAct{Entry: charter.Entry{Act: charter.Name, Value: uint64(charter.Keeper)}, Who: "Bo"}, ""},
		{"rank Bo founder", charterAct{}, "none|visitor|builder|keeper"},
		{"rank Bo", charterAct{}, "none|visitor|builder|keeper"},
		{"ban Bo took my lamps", charterAct{Entry: charter.Entry{Act: charter.Ban, Text: "took my lamps"}, Who: "Bo"}, ""},
		{"kick Bo go to bed", charterAct{Entry: charter.Entry{Act: charter.Kick, Text: "go to bed"}, Who: "Bo"}, ""},
		{"kick", charterAct{}, "kick PLAYER [REASON]"},
		{"pardon Bo", charterAct{Entry: charter.Entry{Act: charter.Pardon}, Who: "Bo"}, ""},
		{"pardon Bo please", charterAct{}, "pardon PLAYER"},
		{"title Our hill", charterAct{Entry: charter.Entry{Act: charter.SetTitle, Text: "Our hill"}}, ""},
		{"title " + strings.Repeat("x", charter.MaxText+1), charterAct{}, "at most 240 bytes"},
		{"law strife on", charterAct{Entry: charter.Entry{Act: charter.SetLaw, Value: 3}}, ""},
		{"law mercy off", charterAct{Entry: charter.Entry{Act: charter.SetLaw, Value: 4}}, ""},
		{"law gravity on", charterAct{}, "law blocking|strife|mercy|homestead on|off"},
		{"law strife", charterAct{}, "law blocking|strife|mercy|homestead on|off"},
		{"heir Bo 2", charterAct{Entry: charter.Entry{Act: charter.Heir, Value: 2}, Who: "Bo"}, ""},
		{"heir Bo none", charterAct{Entry: charter.Entry{Act: charter.Heir}, Who: "Bo"}, ""},
		{"heir Bo", charterAct{}, "heir PLAYER PLACE"},
		{"heir Bo 17", charterAct{}, "heir PLAYER PLACE"},
		{"heir Bo 0", charterAct{}, "heir PLAYER PLACE"},
		{"absence 14", charterAct{Entry: charter.Entry{Act: charter.SetAbsence, Value: 14}}, ""},
		{"absence off", charterAct{Entry: charter.Entry{Act: charter.SetAbsence}}, ""},
		{"absence 10001", charterAct{}, "absence DAYS"},
		{"absence -1", charterAct{}, "absence DAYS"},
		{"recent 3", charterAct{Entry: charter.Entry{Act: charter.SetRecent, Value: 3}}, ""},
		{"recent none", charterAct{}, "recent DAYS"},
		{"recent 3 4", charterAct{}, "recent DAYS"},
		{"crown Bo", charterAct{}, `unknown command "crown"`},
	} {
		got, err := ParseCharter(strings.Fields(c.words))
		if c.err == "" && (err != nil || got != c.want) || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %+v, %v", c.words, got, err)
		}
	}
}

func TestWhois(t *testing.T) {
	a, b, c := key.FromSeed([32]byte{1}).ID(), key.FromSeed([32]byte{2}).ID(), key.FromSeed([32]byte{3}).ID()
	known := map[key.ID]string{a: "Ada", b: "Bo", c: "Bo"}
	for word, want := range map[string]key.ID{"Ada": a, a.String(): a, b.Short(): b} {
		if got, err := Whois(word, known); err != nil || got != want {
			t.Errorf("%s: %v", word, err)
		}
	}
	for word, says := range map[string]string{"Bo": "2 players are named", "Cy": "unknown player"} {
		if _, err := Whois(word, known); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", word, err)
		}
	}
}
