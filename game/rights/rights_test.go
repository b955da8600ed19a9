package rights_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/rights"
)

// TestEveryCommandHasItsDeed: the deed of each command is written down here a second time.
func TestEveryCommandHasItsDeed(t *testing.T) {
	want := map[rights.Deed][]command.Kind{
		rights.Move: {command.Enter, command.Leave, command.Move, command.StopDig, command.Select, command.Swap, command.Emote, command.SetName,
			command.SetLook, command.Sleep, command.Craft, command.BagSort, command.Visit, command.Welcome, command.RemoteVisit, command.Home},
		rights.Talk:   {command.Say, command.Play, command.Pin},
		rights.Play:   {command.Kick, command.Throw, command.Drop, command.Carry},
		rights.Use:    {command.Use, command.Adjust, command.Ask},
		rights.Take:   {command.PickUp, command.ChestPut, command.ChestTake, command.ChestTakeAll, command.ChestStack, command.ChestMove, command.ChestSort},
		rights.Build:  {command.Dig, command.Place, command.Fill, command.Erase, command.Put, command.PutAway, command.Relink, command.Shift, command.Wear},
		rights.Claim:  {command.Claim, command.Unclaim, command.Share},
		rights.Revert: {command.Revert},
	}
	seen := map[command.Kind]bool{}
	for d, kinds := range want {
		for _, k := range kinds {
			if seen[k] = true; rights.DeedOf(k) != d {
				t.Errorf("%s is to %s", k, rights.DeedOf(k))
			}
		}
	}
	for k := command.NoKind + 1; k < command.KindCount; k++ {
		if !seen[k] {
			t.Errorf("nobody says what deed %q is", k)
		}
	}
	if d := rights.DeedOf(command.KindCount); rights.May(d, rights.Founder, rights.Own, rights.Law{}) == event.NoReason {
		t.Error("an unknown command is allowed")
	}
}

// TestRights is the whole table, deed × rank × land, without and with the law of homesteads. A row has the
// ranks in their order, each with a letter for common, own, opened and foreign land: y yes, n not by rank,
// c claimed by somebody else, l not by law.
func TestRights(t *testing.T) {
	letters := map[event.Reason]byte{event.NoReason: 'y', event.NotAllowed: 'n', event.Claimed: 'c', event.NotYours: 'l'}
	for _, row := range []struct {
		deed           rights.Deed
		plain, settled string
	}{
		{rights.Move, "yyyy yyyy yyyy yyyy", "yyyy yyyy yyyy yyyy"},
		{rights.Talk, "yyyy yyyy yyyy yyyy", "yyyy yyyy yyyy yyyy"},
		{rights.Play, "yyyy yyyy yyyy yyyy", "yyyy yyyy yyyy yyyy"},
		{rights.Inspect, "yyyy yyyy yyyy yyyy", "yyyy yyyy yyyy yyyy"},
		{rights.Use, "yyyc yyyc yyyy yyyy", "yyyc yyyc yyyy yyyy"},
		{rights.Take, "nnnn yycc yyyy yyyy", "nnnn lycc yyyy yyyy"},
		{rights.Build, "nnnn yycc yyyy yyyy", "nnnn lycc yyyy yyyy"},
		{rights.Claim, "nnnn yyyy yyyy yyyy", "nnnn yyyy yyyy yyyy"},
		{rights.Revert, "nnnn nnnn yyyy yyyy", "nnnn nnnn yyyy yyyy"},
		{rights.Kick, "nnnn nnnn yyyy yyyy", "nnnn nnnn yyyy yyyy"},
		{rights.Invite, "nnnn nnnn yyyy yyyy", "nnnn nnnn yyyy yyyy"},
		{rights.Rule, "nnnn nnnn yyyy yyyy", "nnnn nnnn yyyy yyyy"},
		{rights.Publish, "nnnn yyyy yyyy yyyy", "nnnn yyyy yyyy yyyy"},
		{rights.Set, "nnnn nnnn nnnn yyyy", "nnnn nnnn nnnn yyyy"},
	} {
		for homestead, want := range map[bool]string{false: row.plain, true: row.settled} {
			got := ""
			for r := range rights.RankCount {
				if r > 0 {
					got += " "
				}
				for on := range rights.LandCount {
					got += string(letters[rights.May(row.deed, r, on, rights.Law{Homestead: homestead})])
				}
			}
			if got != want {
				t.Errorf("%s, homestead %v: %s, want %s", row.deed, homestead, got, want)
			}
		}
	}
}

// TestEntry: who may enter by each policy, without and with a rank by name.
func TestEntry(t *testing.T) {
	for _, c := range []struct {
		entry rights.Entry
		named bool
		rank  rights.Rank
		why   event.Reason
	}{
		{rights.Anyone, false, rights.Visitor, event.NoReason},
		{rights.Anyone, false, rights.Builder, event.NoReason},
		{rights.Invited, false, rights.Builder, event.NotInvited},
		{rights.Invited, true, rights.Visitor, event.NoReason},
		{rights.Invited, true, rights.Founder, event.NoReason},
		{rights.Members, false, rights.Builder, event.MembersOnly},
		{rights.Members, true, rights.Visitor, event.MembersOnly},
		{rights.Members, true, rights.Builder, event.NoReason},
		{rights.Members, true, rights.Keeper, event.NoReason},
	} {
		if why := rights.MayEnter(c.entry, c.named, c.rank); why != c.why {
			t.Errorf("%s, %s, by name %v: %s", c.entry, c.rank, c.named, why)
		}
	}
}
