package status

import (
	"strings"
	"testing"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/key"
)

// TestLoginWords: a login counts when its player signed it and a majority of an epoch's voters sealed just
// that.
func TestLoginWords(t *testing.T) {
	ada, bo, cy := key.FromSeed([32]byte{1}), key.FromSeed([32]byte{2}), key.FromSeed([32]byte{3})
	world := charter.World{ID: [32]byte{9}, Founder: ada.ID()}
	r := &epoch.Record{Reason: epoch.Founded, World: world.ID, Island: epoch.Home, Number: 4, FirstTurn: 1, Firm: true,
		Voters: []epoch.Voter{{Key: ada.ID()}, {Key: bo.ID()}, {Key: cy.ID()}}}
	known := &logins{world, map[[32]byte]*epoch.Record{r.Hash(): r}, map[key.ID]string{ada.ID(): "Ada", bo.ID(): "Bo"}}
	sealed := func(by ...key.Pair) *charter.Login {
		l := &charter.Login{First: 1e9, Last: 1e9 + 5}
		l.Sign(cy, world.ID)
		l.Epoch = r.Hash()
		var seals []epoch.Cosignature
		for _, p := range by {
			seals = append(seals, l.Cosign(p, world.ID, r.Hash()))
		}
		return l.WithSignatures(r, seals)
	}
	forged, elsewhere, unsigned := sealed(ada, bo), sealed(ada, bo), sealed(ada, bo)
	forged.Signatures[0].Signature[3] ^= 1
	elsewhere.Epoch = [32]byte{8}
	unsigned.Last++
	for _, c := range []struct {
		l    *charter.Login
		says []string
	}{
		{sealed(ada, bo), []string{"somebody (" + cy.ID().Short(), "Ada (", "Bo (", "countersigned by", ": 2 of 3 voters of epoch 4"}},
		{sealed(ada), []string{"not countersigned by a majority of epoch 4", "1 countersignatures"}},
		{forged, []string{"not countersigned by a majority", "a countersignature of"}},
		{elsewhere, []string{"2 signatures of an epoch that is not in this file"}},
		{unsigned, []string{"not signed by the player"}},
	} {
		got := known.words(c.l)
		for _, s := range c.says {
			if !strings.Contains(got, s) {
				t.Errorf("%q does not say %q", got, s)
			}
		}
	}
}
