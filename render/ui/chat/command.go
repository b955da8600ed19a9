package chat

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"manyhold/game/entity"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// The slash commands.
const (
	slashHelp   = "/help"
	slashName   = "/name"
	slashEmote  = "/emote"
	slashStats  = "/stats"
	slashServer = "/server" // followed by "stats"
	slashWorld  = "/world"  // said to everybody, wherever in the world
	slashAll    = "/all"    // the same
	slashClear  = "/clear"  // the chat of this window
	slashSpawn  = "/spawn"  // to where the world began
	slashAdmin  = "/admin"  // shows ranks and admins
)

// parsed is a parsed line of the chat box.
type parsed struct {
	Action   model.Action // for the session, or nil
	command  string       // the slash command, without its arguments
	argument string
	Wrong    string // word key of the mistake; empty: none
	stays    bool   // the box stays open to show the answer
}

// ParseChat reads a line that is not empty and has no spaces around it. Two slashes say a line that begins
// with one.
func ParseChat(line string) parsed {
	if !strings.HasPrefix(line, "/") {
		return parsed{Action: model.Say{Text: line}}
	}
	if strings.HasPrefix(line, "//") {
		return parsed{Action: model.Say{Text: line[1:]}}
	}
	command, argument, _ := strings.Cut(line, " ")
	p := parsed{command: strings.ToLower(command), argument: strings.TrimSpace(argument)}
	switch p.command {
	case slashHelp, slashStats, slashClear, slashAdmin:
		p.stays = true
	case slashServer:
		if p.stays = strings.EqualFold(p.argument, "stats"); !p.stays {
			p.Wrong = "chat.server_unknown"
		}
	case slashSpawn:
		p.Action = model.GoHome{}
	case slashName:
		p.name()
	case slashWorld, slashAll:
		if p.Action = (model.Shout{Text: p.argument}); p.argument == "" {
			p.Action, p.Wrong = nil, "chat.world_missing"
		}
	case slashEmote:
		p.emote()
	default:
		p.Wrong = "chat.unknown"
	}
	return p
}

func (p *parsed) name() {
	switch {
	case p.argument == "":
		p.Wrong = "chat.name_missing"
	case len(p.argument) > entity.MaxName:
		p.Wrong = "chat.name_long"
	case !utf8.ValidString(p.argument):
		p.Wrong = "chat.name_bad"
	default:
		p.Action = model.SetName{Text: p.argument}
	}
}

func (p *parsed) emote() {
	if n, err := strconv.Atoi(p.argument); err == nil && n >= 1 && n <= model.EmoteCount {
		p.Action = model.SendEmote{Which: uint8(n)}
		return
	}
	for i, name := range model.EmoteNames {
		if strings.EqualFold(name, p.argument) {
			p.Action = model.SendEmote{Which: uint8(i + 1)}
			return
		}
	}
	p.Wrong = "chat.emote_unknown"
	if p.argument == "" {
		p.Wrong = "chat.emote_missing"
	}
}

// emoteList returns the names of the emotes, for an error that says which there are.
func emoteList(u *kit.Context) string { return strings.Join(model.EmoteNames[:], ", ") }

// tellHelp lists the slash commands.
func (c *Chat) tellHelp(u *kit.Context) {
	for _, key := range [...]string{"chat.help_world", "chat.help_name", "chat.help_emote", "chat.help_stats", "chat.help_server", "chat.help_spawn", "chat.help_admin", "chat.help_clear", "chat.help_slash"} {
		c.Tell(u, u.Words.Fill(key, "emotes", emoteList(u)))
	}
}

// rankWords are the words for a player's ranks.
var rankWords = [...]string{model.Guest: "chat.rank_guest", model.Member: "chat.rank_member", model.Keeper: "chat.rank_keeper"}

// tellAdmin tells the player's rank in this world, and the present owners and admins.
func (c *Chat) tellAdmin(u *kit.Context) {
	var keepers []string
	for i := range u.Model.Game.People {
		switch p := &u.Model.Game.People[i]; {
		case p.Me:
			c.Tell(u, u.Words.Get(rankWords[p.Rank]))
		case p.Rank == model.Keeper:
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
