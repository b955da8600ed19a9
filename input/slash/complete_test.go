package slash

import (
	"slices"
	"strings"
	"testing"

	"manyhold/game/rights"
)

var people = []Person{
	{Name: "Ada", Rank: rights.Keeper, Me: true}, {Name: "Bo", Rank: rights.Builder}, {Name: "Ada Lovelace"}, {Name: "Bill", Rank: rights.Keeper},
	{Name: "Bad Bert", Banned: true}, {Name: "Cyd", Muted: true}, {Name: "Fay", Rank: rights.Founder},
}

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		rank rights.Rank
		line string
		want string // the lines, separated by |
		arg  string // the argument that the cursor is in
	}{
		{rights.Visitor, "hello", "", ""},
		{rights.Visitor, "//shrug", "", ""},
		{rights.Visitor, "/w", "/world |/welcome ", ""},
		{rights.Visitor, "/k", "", ""},
		{rights.Visitor, "/sp", "/spawn", ""},
		{rights.Visitor, "/c", "/clear|/chat clear", ""},
		{rights.Builder, "/c", "/claim |/clear|/chat clear", ""},
		{rights.Keeper, "/k", "/kick ", ""},
		{rights.Keeper, "/KI", "/kick ", ""},
		{rights.Keeper, "/sp", "/spawn|/spawn set|/spawn clear", ""},
		{rights.Keeper, "/spawn ", "/spawn set|/spawn clear", ""},
		{rights.Keeper, "/spawn s", "/spawn set", ""},
		{rights.Keeper, "/cap ", "", "number"},
		{rights.Keeper, "/e", "/emote ", ""},
		{rights.Founder, "/e", "/emote |/entry ", ""},
		{rights.Keeper, "/kick ", `/kick Bo |/kick "Ada Lovelace" |/kick Cyd `, "player"},
		{rights.Founder, "/kick b", "/kick Bo |/kick Bill ", "player"},
		{rights.Keeper, `/kick "ada l`, `/kick "Ada Lovelace" `, "player"},
		{rights.Keeper, "/kick ad", `/kick "Ada Lovelace" `, "player"},
		{rights.Keeper, "/kick Zo", "", "player"},
		{rights.Keeper, "/kick Bo ", "", "reason"},
		{rights.Keeper, "/mute Bo 1", "/mute Bo 10m |/mute Bo 1h |/mute Bo 12h |/mute Bo 1d |/mute Bo 1w ", "duration"},
		{rights.Keeper, "/ban Bo 2h", "", "duration"},
		{rights.Keeper, "/ban Bo 2h ", "", "reason"},
		{rights.Keeper, "/ban Bo ru", "", "reason"},
		{rights.Keeper, "/ban Bo rude to", "", "reason"},
		{rights.Keeper, "/unmute ", "/unmute Cyd ", "player"},
		{rights.Keeper, "/pardon ", `/pardon "Bad Bert" `, "player"},
		{rights.Visitor, "/visit c", "/visit Cyd ", "player"},
		{rights.Keeper, "/rank Bo ", "/rank Bo visitor |/rank Bo builder |/rank Bo keeper |/rank Bo none ", "rank"},
		{rights.Keeper, `/rank "Ada Lovelace" v`, `/rank "Ada Lovelace" visitor `, "rank"},
		{rights.Keeper, "/law st", "/law strife ", "law"},
		{rights.Keeper, "/law strife ", "/law strife on |/law strife off ", "switch"},
		{rights.Keeper, "/law strife on ", "", ""},
		{rights.Visitor, "/emote he", "/emote heart ", "emote"},
	} {
		v := View{Rank: c.rank, People: people}
		got := v.Complete(c.line)
		var lines []string
		for _, o := range got.Options {
			lines = append(lines, o.Line)
		}
		arg := ""
		if got.Command != nil && got.Arg < len(got.Command.Args) {
			arg = got.Command.Args[got.Arg].Key
		}
		if strings.Join(lines, "|") != c.want || arg != c.arg {
			t.Errorf("%v %q: %q in %q, want %q in %q", c.rank, c.line, lines, arg, c.want, c.arg)
		}
	}
}

// TestCheck: the rank decides which commands a player may use, and on whom; the answer names the rank.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		rank rights.Rank
		line string
		want string
	}{
		{rights.Visitor, "/emote wave", ""},
		{rights.Visitor, "/claim", "/claim needs the rank of a builder"},
		{rights.Visitor, "/kick Bo", "/kick needs the rank of a keeper"},
		{rights.Builder, "/ban Bo", "/ban needs the rank of a keeper"},
		{rights.Keeper, "/entry members", "/entry needs the rank of a founder"},
		{rights.Keeper, "/spawn set", ""},
		{rights.Builder, "/spawn set", "/spawn set needs the rank of a keeper"},
		{rights.Builder, "/spawn", ""},
		{rights.Keeper, "/kick Bo", ""},
		{rights.Keeper, "/kick bill", "of a lower rank"},
		{rights.Keeper, "/mute Fay 10m", "of a lower rank"},
		{rights.Founder, "/kick Bill", ""},
		{rights.Keeper, "/kick Ada", "on yourself"},
		{rights.Keeper, "/kick Nobody", ""}, // the node knows more people than the view
	} {
		l, p := Parse(c.line)
		if p != nil {
			t.Fatal(p)
		}
		got := (&View{Rank: c.rank, People: people}).Check(l)
		if (got == nil) != (c.want == "") || got != nil && !strings.Contains(got.Error(), c.want) {
			t.Errorf("%v %q: %v", c.rank, c.line, got)
		}
	}
}

// TestOffersAreAllowed: every offered command is read and allowed, or lacks only arguments; no command is
// offered to a rank that may not use it.
func TestOffersAreAllowed(t *testing.T) {
	for rank := range rights.RankCount {
		v := View{Rank: rank, People: people}
		offered := v.Complete("/").Options
		for i := range Commands {
			c := &Commands[i]
			has := slices.ContainsFunc(offered, func(o Option) bool { return o.Command == c })
			if has != v.May(c) || v.May(c) != (v.Check(Line{c, make([]string, len(c.Args))}) == nil) {
				t.Errorf("%v: /%s is offered: %v", rank, c.Name, has)
			}
		}
		for _, o := range offered {
			if _, p := Parse(o.Line); p != nil && p.Code != "missing" {
				t.Errorf("%q: %v", o.Line, p)
			}
		}
	}
}
