package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/grid"
	"manyhold/game/world"
	"manyhold/input/slash"
	"manyhold/net/charter"
	"manyhold/net/host/notice"
	"manyhold/net/key"
)

// MuteTime is how long a player is muted if no duration is given.
const MuteTime = 10 * time.Minute

// charterAct is a command about the charter. Fill adds the facts that only the node knows.
type charterAct struct {
	Entry charter.Entry
	Who   string        // of acts about a player: name or key, for Entry.Subject
	For   time.Duration // of Mute, and of a Ban that ends: for Entry.Value
	Here  bool          // of SetSpawn: Entry.Value is the player's own tile
}

// Fill completes the entry with the present tick of the world, the date, and where the player stands; here is
// false while it is not in the world.
func (a *charterAct) Fill(tick game.Tick, now time.Time, at grid.Tile, here bool) error {
	switch {
	case a.Entry.Act == charter.Kick:
		a.Entry.Value = uint64(tick)
	case a.Entry.Act == charter.Mute && a.For > 0:
		a.Entry.Value = uint64(tick) + uint64(a.For/time.Second)*game.TicksPerSecond
	case a.Entry.Act == charter.Ban && a.For > 0:
		a.Entry.Value = uint64(now.Add(a.For).Unix())
	case a.Here && !here:
		return notice.New("act_no_place")
	case a.Here:
		a.Entry.Value = world.PackTile(at)
	}
	return nil
}

// charterUse is the usage of a command about the charter, and a reader of its arguments: there is one at
// least. read is false if they are wrong.
type charterUse struct {
	use  string
	read func(a *charterAct, args []string, text string) (ok bool)
}

// charterUses are the commands by their first words.
var charterUses = map[string]charterUse{
	"policy":      {"policy open|invited|trusted", choice(charter.SetPolicy, map[string]uint64{"open": uint64(charter.Open), "invited": uint64(charter.Invited), "trusted": uint64(charter.Trusted)})},
	"entry":       {"entry anyone|invited|members", choice(charter.SetEntry, map[string]uint64{"anyone": charter.EntryAnyone, "invited": charter.EntryInvited, "members": charter.EntryMembers})},
	"newcomers":   {"newcomers visitor|builder", choice(charter.SetDefaultRank, map[string]uint64{"visitor": uint64(charter.Visitor), "builder": uint64(charter.Builder)})},
	"split":       {"split on|off", choice(charter.SetSplit, map[string]uint64{"on": 1, "off": 0})},
	"cap":         {"cap N, 1 to 64", number(charter.SetCap, 1, charter.MaxCap)},
	"places":      {"places N, 0 to 64; 0: 64", number(charter.SetPlaces, 0, charter.MaxPlaces)},
	"claimdays":   {"claimdays N, 0 to 10000; 0: the default", number(charter.SetClaimDays, 0, charter.MaxDays)},
	"strangers":   {"strangers N, 0 to 2", number(charter.SetStrangers, 0, charter.MaxStrangers)},
	"branchtime":  {"branchtime MINUTES, 0 to 44640", number(charter.SetBranchTime, 0, charter.MaxBranchTime)},
	"heir":        {"heir PLAYER PLACE, 1 to 16, or none", readHeir},
	"absence":     {"absence DAYS, or off", daysOr("off", number(charter.SetAbsence, 1, charter.MaxDays), charter.SetAbsence)},
	"recent":      {"recent DAYS, 1 or more", number(charter.SetRecent, 1, charter.MaxDays)},
	"rank":        {"rank PLAYER none|visitor|builder|keeper", readRank},
	"kick":        {"kick PLAYER [REASON]", readKick},
	"mute":        {"mute PLAYER [DURATION]", readMute},
	"unmute":      {"unmute PLAYER", about(charter.Mute)},
	"ban":         {"ban PLAYER [for DURATION] [REASON]", readBan},
	"pardon":      {"pardon PLAYER", about(charter.Pardon)},
	"law":         {"law blocking|strife|mercy|homestead|avatars|peaceful|keep on|off", readLaw},
	"spawn":       {"spawn here|X Y|clear", readSpawn},
	"title":       {"title TEXT", words(charter.SetTitle)},
	"description": {"description TEXT", words(charter.SetDescription)},
	"picture":     {"picture FILE.png|clear", readPicture},
}

// ParseCharter reads the words of a command. Its errors are for people, and the caller's fault.
func ParseCharter(words []string) (a charterAct, err error) {
	u, known := charterUses[words[0]]
	if !known {
		return a, fmt.Errorf("unknown command %q; `manyhold world charter --help` lists them", words[0])
	}
	args := words[1:]
	if len(args) == 0 || !u.read(&a, args, strings.Join(args, " ")) {
		return charterAct{}, fmt.Errorf("usage: manyhold world charter %s", u.use)
	}
	if len(a.Entry.Text) > charter.MaxText {
		return a, notice.New("act_long", "most", strconv.Itoa(charter.MaxText))
	}
	return a, nil
}

// choice reads one word of a few.
func choice(does charter.Act, among map[string]uint64) func(a *charterAct, args []string, text string) bool {
	return func(a *charterAct, _ []string, text string) (ok bool) {
		a.Entry.Act = does
		a.Entry.Value, ok = among[text]
		return ok
	}
}

