package ui

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"manyhold/game/entity"
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
	slashAdmin  = "/admin"  // who may do what
)

// parsed is what a line typed into the chat box means.
type parsed struct {
	action   Action // for the session, or nil
	command  string // the slash command, without what follows
	argument string
	wrong    string // key of the words that say what is wrong; empty: nothing
	stays    bool   // the box stays open to show the answer
}

// parseChat reads a line that is not empty and has no spaces around it. Two slashes say a line that begins
// with one.
func parseChat(line string) parsed {
	if !strings.HasPrefix(line, "/") {
		return parsed{action: Say{Text: line}}
	}
	if strings.HasPrefix(line, "//") {
		return parsed{action: Say{Text: line[1:]}}
	}
	command, argument, _ := strings.Cut(line, " ")
	p := parsed{command: strings.ToLower(command), argument: strings.TrimSpace(argument)}
	switch p.command {
	case slashHelp, slashStats, slashClear, slashAdmin:
		p.stays = true
	case slashServer:
		if p.stays = strings.EqualFold(p.argument, "stats"); !p.stays {
			p.wrong = "chat.server_unknown"
		}
	case slashSpawn:
		p.action = GoHome{}
	case slashName:
		p.name()
	case slashWorld, slashAll:
		if p.action = (Shout{Text: p.argument}); p.argument == "" {
			p.action, p.wrong = nil, "chat.world_missing"
		}
	case slashEmote:
		p.emote()
	default:
		p.wrong = "chat.unknown"
	}
	return p
}

func (p *parsed) name() {
	switch {
	case p.argument == "":
		p.wrong = "chat.name_missing"
	case len(p.argument) > entity.MaxName:
		p.wrong = "chat.name_long"
	case !utf8.ValidString(p.argument):
		p.wrong = "chat.name_bad"
	default:
		p.action = SetName{Text: p.argument}
	}
}

func (p *parsed) emote() {
	if n, err := strconv.Atoi(p.argument); err == nil && n >= 1 && n <= EmoteCount {
		p.action = SendEmote{Which: uint8(n)}
		return
	}
	for i, name := range emoteNames {
		if strings.EqualFold(name, p.argument) {
			p.action = SendEmote{Which: uint8(i + 1)}
			return
		}
	}
	p.wrong = "chat.emote_unknown"
	if p.argument == "" {
		p.wrong = "chat.emote_missing"
	}
}

// emoteList returns the names of the emotes, for an error that says which there are.
func emoteList(u *Context) string { return strings.Join(emoteNames[:], ", ") }

// tellHelp lists the slash commands.
func (c *Chat) tellHelp(u *Context) {
	for _, key := range [...]string{"chat.help_world", "chat.help_name", "chat.help_emote", "chat.help_stats", "chat.help_server", "chat.help_spawn", "chat.help_admin", "chat.help_clear", "chat.help_slash"} {
		c.tell(u, u.words.Fill(key, "emotes", emoteList(u)))
	}
}

// rankWords are the words for what a player is in the world.
var rankWords = [...]string{Guest: "chat.rank_guest", Member: "chat.rank_member", Keeper: "chat.rank_keeper"}

// tellAdmin says what one is in this world, and who of those present looks after it.
func (c *Chat) tellAdmin(u *Context) {
	var keepers []string
	for i := range u.m.People {
		switch p := &u.m.People[i]; {
		case p.Me:
			c.tell(u, u.words.Get(rankWords[p.Rank]))
		case p.Rank == Keeper:
			keepers = append(keepers, p.Name)
		}
	}
	if len(keepers) == 0 {
		c.tell(u, u.words.Get("chat.admin_none"))
		return
	}
	c.tell(u, u.words.Fill("chat.admin_keepers", "names", strings.Join(keepers, ", ")))
}

// tellServer says what hosting costs this machine.
func (c *Chat) tellServer(u *Context) {
	h := &u.m.Net.Host
	c.tell(u, u.words.Fill("chat.server_cost", "cpu", strconv.FormatFloat(h.CPUPercent, 'f', 1, 64), "memory", itoa(h.MemoryMB),
		"disk", strconv.FormatFloat(h.DiskMB, 'f', 1, 64), "tick", strconv.FormatFloat(h.TickP95ms, 'f', 2, 64)))
	c.tell(u, u.words.Fill("chat.server_part", "regions", itoa(h.Regions), "dormant", itoa(h.Dormant), "peers", itoa(h.Peers),
		"islands", itoa(h.Islands), "leads", itoa(h.Leads), "votes", itoa(h.Votes)))
}

// tellStats says how the world is doing.
func (c *Chat) tellStats(u *Context) {
	n := &u.m.Net
	c.tell(u, u.words.Fill("chat.stats_world", "players", itoa(len(u.m.People)),
		"ordered", strconv.FormatUint(n.Ordered, 10), "committed", strconv.FormatUint(n.Committed, 10)))
	c.tell(u, u.words.Fill("chat.stats_host", "leader", n.Leader, "links", itoa(len(n.Links)), "desyncs", itoa(n.Desyncs)))
	for i := range n.Links {
		l := &n.Links[i]
		c.tell(u, u.words.Fill("chat.stats_link", "name", l.Name, "ms", strconv.FormatFloat(l.RTTms, 'f', 0, 64),
			"loss", strconv.FormatFloat(l.Loss*100, 'f', 0, 64)))
	}
}
