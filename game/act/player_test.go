package act_test

import (
	"strings"
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// TestWear: a picture is worn where the law allows it, by a builder, and is taken off without; the name of
// one is 64 digits in one way of writing. While the law is off, it is refused with a reason.
func TestWear(t *testing.T) {
	name := strings.Repeat("0f", 32)
	var worn entity.Avatar
	for k := range worn {
		worn[k] = 0x0f
	}
	for _, c := range []struct {
		what string
		law  bool
		rank rights.Rank
		text string
		want entity.Avatar
		why  event.Reason
	}{
		{"a picture", true, rights.Builder, name, worn, event.NoReason},
		{"without the law", false, rights.Builder, name, entity.Avatar{}, event.NoAvatars},
		{"a keeper without the law", false, rights.Keeper, name, entity.Avatar{}, event.NoAvatars},
		{"a visitor", true, rights.Visitor, name, entity.Avatar{}, event.NotAllowed},
		{"nothing", false, rights.Builder, "", entity.Avatar{}, event.NoReason},
		{"a name that is short", true, rights.Builder, name[1:], entity.Avatar{}, event.BadText},
		{"a name that is long", true, rights.Builder, name + "0f", entity.Avatar{}, event.BadText},
		{"no digits", true, rights.Builder, strings.Repeat("xy", 32), entity.Avatar{}, event.BadText},
		{"capital digits", true, rights.Builder, strings.ToUpper(name), entity.Avatar{}, event.BadText},
		{"nothing in digits", true, rights.Builder, strings.Repeat("0", 64), entity.Avatar{}, event.BadText},
	} {
		s := rig.NewStage(t).Enter(1).Grant(1, c.rank)
		if c.law {
			s.Rule(world.Avatars)
		}
		seq := s.Ask(1, command.Command{Kind: command.Wear, Text: c.text})
		why := event.NoReason
		for _, e := range s.Run(6).Log {
			if e.Kind == event.Refused && e.Seq == seq {
				why = event.Reason(e.A)
			}
		}
		if got := s.Player(1).Avatar; got != c.want || why != c.why {
			t.Errorf("%s: wears %x, %v; want %x, %v", c.what, got[:2], why, c.want[:2], c.why)
		}
	}
	s := rig.NewStage(t).Enter(1).Grant(1, rights.Builder).Rule(world.Avatars)
	s.Ask(1, command.Command{Kind: command.Wear, Text: name})
	s.Run(6)
	s.Rule()
	s.Ask(1, command.Command{Kind: command.Wear})
	if s.Run(6); s.Player(1).Avatar != (entity.Avatar{}) {
		t.Error("it cannot be taken off without the law")
	}
}
