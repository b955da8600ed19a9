package island

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/event"
)

// say adds a line to the chat; the oldest is forgotten when there are ChatLines.
func say(i *State, p *entity.PlayerState, b *entity.Body, text string) event.Reason {
	if !speakable(text) {
		return event.BadText
	}
	if len(i.chat) >= ChatLines {
		i.chat = slices.Delete(i.chat, 0, len(i.chat)-ChatLines+1)
	}
	i.chatSeq++
	i.chat = append(i.chat, ChatLine{Seq: i.chatSeq, Tick: i.tick, Seat: p.Seat, Name: p.Name.String(), Text: text})
	i.sumChat()
	i.tellText(event.Said, p, b.Pos, text)
	return event.NoReason
}
