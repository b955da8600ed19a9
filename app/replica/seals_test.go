package replica_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/net/key"
	"manyhold/net/register"
)

// Seals of net/register hold for game/blueprint, with the same ID, version and hash.
func TestSealsAreThoseOfTheNetwork(t *testing.T) {
	pair := key.FromSeed([32]byte{1})
	b := &blueprint.Blueprint{Author: game.PlayerID(pair.ID()), Editor: game.PlayerID(pair.ID()), Version: 7, By: "Ann", Title: "Lamp", Licence: "CC0-1.0", Host: "def on_use(me, who):\n    pass\n"}
	b.Seal = register.Seal(pair, blueprint.Unsealed(nil, b))
	data := blueprint.Append(nil, b)
	e, err := register.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if e.ID != uint64(b.ID()) || e.Version != 7 || e.Name != b.Name() || blueprint.Hash(e.Hash) != b.Sum() {
		t.Errorf("%+v of %+v", e, b)
	}
	if !b.Sealed() {
		t.Error("the seal is not taken for the editor's")
	}
	b.Host += " "
	if b.Sealed() {
		t.Error("the seal holds for another source")
	}
	if register.MaxBytes != blueprint.MaxBytes || register.MaxBlueprints != blueprint.MaxTitles || register.MaxOfAuthor != blueprint.MaxTitlesOf || register.MaxStored != blueprint.MaxStored {
		t.Error("the limits of both packages differ")
	}
}
