package event

var reasons = [ReasonCount]string{
	"no reason", "too far", "something is in the way", "nothing is there", "not enough", "that cannot be placed there",
	"hands are full", "hands are empty", "no room", "too soon", "too hard", "not in the world", "the text cannot be sent",
	"there is no room beyond the border", "it is locked", "already at full health", "not enough water", "that does not burn", "frozen",
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
	"ate", "hurt", "knocked out", "woke", "felled", "poured", "rode", "ruled", "affected", "pelted", "creaked",
}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if k >= KindCount {
		return "unknown"
	}
	return kinds[k]
}
