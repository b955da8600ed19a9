package act

import (
	"slices"
	"strings"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/world"
)

// Say adds a line to the chat; the oldest is forgotten when there are ChatLines.
func Say(i *world.State, p *entity.PlayerState, b *entity.Body, text string) event.Reason {
	if !Speakable(text) {
		return event.BadText
	}
	if words, is := Called(text); is {
		i.Calls = append(i.Calls, event.Event{Seat: p.Seat, Pos: b.Pos, Text: words})
		return event.NoReason
	}
	if tooTalkative(i, p.Seat) {
		return event.TooSoon
	}
	if len(i.Chat.Log) >= world.ChatLines {
		i.Chat.Log = slices.Delete(i.Chat.Log, 0, len(i.Chat.Log)-world.ChatLines+1)
	}
	i.Chat.Seq++
	i.Chat.Log = append(i.Chat.Log, world.ChatLine{Seq: i.Chat.Seq, Tick: i.Clock, Seat: p.Seat, Name: p.Name.String(), Text: text})
	i.Chat.Sum()
	i.TellText(event.Said, p, b.Pos, text)
	return event.NoReason
}

// Called returns the words of a line that is a command to the things near its speaker: it begins with an
// exclamation mark and a letter or digit, and nobody reads it.
func Called(text string) (words string, is bool) {
	words, is = strings.CutPrefix(text, "!")
	return words, is && words != "" && words[0] != ' ' && words[0] != '!' && words[0] != '?'
}

// tooTalkative reports whether a player has said as much lately as it may. A line that others pushed out of
// the chat counts no more: then many talk, and each of them little.
func tooTalkative(i *world.State, s entity.Seat) bool {
	n := 0
	for k := len(i.Chat.Log) - 1; k >= 0 && i.Chat.Log[k].Tick+world.ChatTime > i.Clock; k-- {
		if i.Chat.Log[k].Seat == s {
			n++
		}
	}
	return n >= world.ChatBurst
}
