package chat

import (
	"slices"
	"strconv"
	"strings"

	"manyhold/game/rights"
	"manyhold/input/slash"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// parsed is a parsed line of the chat box.
type parsed struct {
	Action model.Action   // for the session, or nil
	Wrong  *slash.Problem // nil: none
	line   slash.Line     // of a slash command
	stays  bool           // the box stays open to show the answer
}

// answered are the commands that the window itself answers, in the chat.
var answered = map[string]bool{"help": true, "stats": true, "server stats": true, "admin": true, "clear": true, "chat clear": true, "laws": true}

// ParseChat reads a line that is not empty and has no spaces around it. Two slashes say a line that begins
// with one.
func ParseChat(line string) (p parsed) {
	if !strings.HasPrefix(line, "/") {
		return parsed{Action: model.Say{Text: line}}
	}
	if strings.HasPrefix(line, "//") {
		return parsed{Action: model.Say{Text: line[1:]}}
	}
	if p.line, p.Wrong = slash.Parse(line); p.Wrong != nil {
		return p
	}
	switch name := p.line.Command.Name; {
	case answered[name]:
		p.stays = true
	case name == "spawn":
		p.Action = model.GoHome{}
	case name == "name":
		p.Action = model.SetName{Text: p.line.Args[0]}
	case name == "world", name == "all":
		p.Action = model.Shout{Text: p.line.Args[0]}
	case name == "emote":
		p.Action = model.SendEmote{Which: uint8(1 + slices.Index(slash.Emotes, p.line.Args[0]))}
	default:
		p.Action = model.Carry{Line: line}
	}
	return p
}

// slashView is what the player may do, and whom it knows.
func slashView(u *kit.Context) *slash.View {
	v := &slash.View{Rank: u.Model.Rank()}
	for i := range u.Model.Game.People {
		p := &u.Model.Game.People[i]
		v.People = append(v.People, slash.Person{Name: p.Name, Rank: p.Rank, Me: p.Me, Muted: p.Muted})
	}
	for _, p := range u.Model.Page.Known {
		v.People = append(v.People, slash.Person{Name: p.Name, Banned: p.Banned, Muted: p.Muted})
	}
	return v
}

// usage is how a command is used, in the window's language.
func usage(w *kit.Words, c *slash.Command) string { return c.Usage(argument(w)) }

// argument returns the words of arguments.
func argument(w *kit.Words) func(key string) string {
	return func(key string) string { return w.Get("slash.arg_" + key) }
}

// meaning is what a command does, in the window's language.
func meaning(u *kit.Context, c *slash.Command) string {
	return u.Words.Get("slash.help_" + strings.ReplaceAll(c.Name, " ", "_"))
}

// ProblemWords says what is wrong with a line, and what to do.
func ProblemWords(w *kit.Words, p *slash.Problem) string {
	key := "slash." + p.Code
	pairs := []string{"value", p.Value}
	if c := p.Command; c != nil {
		pairs = append(pairs, "command", "/"+c.Name, "usage", usage(w, c))
	}
	switch p.Code {
	case "wrong":
		key += [...]string{slash.Word: "_word", slash.Number: "_number", slash.Spell: "_spell", slash.Player: "_player", slash.Lower: "_player", slash.Banned: "_player", slash.Muted: "_player"}[p.Arg.Kind]
		pairs = append(pairs, "choices", strings.Join(p.Arg.Words, ", "), "least", kit.Itoa(p.Arg.Least), "most", kit.Itoa(p.Arg.Most))
	case "long":
		pairs = append(pairs, "most", kit.Itoa(p.Longest))
	case "rank":
		key += "_" + p.Least.String()
	}
	return w.Fill(key, pairs...)
}

// tellHelp lists the commands that the player may use, or explains one.
func (c *Chat) tellHelp(u *kit.Context, view *slash.View, name string) {
	name = strings.ToLower(strings.TrimPrefix(name, "/"))
	known := false
	for i := range slash.Commands {
		k := &slash.Commands[i]
		if name == "" && !view.May(k) || name != "" && k.Name != name && !strings.HasPrefix(k.Name, name+" ") {
			continue
		}
		known = true
		words := u.Words.Fill("slash.help", "usage", usage(u.Words, k), "meaning", meaning(u, k))
		if c.Tell(u, words); c.jump == "" {
			c.jump = words // the list begins in sight
		}
	}
	switch {
	case !known:
		c.Tell(u, ProblemWords(u.Words, &slash.Problem{Code: "unknown", Value: name}))
	case name == "":
		c.Tell(u, u.Words.Get("chat.help_slash"))
	}
}

// tellLaws lists the laws in force.
func (c *Chat) tellLaws(u *kit.Context) {
	names := u.Words.Get("page.no_laws")
	if laws := u.Model.Page.Laws; len(laws) > 0 {
		names = strings.Join(laws, ", ")
	}
	c.Tell(u, u.Words.Fill("slash.laws", "names", names))
}

// rankWords are the words for a player's ranks.
var rankWords = [rights.RankCount]string{"chat.rank_visitor", "chat.rank_builder", "chat.rank_keeper", "chat.rank_founder"}

// tellAdmin tells the player's rank in this world, and the founder and keepers who are here.
func (c *Chat) tellAdmin(u *kit.Context) {
	var keepers []string
	for i := range u.Model.Game.People {
		switch p := &u.Model.Game.People[i]; {
		case p.Me:
			c.Tell(u, u.Words.Get(rankWords[p.Rank]))
		case p.Rank >= rights.Keeper:
			keepers = append(keepers, p.Name)
		}
	}
	if len(keepers) == 0 {
		c.Tell(u, u.Words.Get("chat.admin_none"))
		return
	}
	c.Tell(u, u.Words.Fill("chat.admin_keepers", "names", strings.Join(keepers, ", ")))
}

// tellServer tells the cost of hosting on this machine.
func (c *Chat) tellServer(u *kit.Context) {
	h := &u.Model.Net.Host
	c.Tell(u, u.Words.Fill("chat.server_cost", "cpu", strconv.FormatFloat(h.CPUPercent, 'f', 1, 64), "memory", kit.Itoa(h.MemoryMB),
		"disk", strconv.FormatFloat(h.DiskMB, 'f', 1, 64), "tick", strconv.FormatFloat(h.TickP95ms, 'f', 2, 64)))
	c.Tell(u, u.Words.Fill("chat.server_part", "regions", kit.Itoa(h.Regions), "dormant", kit.Itoa(h.Dormant), "peers", kit.Itoa(h.Peers),
		"islands", kit.Itoa(h.Islands), "leads", kit.Itoa(h.Leads), "votes", kit.Itoa(h.Votes)))
}

// tellStats says how the world is doing.
func (c *Chat) tellStats(u *kit.Context) {
	n := &u.Model.Net
	c.Tell(u, u.Words.Fill("chat.stats_world", "players", kit.Itoa(len(u.Model.Game.People)),
		"ordered", strconv.FormatUint(n.Ordered, 10), "committed", strconv.FormatUint(n.Committed, 10)))
	c.Tell(u, u.Words.Fill("chat.stats_host", "leader", n.Leader, "links", kit.Itoa(len(n.Links)), "desyncs", kit.Itoa(n.Desyncs)))
	for i := range n.Links {
		l := &n.Links[i]
		c.Tell(u, u.Words.Fill("chat.stats_link", "name", l.Name, "ms", strconv.FormatFloat(l.RTTms, 'f', 0, 64),
			"loss", strconv.FormatFloat(l.Loss*100, 'f', 0, 64)))
	}
}
