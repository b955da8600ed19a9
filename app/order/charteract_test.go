package order

import (
	"strings"
	"testing"
	"time"

	"manyhold/game/grid"
	"manyhold/game/world"
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
		{"law gravity on", charterAct{}, "law blocking|strife|mercy|homestead|avatars|peaceful|keep on|off"},
		{"law strife", charterAct{}, "law blocking|strife|mercy|homestead|avatars|peaceful|keep on|off"},
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
		{"mute Bo", charterAct{Entry: charter.Entry{Act: charter.Mute}, Who: "Bo", For: MuteTime}, ""},
		{"mute Bo 2h", charterAct{Entry: charter.Entry{Act: charter.Mute}, Who: "Bo", For: 2 * time.Hour}, ""},
		{"mute Bo soon", charterAct{}, "mute PLAYER [DURATION]"},
		{"unmute Bo", charterAct{Entry: charter.Entry{Act: charter.Mute}, Who: "Bo"}, ""},
		{"ban Bo for 3d took my lamps", charterAct{Entry: charter.Entry{Act: charter.Ban, Text: "took my lamps"}, Who: "Bo", For: 72 * time.Hour}, ""},
		{"ban Bo for good", charterAct{Entry: charter.Entry{Act: charter.Ban, Text: "for good"}, Who: "Bo"}, ""},
		{"spawn here", charterAct{Entry: charter.Entry{Act: charter.SetSpawn}, Here: true}, ""},
		{"spawn clear", charterAct{Entry: charter.Entry{Act: charter.SetSpawn}}, ""},
		{"spawn -3 40", charterAct{Entry: charter.Entry{Act: charter.SetSpawn, Value: world.PackTile(grid.Tile{X: -3, Y: 40})}}, ""},
		{"spawn 2000000000 0", charterAct{}, "spawn here|X Y|clear"},
		{"spawn there", charterAct{}, "spawn here|X Y|clear"},
		{"places 2", charterAct{Entry: charter.Entry{Act: charter.SetPlaces, Value: 2}}, ""},
		{"places 65", charterAct{}, "places N"},
		{"claimdays 0", charterAct{Entry: charter.Entry{Act: charter.SetClaimDays}}, ""},
		{"claimdays -1", charterAct{}, "claimdays N"},
		{"strangers 2", charterAct{Entry: charter.Entry{Act: charter.SetStrangers, Value: 2}}, ""},
		{"strangers 3", charterAct{}, "strangers N, 0 to 2"},
		{"branchtime 90", charterAct{Entry: charter.Entry{Act: charter.SetBranchTime, Value: 90}}, ""},
		{"branchtime 44641", charterAct{}, "branchtime MINUTES"},
		{"picture clear", charterAct{Entry: charter.Entry{Act: charter.SetPicture}}, ""},
		{"picture " + new(charter.Picture).Text(), charterAct{Entry: charter.Entry{Act: charter.SetPicture, Text: new(charter.Picture).Text()}}, ""},
		{"picture sunset", charterAct{}, "picture FILE.png"},
		{"crown Bo", charterAct{}, `unknown command "crown"`},
	} {
		got, err := ParseCharter(strings.Fields(c.words))
		if c.err == "" && (err != nil || got != c.want) || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %+v, %v", c.words, got, err)
		}
	}
}

// TestFill: the node adds to an entry what its author cannot know.
func TestFill(t *testing.T) {
	now, at := time.Unix(1_000_000, 0), grid.Tile{X: 3, Y: -4}
	for words, want := range map[string]uint64{
		"kick Bo": 600, "mute Bo 10s": 1200, "mute Bo": 600 + 600*60, "unmute Bo": 0, "ban Bo": 0, "ban Bo for 1h rude": 1_003_600,
		"spawn here": world.PackTile(at), "spawn 0 0": world.PackTile(grid.Tile{}), "spawn clear": 0, "cap 9": 9,
	} {
		a, err := ParseCharter(strings.Fields(words))
		if err == nil {
			err = a.Fill(600, now, at, true)
		}
		if err != nil || a.Entry.Value != want {
			t.Errorf("%s: %d, %v", words, a.Entry.Value, err)
		}
	}
	a, _ := ParseCharter([]string{"spawn", "here"})
	if err := a.Fill(600, now, at, false); err == nil {
		t.Error("the spawn is set where nobody stands")
	}
}

func TestWhois(t *testing.T) {
	a, b, c := key.FromSeed([32]byte{1}).ID(), key.FromSeed([32]byte{2}).ID(), key.FromSeed([32]byte{3}).ID()
	known := map[key.ID]string{a: "Ada", b: "Bo", c: "Bo"}
	for word, want := range map[string]key.ID{"Ada": a, "ada": a, a.String(): a, b.Short(): b} {
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
