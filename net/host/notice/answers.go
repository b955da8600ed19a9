package notice

import "cmp"

// answers are the texts of the reasons why what a player asks for cannot be done: an entry of the charter, a
// command about the door, a message to the whole world, an order.
var answers = map[string]string{
	"act_joining":        "the node is still joining its world, and no peer answers; `manyhold status` shows the progress",
	"act_founder":        "only the world's founder can set that",
	"act_keepers":        "only the founder and keepers can set that",
	"act_title":          "only the founder and keepers can set that, and only the founder can change an entry made by the founder",
	"act_person":         "not allowed: the founder may do this to everyone else, keepers to visitors and builders, unless the founder decided otherwise",
	"act_entries":        "this player has made {most} charter entries, the most allowed",
	"act_yourself":       "you cannot {word} yourself",
	"act_own_heir":       "you cannot be your own heir",
	"act_no_place":       "you are not in the world; give the tile of the spawn: spawn X Y",
	"act_long":           "the text is too long: at most {most} bytes",
	"act_unknown":        "unknown player \"{name}\"; give the player's key",
	"act_several":        "{n} players are named \"{name}\"; give a key: {keys}",
	"act_firm":           "nothing to decree: no peer is missing",
	"act_decree":         "only the founder can decree that the missing peers are gone for good",
	"act_no_branch":      "no such branch waits for a keeper; `manyhold status` lists those that do",
	"act_accept":         "only the founder and keepers can accept a branch",
	"act_banned":         "this player is banned from this world",
	"shout_often":        "too many messages to the whole world; wait a few seconds",
	"shout_words":        "a message to the whole world has 1 to {most} bytes of plain text",
	"knock_often":        "you have just knocked; a player can knock every 30 seconds",
	"knock_gone":         "nobody of that name waits at the door",
	"knock_keeper":       "only the founder and keepers answer knocks",
	"invite_right":       "not allowed: founder and keepers invite, keepers for builders at most; only the founder ends the founder's invitations",
	"invite_unknown":     "no invitation begins with \"{name}\"; `manyhold world invites` lists them",
	"invite_several":     "{n} invitations begin with \"{name}\"",
	"invite_elsewhere":   "only the computer that made an invitation has its text",
	"order_refused":      "refused: {reason}",
	"order_claimed":      "refused: {reason}; the next free place is {x} {y}: claim {x} {y} {w} {h}",
	"order_stuck":        "something is in the way; still at {at}",
	"order_late":         "no answer within {seconds} s",
	"order_outside":      "not in the world",
	"order_stranger":     "no player named \"{name}\" is known here",
	"order_absent":       "no player named \"{name}\" is in the world",
	"order_ending":       "the node is ending",
	"order_not_invited":  "this world admits players with an invitation; ask its founder or a keeper for one, or knock (`manyhold do knock`)",
	"order_members_only": "this world admits members only; knock (`manyhold do knock`), and a keeper may let you in",
	"order_world_full":   "the world is full; waiting for room, {n} before you",
	"order_crowded":      "too many newcomers at once; waiting, {n} before you",
	"order_text":         "{word} takes 1 to {most} bytes of text",
}

// text is the English text of a code; "" for an unknown one.
func text(code string) string { return cmp.Or(english[code], answers[code], matches[code]) }
