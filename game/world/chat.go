package world

import (
	"fmt"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
)

// Chat is the newest spoken lines.
type Chat struct {
	Log []ChatLine // oldest first
	Seq uint64     // of the last line
	sum uint64     // hash of both
}

// copyFrom takes over another chat, into memory that is there.
func (h *Chat) copyFrom(from *Chat) {
	if h.sum != from.sum || h.Seq != from.Seq {
		h.Log, h.Seq, h.sum = append(h.Log[:0], from.Log...), from.Seq, from.sum
	}
}

// ChatLine is one thing that was said.
type ChatLine struct {
	Seq  uint64 // ascending within a world, from 1
	Tick game.Tick
	Seat entity.Seat
	Name string // the speaker's when it was said
	Text string
}

// Sum brings the sum up to date; every change of the chat or its sequence number must call it. The sum is
// kept because lines are many words scattered in memory, and few turns add one.
func (h *Chat) Sum() { h.sum = xxh3.Hash(h.append(nil)) }

func (h *Chat) append(dst []byte) []byte {
	dst = codec.U64(dst, h.Seq)
	dst = codec.Uvarint(dst, uint64(len(h.Log)))
	for k := range h.Log {
		l := &h.Log[k]
		dst = codec.U64(codec.U64(dst, l.Seq), uint64(l.Tick))
		dst = codec.Text(codec.Text(codec.U16(dst, uint16(l.Seat)), l.Name), l.Text)
	}
	return dst
}

func (h *Chat) read(c *codec.Cursor) {
	c.Within("its chat", 0)
	h.Seq = c.U64()
	last := uint64(0)
	for range c.Count(ChatLines, 20) {
		l := ChatLine{Seq: c.U64(), Tick: game.Tick(c.U64()), Seat: entity.Seat(c.U16())}
		l.Name, l.Text = string(c.Blob(entity.MaxName)), string(c.Blob(command.MaxText))
		c.Within("line %d of the chat", l.Seq)
		c.Must(l.Seq > last && l.Seq <= h.Seq, "lines must be in ascending order")
		c.Must(utf8.ValidString(l.Name) && utf8.ValidString(l.Text), "words must be in UTF-8")
		last = l.Seq
		h.Log = append(h.Log, l)
	}
}

func diffChat(a, b *State) string {
	for k := range min(len(a.Chat.Log), len(b.Chat.Log)) {
		if s := unlike(fmt.Sprintf("chat[%d]", k), a.Chat.Log[k], b.Chat.Log[k]); s != "" {
			return s
		}
	}
	return first("", unlike("lines of chat", len(a.Chat.Log), len(b.Chat.Log)), unlike("lines ever said", a.Chat.Seq, b.Chat.Seq))
}