// number reads a whole number within bounds.
func number(does charter.Act, least, most uint64) func(a *charterAct, args []string, text string) bool {
	return func(a *charterAct, _ []string, text string) bool {
		n, err := strconv.ParseUint(text, 10, 32)
		a.Entry.Act, a.Entry.Value = does, n
		return err == nil && n >= least && n <= most
	}
}

// words takes all arguments as a text.
func words(does charter.Act) func(a *charterAct, args []string, text string) bool {
	return func(a *charterAct, _ []string, text string) bool {
		a.Entry.Act, a.Entry.Text = does, text
		return true
	}
}

// about reads a player and nothing more.
func about(does charter.Act) func(a *charterAct, args []string, text string) bool {
	return func(a *charterAct, args []string, _ string) bool {
		a.Entry.Act, a.Who = does, args[0]
		return len(args) == 1
	}
}

func readRank(a *charterAct, args []string, _ string) bool {
	if len(args) != 2 {
		return false
	}
	a.Who = args[0]
	return choice(charter.Name, map[string]uint64{"none": charter.NameNobody, "visitor": charter.NameVisitor, "builder": charter.NameBuilder, "keeper": charter.NameKeeper})(a, nil, args[1])
}

func readKick(a *charterAct, args []string, _ string) bool {
	a.Entry.Act, a.Who, a.Entry.Text = charter.Kick, args[0], strings.Join(args[1:], " ")
	return true
}

func readMute(a *charterAct, args []string, _ string) (ok bool) {
	a.Entry.Act, a.Who, a.For, ok = charter.Mute, args[0], MuteTime, len(args) == 1
	if len(args) == 2 {
		a.For, ok = slash.ParseSpell(args[1])
	}
	return ok
}

func readBan(a *charterAct, args []string, _ string) bool {
	a.Entry.Act, a.Who = charter.Ban, args[0]
	why := args[1:]
	if len(why) > 0 && why[0] == "for" && len(why) > 1 {
		if d, ok := slash.ParseSpell(why[1]); ok { // else it is the reason that begins with "for"
			a.For, why = d, why[2:]
		}
	}
	a.Entry.Text = strings.Join(why, " ")
	return true
}

func readLaw(a *charterAct, args []string, _ string) bool {
	if len(args) != 2 {
		return false
	}
	law, known := act.LawNamed(args[0])
	a.Entry.Act, a.Entry.Value = charter.SetLaw, 2*uint64(law)
	if args[1] == "on" {
		a.Entry.Value++
	}
	return known && (args[1] == "on" || args[1] == "off")
}

func readSpawn(a *charterAct, args []string, text string) bool {
	a.Entry.Act, a.Here = charter.SetSpawn, text == "here"
	if len(args) != 2 {
		return text == "here" || text == "clear"
	}
	x, errX := strconv.ParseInt(args[0], 10, 32)
	y, errY := strconv.ParseInt(args[1], 10, 32)
	a.Entry.Value = world.PackTile(grid.Tile{X: int32(x), Y: int32(y)})
	at, ok := world.UnpackTile(a.Entry.Value)
	return errX == nil && errY == nil && ok && at == grid.Tile{X: int32(x), Y: int32(y)}
}

// readPicture reads the text of a picture: the command line has made it of a file.
func readPicture(a *charterAct, _ []string, text string) (ok bool) {
	a.Entry.Act = charter.SetPicture
	if text == "clear" {
		return true
	}
	a.Entry.Text = text
	_, ok = charter.ParsePicture(text)
	return ok
}

// daysOr reads a word for zero besides what another function reads.
func daysOr(zero string, read func(a *charterAct, args []string, text string) bool, does charter.Act) func(a *charterAct, args []string, text string) bool {
	return func(a *charterAct, args []string, text string) bool {
		a.Entry.Act = does
		return text == zero || read(a, args, text)
	}
}

// readHeir reads a player and its place among the heirs.
func readHeir(a *charterAct, args []string, _ string) bool {
	a.Who = args[0]
	place := strings.Join(args[1:], " ")
	return daysOr("none", number(charter.Heir, 1, charter.MaxHeirs), charter.Heir)(a, args[1:], place)
}

// Whois finds the key of a player by name, key, or the beginning of a key as it is shown. A name in other
// letters (upper and lower case) counts where nobody has the very name.
func Whois(word string, known map[key.ID]string) (key.ID, error) {
	if id, err := key.ParseID(word); err == nil {
		return id, nil
	}
	var found, alike []key.ID
	for id, name := range known {
		switch {
		case name == word || len(word) >= key.ShortLength && strings.HasPrefix(id.String(), strings.ToLower(word)):
			found = append(found, id)
		case strings.EqualFold(name, word):
			alike = append(alike, id)
		}
	}
	if len(found) == 0 {
		found = alike
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return key.ID{}, notice.New("act_unknown", "name", word)
	}
	var keys []string
	for _, id := range found {
		keys = append(keys, id.String())
	}
	slices.Sort(keys)
	return key.ID{}, notice.New("act_several", "n", strconv.Itoa(len(found)), "name", word, "keys", strings.Join(keys, ", "))
}
