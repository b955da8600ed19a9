package status

import (
	"fmt"
	"testing"
	"time"

	"manyhold/game/grid"
	"manyhold/game/world"
	"manyhold/net/charter"
	"manyhold/net/key"
)

// TestCharterRules: what the charter says reaches the status; what has ended does not.
func TestCharterRules(t *testing.T) {
	pairs := [4]key.Pair{}
	for i := range pairs {
		pairs[i] = key.FromSeed([32]byte{byte(i + 1)})
	}
	set := charter.NewSet(charter.World{ID: [32]byte{9}, Founder: pairs[0].ID()})
	now := time.Unix(20_000*86400, 0)
	var s CharterStatus
	s.addRules(set.State(), 500, now, key.ID.Short)
	if s.Rules != (CharterRules{"open", "anyone", "builder", charter.MaxCap, true, charter.MaxStrangers, world.ClaimDays, charter.DefaultBranchTime, charter.MaxPlaces, nil}) || len(s.Ranked) != 1 {
		t.Errorf("an empty charter: %+v, %v", s.Rules, s.Ranked)
	}
	for _, e := range []charter.Entry{
		{Act: charter.SetPolicy, Value: uint64(charter.Trusted)}, {Act: charter.SetEntry, Value: charter.EntryInvited}, {Act: charter.SetDefaultRank},
		{Act: charter.SetCap, Value: 9}, {Act: charter.SetSplit}, {Act: charter.SetStrangers, Value: 1}, {Act: charter.SetClaimDays, Value: 5},
		{Act: charter.SetBranchTime, Value: 60}, {Act: charter.SetPlaces, Value: 7}, {Act: charter.SetSpawn, Value: world.PackTile(grid.Tile{X: 3, Y: -4})},
		{Act: charter.SetDescription, Text: "A bay."}, {Act: charter.Name, Subject: pairs[1].ID(), Value: charter.NameKeeper},
		{Act: charter.Ban, Subject: pairs[2].ID(), Text: "rude", Value: uint64(now.Unix() + 60)}, {Act: charter.Ban, Subject: pairs[3].ID(), Value: uint64(now.Unix())},
		{Act: charter.Mute, Subject: pairs[2].ID(), Value: 500 + 120}, {Act: charter.Mute, Subject: pairs[3].ID(), Value: 500},
	} {
		if _, err := set.Write(pairs[0], e, 20_000); err != nil {
			t.Fatal(e.Act, err)
		}
	}
	s.addRules(set.State(), 500, now, key.ID.Short)
	spawn := s.Rules.Spawn
	s.Rules.Spawn = nil
	if s.Rules != (CharterRules{"trusted", "invited", "visitor", 9, false, 1, 5, 60, 7, nil}) || spawn == nil || *spawn != [2]int32{3, -4} || s.Description != "A bay." {
		t.Errorf("%+v, spawn %v, %q", s.Rules, spawn, s.Description)
	}
	two := PeerName{pairs[2].ID().String(), pairs[2].ID().Short()}
	for what, got := range map[string][2]any{
		"ranks": {s.Ranked[1].Rank, "keeper"},
		"bans":  {s.Bans, []BanStatus{{two, pairs[0].ID().Short(), "rude", now.Unix() + 60}}},
		"mutes": {s.Mutes, []MuteStatus{{two, 2}}},
	} {
		if fmt.Sprint(got[0]) != fmt.Sprint(got[1]) {
			t.Errorf("%s: %v, want %v", what, got[0], got[1])
		}
	}
}
