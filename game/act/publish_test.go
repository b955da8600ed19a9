package act_test

import (
	"fmt"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// TestWithdrawnTitlesOfStrangersLeaveRoom: what is withdrawn stays, so it is bounded as well, also if it
// comes withdrawn from the first version on.
func TestWithdrawnTitlesOfStrangersLeaveRoom(t *testing.T) {
	for _, first := range []blueprint.Flags{0, blueprint.Withdrawn} {
		i := &world.State{}
		publish := func(author byte, title string, version uint32, flags blueprint.Flags) event.Reason {
			b := &blueprint.Blueprint{Author: game.PlayerID{author, 1}, Editor: game.PlayerID{author, 1}, Version: version, By: "x", Title: title, Licence: "CC0-1.0", Flags: flags}
			data := blueprint.Append(nil, b)
			why := act.Admits(i, b, blueprint.HashOf(data), len(data))
			if why == event.NoReason {
				i.Blueprints.Put(blueprint.Entry{Blueprint: b, ID: b.ID(), Hash: blueprint.HashOf(data), Bytes: data})
			}
			return why
		}
		for n := range byte(60) {
			i.Roster.Here = append(i.Roster.Here, entity.PlayerState{Key: game.PlayerID{n, 1}, Seat: entity.Seat(n) + 1})
		}
		for n := range byte(59) {
			own := 0
			for k := range 40 {
				if publish(n, fmt.Sprint("t", k), 1, first) == event.NoReason {
					if own++; publish(n, fmt.Sprint("t", k), 2, blueprint.Withdrawn) != event.NoReason {
						t.Fatal("one cannot be withdrawn")
					}
				}
			}
			if own > act.MaxTitlesOfStranger {
				t.Fatalf("%d titles of one stranger", own)
			}
		}
		if n := len(i.Blueprints.List()); n != act.MaxTitlesByStrangers {
			t.Errorf("%d titles of strangers", n)
		}
		i.Code.Put(world.Ordinance{Topic: world.OfRank, Subject: game.PlayerID{59, 1}, Value: uint64(rights.Builder), Word: 1})
		if why := publish(59, "Lamp", 1, 0); why != event.NoReason {
			t.Errorf("a member: %s", why)
		}
	}
}

// No number of new keys fills the register: members find room, and unknown players publish nothing.
func TestStrangersLeaveRoomForBlueprints(t *testing.T) {
	i := &world.State{}
	admits := func(author byte, title string) event.Reason {
		b := &blueprint.Blueprint{Author: game.PlayerID{author, 1}, Editor: game.PlayerID{author, 1}, Version: 1, By: "x", Title: title, Licence: "CC0-1.0"}
		data := blueprint.Append(nil, b)
		why := act.Admits(i, b, blueprint.HashOf(data), len(data))
		if why == event.NoReason {
			i.Blueprints.Put(blueprint.Entry{Blueprint: b, ID: b.ID(), Hash: blueprint.HashOf(data), Bytes: data})
		}
		return why
	}
	if why := admits(1, "Lamp"); why != event.NotAllowed {
		t.Errorf("somebody unknown: %s", why)
	}
	for n := range byte(60) {
		i.Roster.Here = append(i.Roster.Here, entity.PlayerState{Key: game.PlayerID{n, 1}, Seat: entity.Seat(n) + 1})
	}
	taken := 0
	for n := range byte(59) {
		for k := range 10 {
			if admits(n, fmt.Sprint("t", k)) == event.NoReason {
				taken++
			}
		}
	}
	if taken != act.MaxByStrangers {
		t.Errorf("%d blueprints of strangers", taken)
	}
	i.Code.Put(world.Ordinance{Topic: world.OfRank, Subject: game.PlayerID{59, 1}, Value: uint64(rights.Builder), Word: 1})
	if why := admits(59, "Lamp"); why != event.NoReason {
		t.Errorf("a member: %s", why)
	}
	if why := admits(5, "t0"); why != event.OldVersion {
		t.Errorf("an old version: %s", why)
	}
}
