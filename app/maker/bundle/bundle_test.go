package bundle

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/app/maker"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/net/asset"
	"manyhold/net/key"
)

var pair = key.FromSeed([32]byte{1})

// sealed makes a signed blueprint that names some assets.
func sealed(t testing.TB, title string, assets ...string) (*blueprint.Blueprint, *maker.Work) {
	t.Helper()
	w := &maker.Work{Blueprint: blueprint.Blueprint{Title: title, Licence: "CC-BY-4.0 OR MIT",
		Credits: []blueprint.Credit{{Author: game.PlayerID{3}, By: "Bob", Title: "Old"}}}}
	for k, data := range assets {
		a := maker.Asset{Name: string(rune('a' + k)), Data: []byte(data)}
		w.Assets = append(w.Assets, a)
		w.Blueprint.Assets = append(w.Blueprint.Assets, blueprint.Named{Name: a.Name, Is: a.Sum()})
	}
	b, err := w.Seal(pair, "Ann", 1)
	if err != nil {
		t.Fatal(err)
	}
	return b, w
}

// sample is a bundle of two blueprints that share an asset.
func sample(t testing.TB) (*Bundle, []byte) {
	t.Helper()
	lamp, w := sealed(t, "Lamp", "one", "two")
	door, v := sealed(t, "Door", "two", "three")
	b, err := New([]*blueprint.Blueprint{lamp, door}, func(is blueprint.Asset) []byte {
		if data := w.Asset(is); data != nil {
			return data
		}
		return v.Asset(is)
	})
	if err != nil {
		t.Fatal(err)
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return b, data
}

// TestBundle: what is packed is unpacked with equal hashes, whatever the order in which it was given.
func TestBundle(t *testing.T) {
	b, data := sample(t)
	again, err := Decode(data)
	if err != nil || !reflect.DeepEqual(again, b) || len(b.Assets) != 3 || !Is(data) {
		t.Fatalf("%v\n%+v\n%+v", err, again, b)
	}
	turned, err := New([]*blueprint.Blueprint{b.Blueprints[1], b.Blueprints[0]}, again.Asset)
	if err != nil {
		t.Fatal(err)
	}
	if other, err := turned.Encode(); err != nil || !bytes.Equal(other, data) {
		t.Errorf("%v: the order changes the bytes", err)
	}
	for k, p := range again.Blueprints {
		if p.Sum() != b.Blueprints[k].Sum() || !p.Sealed() {
			t.Error("another hash")
		}
	}
	for _, words := range []string{"Ann/Lamp, version 1", "Licence: CC-BY-4.0 OR MIT", "Based on: Bob/Old", "MIT: MIT License", "https://creativecommons.org/licenses/by/4.0/"} {
		if !strings.Contains(b.Notice, words) {
			t.Errorf("the notice lacks %q:\n%s", words, b.Notice)
		}
	}
	for _, l := range []string{"MIT", "CC-BY-4.0"} {
		k := slices.IndexFunc(maker.Licences, func(x maker.Licence) bool { return x.ID == l })
		if strings.Count(b.Notice, maker.Licences[k].Text("the authors above")) != 1 {
			t.Errorf("the text of %s is not there once", l)
		}
	}
	if strings.Contains(b.Notice, "Apache") {
		t.Error("it has the text of another licence")
	}
	if _, err := New(b.Blueprints, func(blueprint.Asset) []byte { return nil }); !errors.Is(err, ErrIncomplete) {
		t.Error(err)
	}
}

// TestAllLicences: a bundle has the texts of all usual licences if its blueprint names all, and is an asset.
func TestAllLicences(t *testing.T) {
	for _, l := range maker.Licences {
		w := &maker.Work{Blueprint: blueprint.Blueprint{Title: "Lamp", Licence: l.ID}}
		p, err := w.Seal(pair, "Ann", 1)
		if err != nil {
			t.Fatal(err)
		}
		b, err := New([]*blueprint.Blueprint{p}, nil)
		if err != nil {
			t.Fatal(err)
		}
		data, err := b.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(b.Notice, l.Text("the authors above")) {
			t.Errorf("%s: the notice does not end with its text", l.ID)
		}
		if k, err := asset.Recognise(data); k != asset.Bundle || err != nil {
			t.Errorf("%s: %v, %v", l.ID, k, err)
		}
	}
	all := 0
	for _, l := range maker.Licences {
		all += len(l.Text(""))
	}
	if all > asset.MaxNotice*3/4 {
		t.Errorf("all texts have %d bytes", all)
	}
	if asset.MaxBlueprint != blueprint.MaxBytes {
		t.Error("the two packages have other limits of a blueprint")
	}
}

// closed puts the right hash behind the contents of a bundle.
func closed(contents []byte) []byte {
	sum := sha256.Sum256(contents)
	return append(bytes.Clone(contents), sum[:]...)
}

// TestFalseBundles: each way in which a bundle can be false is refused, also with the right hash at its end.
func TestFalseBundles(t *testing.T) {
	good, data := sample(t)
	build := func(change func(b *Bundle)) []byte {
		b := *good
		b.Blueprints = append([]*blueprint.Blueprint(nil), good.Blueprints...)
		b.Assets = append([][]byte(nil), good.Assets...)
		change(&b)
		dst := codec.Uvarint(codec.Text(codec.U8([]byte(magic), version), b.Notice), uint64(len(b.Blueprints)))
		for _, p := range b.Blueprints {
			dst = codec.Blob(dst, blueprint.Append(nil, p))
		}
		dst = codec.Uvarint(dst, uint64(len(b.Assets)))
		for _, a := range b.Assets {
			dst = codec.Blob(dst, a)
		}
		return closed(dst)
	}
	if !bytes.Equal(build(func(*Bundle) {}), data) {
		t.Fatal("the test builds something else")
	}
	inner := data[:len(data)-sha256.Size]
	for _, c := range []struct {
		name, why string
		data      []byte
	}{
		{"nothing", "does not begin", nil},
		{"an exported world", "does not begin", []byte("manyhold world, and more")},
		{"the magic alone", "cut short", []byte(magic)},
		{"cut short", "cut short or changed", data[:len(data)-1]},
		{"another format", "format must be known", closed(append([]byte(magic), version+1))},
		{"bytes behind the end", "bytes follow the end", closed(append(bytes.Clone(inner), 0))},
		{"cut short and closed", "blueprint: malformed", closed(inner[:len(magic)+1+3])},
		{"no blueprint", "must be a blueprint", build(func(b *Bundle) { b.Blueprints = nil })},
		{"a notice that is no text", "notice must be text", build(func(b *Bundle) { b.Notice = "\x1b[2J" })},
		{"a forged signature", "the signature of Ann/", build(func(b *Bundle) {
			p := *b.Blueprints[0]
			p.About = "mine"
			b.Blueprints[0] = &p
		})},
		{"an invalid blueprint", "title", build(func(b *Bundle) {
			p := *b.Blueprints[0]
			p.Title = ""
			b.Blueprints[0] = &p
		})},
		{"out of order", "out of order", build(func(b *Bundle) { b.Blueprints[0], b.Blueprints[1] = b.Blueprints[1], b.Blueprints[0] })},
		{"a blueprint twice", "out of order", build(func(b *Bundle) { b.Blueprints[1] = b.Blueprints[0] })},
		{"an asset is missing", "has 2 assets, and its blueprints name 3", build(func(b *Bundle) { b.Assets = b.Assets[:2] })},
		{"an asset too many", "has 4 assets", build(func(b *Bundle) { b.Assets = append(b.Assets, []byte("four")) })},
		{"another asset", "asset 1 is none", build(func(b *Bundle) { b.Assets[1] = []byte("four") })},
		{"assets out of order", "asset 0 is none", build(func(b *Bundle) { b.Assets[0], b.Assets[1] = b.Assets[1], b.Assets[0] })},
		{"a forged number of assets", "not allowed", closed(codec.Uvarint(codec.Blob(codec.Uvarint(codec.Text(codec.U8([]byte(magic), version), ""), 1), blueprint.Append(nil, good.Blueprints[0])), 1<<40))},
	} {
		if c.name == "cut short and closed" {
			c.why = "codec"
		}
		if _, err := Decode(c.data); !errors.Is(err, ErrMalformed) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %s", c.name, err, c.why)
		}
	}
	rapid.Check(t, func(t *rapid.T) { // any flipped bit is noticed
		spoilt := bytes.Clone(data)
		spoilt[rapid.IntRange(0, len(data)-1).Draw(t, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if _, err := Decode(spoilt); err == nil {
			t.Fatal("not noticed")
		}
	})
}

// sound is a WAV sound of so many bytes, all samples alike.
func sound(sample string, size int) string {
	u32 := func(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	return "RIFF" + u32(size-8) + "WAVEfmt " + u32(16) + "\x01\x00\x01\x00" + u32(44100) + u32(44100) + "\x01\x00\x08\x00data" + u32(size-44) +
		strings.Repeat(sample, size-44)
}

// TestLargeBundles: an asset and a bundle have limits, and packing meets them first.
func TestLargeBundles(t *testing.T) {
	if _, err := maker.NameOf([]byte(sound("x", maker.MaxAsset+2))); err == nil {
		t.Error("an asset beyond its limit has a name")
	}
	var all []string
	for _, sample := range []string{"1", "2", "3", "4", "5", "6"} {
		all = append(all, sound(sample, maker.MaxAsset))
	}
	p, w := sealed(t, "Lamp", all...)
	b, err := New([]*blueprint.Blueprint{p}, w.Asset)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Encode(); err == nil {
		t.Error("a bundle beyond its limit is packed")
	}
}

func FuzzBundle(f *testing.F) {
	_, data := sample(f)
	inner := data[:len(data)-sha256.Size]
	f.Add(inner)
	f.Fuzz(func(t *testing.T, contents []byte) {
		Decode(contents) // hardly ever the right hash
		b, err := Decode(closed(contents))
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatal(err)
			}
			return
		}
		if again, err := b.Encode(); err != nil || !bytes.Equal(again, closed(contents)) {
			t.Fatalf("%v: %x is read as %+v", err, contents, b)
		}
	})
}
