package making_test

import (
	"testing"

	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/rig"
	"manyhold/game/rights"
)

// TestEachFlag: a blueprint with a flag and one without it differ in what a player sees. Preload is the
// exception, whose effect is on the machine: see TestPreload of package shelf.
func TestEachFlag(t *testing.T) {
	for _, c := range []struct {
		name string
		flag blueprint.Flags
		// is does something with a thing of the blueprint at (2, 0), and reports whether the flag has its
		// effect
		is func(s *rig.Stage, b *blueprint.Blueprint) bool
	}{
		{"locked: another builder cannot put it away", blueprint.Locked, func(s *rig.Stage, _ *blueprint.Blueprint) bool {
			return putAway(s, 2, s.Things.List()[0].ID) != event.NoReason
		}},
		{"frozen: its owner cannot set a property", blueprint.Frozen, func(s *rig.Stage, _ *blueprint.Blueprint) bool {
			s.Ask(1, command.Command{Kind: command.Adjust, Entity: s.Things.List()[0].ID, Text: "words=hello"})
			return refused(s.Run(3)) != event.NoReason
		}},
		{"public: another builder publishes the next version", blueprint.Public, func(s *rig.Stage, b *blueprint.Blueprint) bool {
			next := *b
			next.Version, next.Editor, next.About = 2, rig.Key(2), "another one"
			e := act.EntryOf(&s.State, &next)
			return act.Admits(&s.State, e.Blueprint, e.Hash, len(e.Bytes)) == event.NoReason
		}},
		{"disabled: its script does not run", blueprint.Disabled, func(s *rig.Stage, _ *blueprint.Blueprint) bool {
			before := string(s.Things.List()[0].State)
			use(s, 2, 2, 0)
			return string(s.Things.List()[0].State) == before
		}},
		{"unsaved: it goes with the next version", blueprint.Unsaved, func(s *rig.Stage, b *blueprint.Blueprint) bool {
			next := *b
			next.Version = 2
			act.Hold(&s.State, act.EntryOf(&s.State, &next))
			return s.Things.Count() == 0
		}},
		{"withdrawn: there is no further one", blueprint.Withdrawn, func(s *rig.Stage, b *blueprint.Blueprint) bool {
			if b.Has(blueprint.Withdrawn) {
				act.Hold(&s.State, act.EntryOf(&s.State, b.Withdrawal(false)))
			}
			return put(s, 1, b.ID(), 3, 0) == event.Withdrawn
		}},
	} {
		for _, flag := range []blueprint.Flags{0, c.flag} {
			s := stage(t)
			grant(s, 2, rights.Builder)
			b := lamp(1)
			b.Flags = flag &^ blueprint.Withdrawn
			of := publish(t, &s.State, b)
			if why := put(s, 1, of, 2, 0); why != event.NoReason {
				t.Fatalf("%s: %s", c.name, why)
			}
			b.Flags = flag
			if got := c.is(s, b); got != (flag != 0) {
				t.Errorf("%s: with flags %x it is %v", c.name, flag, got)
			}
		}
	}
}
