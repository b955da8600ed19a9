package act

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/world"
)

// Say adds a line to the chat; the oldest is forgotten when there are ChatLines.
func Say(i *world.State, p *entity.PlayerState, b *entity.Body, text string) event.Reason {
	if !Speakable(text) {
		return event.BadText
	}
	if len(i.ChatLog) >= world.ChatLines {
		i.ChatLog = slices.Delete(i.ChatLog, 0, len(i.ChatLog)-world.ChatLines+1)
	}
	i.ChatSeq++
	i.ChatLog = append(i.ChatLog, world.ChatLine{Seq: i.ChatSeq, Tick: i.Clock, Seat: p.Seat, Name: p.Name.String(), Text: text})
	i.SumChat()
	i.TellText(event.Said, p, b.Pos, text)
	return event.NoReason
}
