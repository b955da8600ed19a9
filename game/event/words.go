package event

var reasons = [ReasonCount]string{
	"no reason", "too far", "something is in the way", "nothing is there", "not enough", "that cannot be placed there",
	"hands are full", "hands are empty", "no room", "too soon", "too hard", "not in the world", "the text cannot be sent",
	"there is no room beyond the border", "it is locked", "already at full health", "not enough water", "that does not burn", "frozen",
	"your rank does not allow that", "the land is claimed by somebody else", "by law you build only on your own land", "you are muted",
	"the world is entered by invitation", "only members enter the world", "the world is full", "too many newcomers at once: try again in a minute", "your place went to a player of the world",
	"a part of it is claimed already", "more land than your rank may claim", "nothing can be undone there",
	"the land round the arrival is everybody's",
	"this version or a later one is there already", "it does not name the authors of what it contains", "no blueprint has that name", "its script is stopped", "several have that name: write author/Title",
	"the blueprint was withdrawn",
	"by law nobody wears an own picture",
	"you need a stone pick", "you need a copper pick", "you need an ember pick",
	"no bench is near", "no furnace is near", "no loom is near", "no anvil is near",
	"no instrument is in hand",
	"you share as many pins as you may",
}

// String returns the reason in plain English, for logs and the command line. The window has texts of its
// own.
func (r Reason) String() string {
	if r >= ReasonCount {
		return "unknown"
	}
	return reasons[r]
}

var kinds = [KindCount]string{
	"nothing", "entered", "left", "said", "emoted", "renamed", "dig hit", "dug", "placed", "opened", "closed", "lit", "unlit",
	"picked up", "collected", "thrown", "kicked", "bounced", "landed", "splashed", "chest put", "chest taken", "dropped", "grew", "refused", "travelled", "told",
	"switched", "locked", "turned", "crafted", "visit requested", "visited",
	"ate", "hurt", "knocked out", "woke", "felled", "poured", "rode", "ruled", "affected", "pelted", "creaked", "granted", "hushed",
	"claim made", "claim ended", "claim shared", "claim free", "reverted", "reinstated", "published", "unpublished", "thing put", "thing gone", "thing changed", "thing used",
	"thing said", "thing sounded", "thing failed", "thing asked", "thing offered", "thing told", "thing moved", "overruled",
	"light won", "feasted", "lantern rose", "flickered", "tended", "watched",
	"shade rose", "shade faded", "clung", "robbed", "hoarded", "startled", "swooped", "cowed", "moth fled", "revived", "fell", "recovered", "goal reached",
	"dressed", "played", "performed", "launched", "charted", "carry asked", "hoisted", "set down", "achieved", "rewarded", "guttered", "burnt down",
}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if k >= KindCount {
		return "unknown"
	}
	return kinds[k]
}
