package drop_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"manyhold/app/maker"
	"manyhold/app/maker/bundle"
	"manyhold/app/window/drop"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/rig"
	"manyhold/net/asset/sample"
	"manyhold/net/key"
	"manyhold/net/register"
)

// pair is the key of a maker elsewhere.
var pair = key.FromSeed([32]byte{9})

func paint(w, h int) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for k := range w * h {
		m.SetNRGBA(k%w, k/w, color.NRGBA{0xFF, 0xC8, 0x57, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func file(data []byte) *fstest.MapFile { return &fstest.MapFile{Data: data} }

const toml = `title = "Porch-Lamp"
licence = "CC0-1.0"
`

// packed is a bundle of a cart that names a wheel.
func packed(t *testing.T) []byte {
	t.Helper()
	author := game.PlayerID(pair.ID())
	make := func(title string, childs ...blueprint.Child) *blueprint.Blueprint {
		b := &blueprint.Blueprint{Author: author, Editor: author, By: "zoe", Title: title, Version: 4, Licence: "CC0-1.0", Childs: childs}
		b.Seal = pair.Sign("manyhold blueprint", blueprint.Unsealed(nil, b))
		return b
	}
	wheel := make("Wheel")
	p, err := bundle.New([]*blueprint.Blueprint{make("Cart", blueprint.Child{Of: wheel.ID(), X: 1}), wheel}, nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestWhatIsDropped: each kind of file becomes a draft, or its mistakes are told.
func TestWhatIsDropped(t *testing.T) {
	many := fstest.MapFS{}
	for k := range 17 {
		many[fmt.Sprintf("%02d.png", k)] = file(paint(2, 2))
	}
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		want  string // titles
		wrong string // beginning of the first mistake
	}{
		{"a folder", fstest.MapFS{"lamp/blueprint.toml": file([]byte(toml)), "lamp/main.star": file([]byte("def on_use(who):\n    pass\n"))}, "Porch-Lamp", ""},
		{"the files of a folder", fstest.MapFS{"blueprint.toml": file([]byte(toml))}, "Porch-Lamp", ""},
		{"a small picture", fstest.MapFS{"my old lamp!.PNG": file(paint(16, 12))}, "my-old-lamp", ""},
		{"a large picture", fstest.MapFS{"---.png": file(paint(64, 32))}, "Untitled", ""},
		{"two at a time", fstest.MapFS{"a.png": file(paint(2, 2)), "lamp/blueprint.toml": file([]byte(toml))}, "a Porch-Lamp", ""},
		{"a bundle, children first", fstest.MapFS{"cart.manyhold": file(packed(t))}, "Wheel Cart", ""},
		{"a script that is wrong", fstest.MapFS{"lamp/blueprint.toml": file([]byte(toml)), "lamp/main.star": file([]byte("def on_use(who):\n    hello()\n"))}, "", "lamp/main.star:2:5: "},
		{"a folder without a blueprint", fstest.MapFS{"lamp/readme.txt": file(nil)}, "", "lamp/blueprint.toml:1:1: "},
		{"settings that are wrong", fstest.MapFS{"lamp/blueprint.toml": file([]byte(toml + "light = 16\n"))}, "", "lamp/blueprint.toml:3:"},
		{"no picture", fstest.MapFS{"a.png": file([]byte("hello"))}, "", "a.png:1:1: "},
		{"a bundle that was changed", fstest.MapFS{"a.manyhold": file(packed(t)[:100])}, "", "a.manyhold:1:1: "},
		{"a sound", fstest.MapFS{"Ding Dong.WAV": file(sample.Sound(1, 1000))}, "Ding-Dong", ""},
		{"no sound", fstest.MapFS{"a.wav": file([]byte("RIFF"))}, "", "a.wav:1:1: the content is not allowed"},
		{"a picture by the name of a sound", fstest.MapFS{"a.ogg": file(paint(64, 64))}, "", "a.ogg:1:1: this is no WAV or Ogg sound"},
		{"a sound of 13 MB", fstest.MapFS{"a.wav": file(sample.Sound(1, 13_000_000))}, "", "a.wav:1:1: it has more than 12 MiB, the most that is allowed"},
		{"a picture of 13 MB", fstest.MapFS{"a.png": file(append(paint(64, 64), make([]byte, 13_000_000)...))}, "", "a.png:1:1: it has more than 12 MiB, the most that is allowed"},
		{"a folder with a sound of 13 MB", fstest.MapFS{"lamp/blueprint.toml": file([]byte(toml + "[assets]\nding = \"ding.wav\"\n")), "lamp/ding.wav": file(sample.Sound(1, 13_000_000))}, "", "lamp/ding.wav:1:1: it has more than 12 MiB, the most that is allowed"},
		{"too many", many, "", "16.png:1:1: "},
	} {
		list, wrong := drop.Read(c.files, rig.Key(1), func(blueprint.ID) bool { return false })
		var titles []string
		for k := range list {
			titles = append(titles, list[k].Blueprint.Title)
			if err := list[k].Blueprint.Check(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		first := ""
		if len(wrong) > 0 {
			first = wrong[0].String()
		}
		if got := strings.Join(titles, " "); got != c.want || !strings.HasPrefix(first, c.wrong) || c.wrong == "" && first != "" {
			t.Errorf("%s: made %q, and was told %q", c.name, got, first)
		}
	}
}

// TestPicturesAreBlocks: a picture is a solid block of the colours of the palette. A larger one is an asset,
// and the picture its rough shape.
func TestPicturesAreBlocks(t *testing.T) {
	for _, c := range []struct{ w, h, pw, ph int }{{1, 1, 1, 1}, {16, 12, 16, 12}, {64, 32, 16, 8}} {
		list, wrong := drop.Read(fstest.MapFS{"a.png": file(paint(c.w, c.h))}, rig.Key(1), nil)
		if len(list) != 1 {
			t.Fatal(wrong)
		}
		b := list[0].Blueprint
		if int(b.Picture.Width) != c.pw || int(b.Picture.Height) != c.ph || b.Shape.Form != blueprint.Block || !b.Shape.Solid || b.Author != blueprint.Nobody || b.Sprite != named(t, list[0].Assets) || (len(list[0].Assets) > 0) != (c.w > 16) {
			t.Errorf("%d × %d: %+v", c.w, c.h, b)
		}
	}
}

// named is the name of the one file of a list, zero of none.
func named(t *testing.T, files [][]byte) (is blueprint.Asset) {
	t.Helper()
	if len(files) == 0 {
		return is
	}
	is, err := maker.NameOf(files[0])
	if err != nil || len(files) > 1 {
		t.Fatalf("%d files; %v", len(files), err)
	}
	return is
}

// TestSoundsAreBlocks: a sound is a solid block with a picture, which plays it when it is used.
func TestSoundsAreBlocks(t *testing.T) {
	list, wrong := drop.Read(fstest.MapFS{"ding.wav": file(sample.Sound(1, 1000))}, rig.Key(1), nil)
	if len(list) != 1 {
		t.Fatal(wrong)
	}
	b := list[0].Blueprint
	if len(b.Assets) != 1 || b.Assets[0].Name != b.Sound || b.Assets[0].Is != named(t, list[0].Assets) || b.Picture.Width == 0 || !b.Shape.Solid {
		t.Errorf("%+v", b)
	}
}

// TestFilesOfABundle: each blueprint of a bundle comes with the files that it names.
func TestFilesOfABundle(t *testing.T) {
	sound := sample.Sound(1, 1000)
	is, err := maker.NameOf(sound)
	if err != nil {
		t.Fatal(err)
	}
	b := &blueprint.Blueprint{Author: game.PlayerID(pair.ID()), Editor: game.PlayerID(pair.ID()), By: "zoe", Title: "Bell", Version: 1, Licence: "MIT", Assets: []blueprint.Named{{Name: "ding", Is: is}}}
	b.Seal = register.Seal(pair, blueprint.Unsealed(nil, b))
	p, err := bundle.New([]*blueprint.Blueprint{b}, func(blueprint.Asset) []byte { return sound })
	if err != nil {
		t.Fatal(err)
	}
	data, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	list, wrong := drop.Read(fstest.MapFS{"bell.manyhold": file(data)}, rig.Key(1), func(blueprint.ID) bool { return false })
	if len(wrong) > 0 || len(list) != 1 || named(t, list[0].Assets) != is {
		t.Errorf("%+v, %v", list, wrong)
	}
}

// TestBundlesBecomeThePlayersOwn: children that the world does not know become those that are published with
// them.
func TestBundlesBecomeThePlayersOwn(t *testing.T) {
	files := fstest.MapFS{"cart.manyhold": file(packed(t))}
	for _, known := range []bool{false, true} {
		list, wrong := drop.Read(files, rig.Key(1), func(blueprint.ID) bool { return known })
		if len(wrong) > 0 {
			t.Fatal(wrong)
		}
		want := blueprint.IDOf(rig.Key(1), "Wheel")
		if known {
			want = blueprint.IDOf(game.PlayerID(pair.ID()), "Wheel")
		}
		if of := list[1].Blueprint.Childs[0].Of; of != want {
			t.Errorf("known %v: the cart names %x, want %x", known, of, want)
		}
	}
}

// TestTheBox: what is published comes into the hand once the world knows it; mistakes are told, and a drop
// with one publishes nothing; an error of publishing is returned.
func TestTheBox(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	b := drop.NewBox()
	var told []string
	tell := func(text string) { told = append(told, text) }
	desk := &desk{has: map[blueprint.Asset]bool{}}
	words := drop.Words{More: func(n int) string { return fmt.Sprint(n, " more") }, Known: func(title string) string { return title + " is known" }}
	do := func(files fs.FS) error {
		told, desk.done, desk.sent = nil, nil, nil
		return b.Begin(files, &s.State, rig.Key(1), words)(context.Background(), desk, tell)
	}
	bad := fstest.MapFS{"ok.png": file(paint(2, 2))}
	for k := range 5 {
		bad[fmt.Sprintf("%d.txt", k)] = file(nil)
	}
	if err := do(bad); err != nil || len(told) != 4 || told[3] != "2 more" || !strings.HasPrefix(told[0], "0.txt:1:1: ") || len(desk.sent) != 0 {
		t.Errorf("%v; told %q, published %d", err, told, len(desk.sent))
	}
	good := fstest.MapFS{"lamp.png": file(paint(2, 2))}
	desk.refuse = errors.New("refused")
	if err := do(good); !errors.Is(err, desk.refuse) {
		t.Error("the error is lost")
	}
	desk.refuse = nil
	if _, ok := b.Next(&s.State); ok {
		t.Error("nothing was published, and something is in hand")
	}
	if err := do(good); err != nil || len(desk.sent) != 1 || told[0] != "published" {
		t.Fatalf("%v; told %q", err, told)
	}
	if _, ok := b.Next(&s.State); ok {
		t.Error("is in hand before the world knows it")
	}
	x := *desk.sent[0]
	x.Author, x.Editor, x.By = rig.Key(1), rig.Key(1), "ann"
	data := blueprint.Append(nil, &x)
	s.Blueprints.Put(blueprint.Entry{Blueprint: &x, ID: x.ID(), Hash: blueprint.HashOf(data), Bytes: data})
	if id, ok := b.Next(&s.State); !ok || id != x.ID() {
		t.Errorf("%x, %v", id, ok)
	}
	if _, ok := b.Next(&s.State); ok {
		t.Error("is taken in hand twice")
	}
	large := fstest.MapFS{"lamp/blueprint.toml": file([]byte(toml)), "lamp/sprite.png": file(paint(64, 64))}
	if err := do(large); err != nil || len(told) != 1 || strings.Join(desk.done, " ") != "put publish" {
		t.Errorf("%v; told %q, did %q: a file is given before the blueprint that names it", err, told, desk.done)
	}
	if err := do(large); err != nil || len(told) != 2 || told[1] != "Porch-Lamp is known" {
		t.Errorf("%v; told %q", err, told)
	}
	desk.full = errors.New("this computer keeps no more assets")
	if err := do(large); !errors.Is(err, desk.full) || len(desk.sent) != 0 {
		t.Errorf("%v; published %d without its files", err, len(desk.sent))
	}
}

// desk is a node that keeps what it is given.
type desk struct {
	has          map[blueprint.Asset]bool
	sent         []*blueprint.Blueprint
	done         []string
	refuse, full error
}

func (d *desk) Publish(_ context.Context, draft []byte) (string, error) {
	if d.refuse != nil {
		return "", d.refuse
	}
	x, err := blueprint.Decode(draft)
	d.sent, d.done = append(d.sent, x), append(d.done, "publish")
	return "published", err
}

func (d *desk) PutAsset(_ context.Context, data []byte) (name string, known bool, err error) {
	if d.full != nil {
		return "", false, d.full
	}
	is, err := maker.NameOf(data)
	known = d.has[is]
	d.has[is], d.done = true, append(d.done, "put")
	return fmt.Sprintf("%x", is), known, err
}
