// Package slash is the language of the chat's slash commands: one table says of each command its name, its
// arguments, the right that it needs, and its meaning. The same table reads a line, completes it and explains
// it, in the window, in `manyhold chat` and in `manyhold do '/…'`.
//
// A line is a slash, the name of a command and its arguments, separated by spaces. A name of a player that
// contains a space stands in double quotes. The last argument may be a text, which goes on to the end of the
// line. The package carries nothing out: app/order does, and the window answers what concerns it alone.
package slash

import (
	"manyhold/game/rights"
)

// Kind is what an argument may be.
type Kind uint8

// The kinds.
const (
	Text   Kind = iota // anything, to the end of the line
	Word               // one of Arg.Words
	Number             // a whole number from Arg.Least to Arg.Most
	Spell              // a length of time, see ParseSpell
	Player             // a player
	Lower              // a player of a lower rank
	Banned             // a player that is banned
	Muted              // a player that is muted
)

// Arg is an argument of a command.
type Arg struct {
	Kind        Kind
	Key         string // of its word in capitals, such as "player"
	Optional    bool
	Words       []string
	Least, Most int
	Long        int // longest Text in bytes; 0: as long as a line
}

// Command is a row of the table.
type Command struct {
	Name   string // without the slash; two words in some
	Args   []Arg
	Deed   rights.Deed // that a player must be allowed
	Window bool        // only a window can answer it
	Help   string      // its meaning, in English
}

// The words of arguments, and common arguments.
var (
	// Emotes are the emotes in the order of their numbers.
	Emotes = []string{"wave", "heart", "laugh", "cry", "angry", "wow", "sleepy", "yes"}
	// Laws are the laws of a world.
	Laws = []string{"blocking", "strife", "mercy", "homestead", "avatars", "peaceful", "keep"}

	lower  = Arg{Kind: Lower, Key: "player"}
	reason = Arg{Kind: Text, Key: "reason", Optional: true, Long: 240}
	spell  = Arg{Kind: Spell, Key: "duration", Optional: true}
)

func word(key string, words ...string) Arg { return Arg{Kind: Word, Key: key, Words: words} }

// maxName is the longest name of a player in bytes: entity.MaxName.
const maxName = 24

// Commands are all slash commands, in the order in which they are listed.
var Commands = []Command{
	{Name: "help", Args: []Arg{{Kind: Text, Key: "command", Optional: true}}, Help: "list the commands, or explain one"},
	{Name: "world", Args: []Arg{{Kind: Text, Key: "text"}}, Deed: rights.Talk, Help: "message everyone in the world, wherever they are"},
	{Name: "all", Args: []Arg{{Kind: Text, Key: "text"}}, Deed: rights.Talk, Help: "the same as /world"},
	{Name: "thing", Args: []Arg{{Kind: Text, Key: "text"}}, Deed: rights.Talk, Help: "give the things near you a command, which nobody reads; the same as !command"},
	{Name: "room", Args: []Arg{{Kind: Text, Key: "words"}}, Help: "create, join and watch matches, as in `manyhold room`: list, create ENGINE, join ID, ready ID"},
	{Name: "name", Args: []Arg{{Kind: Text, Key: "name", Long: maxName}}, Help: "change your name"},
	{Name: "emote", Args: []Arg{{Kind: Word, Key: "emote", Words: Emotes}}, Help: "show an emote"},
	{Name: "visit", Args: []Arg{{Kind: Player, Key: "player"}}, Help: "ask a player to let you come over"},
	{Name: "welcome", Args: []Arg{{Kind: Player, Key: "player"}}, Help: "let in a player who asked to come"},
	{Name: "spawn", Help: "return to the first hearth of the world"},
	{Name: "spawn set", Deed: rights.Rule, Help: "let newcomers appear where you stand"},
	{Name: "spawn clear", Deed: rights.Rule, Help: "let newcomers appear where the world began"},
	{Name: "claim", Args: []Arg{
		{Kind: Number, Key: "width", Optional: true, Least: 1, Most: 32}, {Kind: Number, Key: "height", Optional: true, Least: 1, Most: 32},
	}, Deed: rights.Claim, Help: "claim the land around you, 8 × 8 tiles if you give no size"},
	{Name: "unclaim", Deed: rights.Claim, Help: "give up your claim on the land where you stand"},
	{Name: "kick", Args: []Arg{lower, reason}, Deed: rights.Kick, Help: "remove a player for one minute"},
	{Name: "mute", Args: []Arg{lower, spell}, Deed: rights.Kick, Help: "keep a player from chatting, for 10m if you give no duration"},
	{Name: "unmute", Args: []Arg{{Kind: Muted, Key: "player"}}, Deed: rights.Kick, Help: "let a player chat again"},
	{Name: "ban", Args: []Arg{lower, spell, reason}, Deed: rights.Kick, Help: "ban a player, for good if you give no duration"},
	{Name: "pardon", Args: []Arg{{Kind: Banned, Key: "player"}}, Deed: rights.Kick, Help: "lift a ban"},
	{Name: "rank", Args: []Arg{lower, word("rank", "visitor", "builder", "keeper", "none")}, Deed: rights.Kick, Help: "give a player a rank"},
	{Name: "law", Args: []Arg{word("law", Laws...), word("switch", "on", "off")}, Deed: rights.Rule, Help: "turn a law on or off"},
	{Name: "laws", Help: "list the laws in force"},
	{Name: "title", Args: []Arg{{Kind: Text, Key: "text", Long: 240}}, Deed: rights.Rule, Help: "change the world's title"},
	{Name: "description", Args: []Arg{{Kind: Text, Key: "text", Long: 240}}, Deed: rights.Rule, Help: "change the world's description"},
	{Name: "entry", Args: []Arg{word("entry", "anyone", "invited", "members")}, Deed: rights.Set, Help: "decide who may enter"},
	{Name: "newcomers", Args: []Arg{word("rank", "visitor", "builder")}, Deed: rights.Set, Help: "decide the rank of newcomers"},
	{Name: "hosting", Args: []Arg{word("hosting", "open", "invited", "trusted")}, Deed: rights.Set, Help: "decide whose computers may host this world"},
	{Name: "cap", Args: []Arg{{Kind: Number, Key: "number", Least: 1, Most: 64}}, Deed: rights.Set, Help: "limit the players of an island"},
	{Name: "admin", Help: "your rank, and the keepers who are here"},
	{Name: "stats", Help: "status of the world and your connections"},
	{Name: "server stats", Help: "what hosting costs this computer"},
	{Name: "clear", Window: true, Help: "clear the chat in this window"},
	{Name: "chat clear", Window: true, Help: "the same as /clear"},
}

// Usage returns how a command is used. name returns the word for the key of an argument.
func (c *Command) Usage(name func(key string) string) string {
	s := "/" + c.Name
	for i := range c.Args {
		s += " " + c.Args[i].Usage(name)
	}
	return s
}

// Usage returns how an argument is shown: in brackets if it is optional.
func (a *Arg) Usage(name func(key string) string) string {
	if a.Optional {
		return "[" + name(a.Key) + "]"
	}
	return name(a.Key)
}
