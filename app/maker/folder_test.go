package maker

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"manyhold/app/maker/problem"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/net/asset"
	"manyhold/net/key"
	"manyhold/render/palette"
)

const (
	head = "title = \"Lamp\"\nlicence = \"MIT\"\n"
	wav  = "RIFF\x26\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x44\xac\x00\x00\x44\xac\x00\x00\x01\x00\x08\x00data\x02\x00\x00\x00ab"
)

// folder makes a folder of names and contents.
func folder(files ...string) fstest.MapFS {
	dir := fstest.MapFS{}
	for k := 0; k < len(files); k += 2 {
		dir[files[k]] = &fstest.MapFile{Data: []byte(files[k+1]), Mode: 0o644}
	}
	return dir
}

// picture makes a PNG of one colour.
func picture(w, h int, c color.Color) string {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for k := range w * h {
		m.Set(k%w, k/w, c)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.String()
}

func TestPaletteIsTheWorlds(t *testing.T) {
	if blueprint.Colours != int(palette.Count) {
		t.Errorf("%d colours in blueprints, %d in pictures", blueprint.Colours, palette.Count)
	}
}

// TestRead: a folder with everything gives a blueprint with everything.
func TestRead(t *testing.T) {
	credit := key.FromSeed([32]byte{7}).ID()
	dir := folder(File, `title = "Big-Lamp"
about = "It shines."
licence = "CC0-1.0"
label = "Hello"
light = 12
sound = "ding"
flags = ["public", "unsaved"]

[shape]
form = "ball"
mass = 1.5
bounce = 0.25

[prompt]
label = "Kick"
distance = 3
hold = 0.5

[[prop]]
key = "greeting"
label = "Greeting"
field = "lines"
default = """one = 1
two"""
[[prop]]
key = "size"
field = "number"
min = -2
max = 4
step = 0.5
default = 1.5
[[prop]]
key = "on"
field = "toggle"
default = true
[[prop]]
key = "team"
field = "choice"
options = ["red", "blue"]
default = "blue"
[[prop]]
key = "tint"
field = "colour"
default = "t"
[[prop]]
key = "go"
field = "button"

[assets]
ding = "sounds/ding.wav"
beep = "sounds/ding.wav"

[[child]]
title = "Shade"
x = 1
y = -2
[[child]]
id = "00000000000000ff"

[[credit]]
author = "`+credit.String()+`"
by = "Bob"
title = "Old-Lamp"
`, HostFile, "def on_use(me, who):\r\n    pass\n", ViewFile, "x = 1\n", SpriteText, "# a picture\n.01\n234\n", "sounds/ding.wav", wav,
		"stories/a.story", "at 0 enter Ann\nat 1 prop size=2.5\n", "stories/a.txt", "expected\n", "stories/notes.md", "no story")
	w, wrong := Read(dir, nil)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	pair := key.FromSeed([32]byte{1})
	b, err := w.Seal(pair, "Ann", 3)
	if err != nil || !b.Sealed() {
		t.Fatal(err)
	}
	d, err := asset.Describe(asset.Wave, []byte(wav)) // as peers name it
	if err != nil {
		t.Fatal(err)
	}
	sum := blueprint.Asset(d.Name())
	author := game.PlayerID(pair.ID())
	want := &blueprint.Blueprint{Author: author, Editor: author, Version: 3, By: "Ann", Title: "Big-Lamp", About: "It shines.",
		Shape:   blueprint.Shape{Form: blueprint.Ball, Mass: fixed.One * 3 / 2, Bounce: fixed.One / 4},
		Picture: blueprint.Picture{Width: 3, Height: 2, Pixels: "\x00\x01\x02\x03\x04\x05"}, Light: 12, Sound: "ding", Label: "Hello",
		Prompt: blueprint.Prompt{Label: "Kick", Distance: 3, Hold: 5},
		Props: []blueprint.Prop{{Key: "greeting", Label: "Greeting", Field: blueprint.Lines, Default: blueprint.Value{Text: "one = 1\ntwo"}},
			{Key: "size", Field: blueprint.Number, Min: -2 * fixed.One, Max: 4 * fixed.One, Step: fixed.One / 2, Default: blueprint.Value{Number: fixed.One * 3 / 2}},
			{Key: "on", Field: blueprint.Toggle, Default: blueprint.Value{Number: fixed.One}},
			{Key: "team", Field: blueprint.Choice, Options: []string{"red", "blue"}, Default: blueprint.Value{Text: "blue"}},
			{Key: "tint", Field: blueprint.Colour, Default: blueprint.Value{Number: fixed.Q(palette.Fire3) * fixed.One}},
			{Key: "go", Field: blueprint.Button}},
		Host: "def on_use(me, who):\n    pass\n", View: "x = 1\n", Flags: blueprint.Public | blueprint.Unsaved, Licence: "CC0-1.0",
		Credits: []blueprint.Credit{{Author: game.PlayerID(credit), By: "Bob", Title: "Old-Lamp"}},
		Assets:  []blueprint.Named{{Name: "beep", Is: sum}, {Name: "ding", Is: sum}},
		Childs:  []blueprint.Child{{Of: blueprint.IDOf(author, "Shade"), X: 1, Y: -2}, {Of: 255}}, Seal: b.Seal}
	if !reflect.DeepEqual(b, want) {
		t.Errorf("%+v\nwant %+v", b, want)
	}
	if len(w.Stories) != 1 || w.Stories[0].Name != "a" || w.Stories[0].Expected != "expected\n" || len(w.Stories[0].Steps) != 2 {
		t.Errorf("%+v", w.Stories)
	}
	if again, _ := w.Seal(pair, "Ann", 3); again.Seal != b.Seal {
		t.Error("two signatures")
	}
}

// TestMistakes: each mistake in a folder is named with its place and a remedy.
func TestMistakes(t *testing.T) {
	doc := func(lines string) fstest.MapFS { return folder(File, head+lines) }
	for _, c := range []struct {
		name string
		dir  fstest.MapFS
		want string
	}{
		{"nothing", folder(), "blueprint.toml:1:1: the file is missing; `manyhold make new NAME`"},
		{"no TOML", folder(File, "title = \"Lamp\"\nlight = = 3\n"), "blueprint.toml:2:9: "},
		{"a key twice", folder(File, "title = \"Lamp\"\ntitle = \"Lamp\"\n"), "blueprint.toml:2:"},
		{"no text", folder(File, "title = \"\xff\"\n"), "blueprint.toml:1:10: this is no UTF-8"},
		{"no title", folder(File, "licence = \"MIT\"\n"), `blueprint.toml:1:1: the title is ""; write 1 to 32 letters`},
		{"a title with a space", folder(File, "\n  title = \"My Lamp\"\nlicence = \"MIT\"\n"), `blueprint.toml:2:3: the title is "My Lamp"`},
		{"no licence", folder(File, "title = \"Lamp\"\n"), `blueprint.toml:1:1: a licence is needed; write its SPDX name`},
		{"a misspelt key", doc("ligth = 3\n"), "blueprint.toml:3:1: there is no ligth here; did you mean light?"},
		{"an unknown key", doc("\n[shape]\nxyzzyxyzzy = 3\n"), "blueprint.toml:5:1: there is no xyzzyxyzzy here; known are form, solid"},
		{"a key in the wrong table", doc("[shape]\nlight = 3\n"), "blueprint.toml:4:1: there is no light here; move it above the first line in brackets"},
		{"an unknown table", doc("[sprites]\n"), "blueprint.toml:3:1: there is no sprites here; did you mean sprite?"},
		{"a number in quotes", doc("light = \"3\"\n"), "blueprint.toml:3:1: light must be a number, without quotes"},
		{"half a light", doc("light = 2.5\n"), "light must be a whole number"},
		{"too much light", doc("light = 16\n"), "light is 16; it must be from 0 to 15"},
		{"no number", doc("light = nan\n"), "light is NaN; it must be"},
		{"a text without quotes", doc("about = 3\n"), `about must be a text; write about = "…"`},
		{"a long text", doc("label = \"" + strings.Repeat("x", 65) + "\"\n"), "label must be one line of at most 64 bytes"},
		{"an unknown flag", doc("flags = [\"hidden\"]\n"), `blueprint.toml:3:1: there is no flag "hidden"`},
		{"flags that are no list", doc("flags = \"public\"\n"), `flags must be a list of texts`},
		{"an unknown form", doc("[shape]\nform = \"cone\"\n"), `blueprint.toml:4:1: there is no form "cone"; use block, area, ball, box or land`},
		{"a heavy block", doc("[shape]\nmass = 3\n"), "blueprint.toml:4:1: mass is only for a form of [ball box], and this is a block"},
		{"an unknown law of a land", doc("[shape]\nform = \"land\"\n[land]\nlaws = [\"war\"]\n"), `blueprint.toml:6:1: there is no law "war"`},
		{"an unknown weather", doc("[shape]\nform = \"land\"\n[land]\nweather = \"hail\"\n"), `blueprint.toml:6:1: there is no weather "hail"`},
		{"an unknown ground", doc("[shape]\nform = \"land\"\n[land]\nground = \"water\"\n"), `blueprint.toml:6:1: there is no ground "water"`},
		{"a land that is too heavy", doc("[shape]\nform = \"land\"\n[land]\ngravity = 9\n"), `blueprint.toml:6:1: gravity is 9; it must be from 0.25 to 4`},
		{"a land with properties", doc("[shape]\nform = \"land\"\n[[prop]]\nkey = \"a\"\nfield = \"text\"\n"), `a land has no prop`},
		{"a block that is a land", doc("[land]\ngravity = 2\n"), `there is no land here`},
		{"an unknown layer", doc("[shape]\nform = \"ball\"\nlayers = [\"walls\"]\n"), `blueprint.toml:5:1: there is no layer "walls"; the layers are [players bodies things]`},
		{"a block with layers", doc("[shape]\nlayers = []\n"), "blueprint.toml:4:1: layers is only for a form of [area ball box], and this is a block"},
		{"an area that carries", doc("[shape]\nform = \"area\"\nwidth = 2\nheight = 2\ncarries = true\n"), "carries is only for a form of [ball box], and this is a area"},
		{"an area without size", doc("[shape]\nform = \"area\"\nwidth = 2\n"), "an area needs width and height"},
		{"a shape that is no table", doc("shape = \"block\"\n"), "shape must be a table; begin it with a line [shape]"},
		{"a property without a key", doc("[[prop]]\nfield = \"text\"\n"), `blueprint.toml:3:1: key is ""`},
		{"a property without a field", doc("[[prop]]\nkey = \"a\"\n"), `blueprint.toml:3:1: field is ""; use one of [text lines`},
		{"a property twice", doc("[[prop]]\nkey = \"a\"\nfield = \"text\"\n[[prop]]\nkey = \"a\"\nfield = \"text\"\n"), "blueprint.toml:7:1: there are two properties a"},
		{"a property that is no array", doc("[prop]\nkey = \"a\"\n"), "begin each prop with a line [[prop]]"},
		{"a default of another type", doc("[[prop]]\nkey = \"a\"\nfield = \"toggle\"\ndefault = \"yes\"\n"), "blueprint.toml:6:1: default of a toggle must be true or false, without quotes"},
		{"a default beyond the range", doc("[[prop]]\nkey = \"a\"\nfield = \"range\"\nmax = 3\ndefault = 4\n"), `blueprint.toml:7:1: default: "4" does not fit: from 0 to 3`},
		{"a range the wrong way round", doc("[[prop]]\nkey = \"a\"\nfield = \"range\"\nmin = 3\nmax = 2\n"), "max is smaller than min"},
		{"a choice without options", doc("[[prop]]\nkey = \"a\"\nfield = \"choice\"\n"), "a choice needs 1 to 12 options"},
		{"another choice", doc("[[prop]]\nkey = \"a\"\nfield = \"choice\"\noptions = [\"x\"]\ndefault = \"y\"\n"), `"y" does not fit: one of x`},
		{"too many properties", doc(strings.Repeat("[[prop]]\nkey = \"a\"\nfield = \"text\"\n", 17)), "there are 17 of prop; at most 16 are allowed"},
		{"a sound of nothing", doc("sound = \"ding\"\n"), `blueprint.toml:3:1: there is no asset "ding"`},
		{"a file that is not there", doc("[assets]\nding = \"ding.wav\"\n"), "blueprint.toml:4:1: there is no file ding.wav"},
		{"a file outside the folder", doc("[assets]\nding = \"../secret.wav\"\n"), "name a file within the folder"},
		{"a file from the root", doc("sprite = \"/etc/passwd\"\n"), "name a file within the folder"},
		{"a kind that assets have not", folder(File, head+"[assets]\na = \"a.txt\"\n", "a.txt", "hello"), "blueprint.toml:4:1: a.txt is neither a PNG picture"},
		{"a sound without samples", folder(File, head+"[assets]\na = \"a.wav\"\n", "a.wav", "RIFF\x04\x00\x00\x00WAVE"), "a.wav: the content is not allowed: wave: no data"},
		{"a large asset", folder(File, head+"[assets]\na = \"a.wav\"\n", "a.wav", wav+strings.Repeat("x", MaxAsset)), "a.wav:1:1: it has more than 12 MiB"},
		{"a folder for a file", folder(File, head+"sprite = \"stories\"\n", "stories/a.txt", ""), "it is no regular file"},
		{"a child of nothing", doc("[[child]]\nx = 1\n"), "blueprint.toml:3:1: a child needs either title"},
		{"its own child", doc("[[child]]\ntitle = \"Lamp\"\n"), "a blueprint cannot be its own child"},
		{"a child far away", doc("[[child]]\ntitle = \"A\"\nx = 17\n"), "x is 17; it must be from -16 to 16"},
		{"a false credit", doc("[[credit]]\nauthor = \"ann\"\nby = \"Ann\"\ntitle = \"A\"\n"), `blueprint.toml:4:1: "ann" is no key of a player`},
		{"half an author", doc("by = \"Ann\"\n"), "blueprint.toml:3:1: author and by belong together"},
		{"a sprite text with another letter", folder(File, head, SpriteText, "..\n.!\n"), `sprite.txt:2:2: '!' is no colour`},
		{"an uneven sprite text", folder(File, head, SpriteText, "...\n..\n"), `sprite.txt:2:3: this row has 2 pixels and the first one 3`},
		{"a wide sprite text", folder(File, head, SpriteText, strings.Repeat(".", 17)), `at most 16 × 16 pixels`},
		{"a high sprite text", folder(File, head, SpriteText, strings.Repeat(".\n", 17)), `sprite.txt:17:17: a sprite text has at most`},
		{"an empty sprite text", folder(File, head, SpriteText, "# nothing\n"), `the sprite has no rows`},
		{"a damaged picture", folder(File, head, SpriteFile, picture(4, 4, color.White)[:40]), "sprite.png:1:1: "},
		{"a picture of another kind", folder(File, head+"sprite = \"a.jpg\"\n", "a.jpg", "\xff\xd8\xff"), "a.jpg:1:1: this is no PNG picture"},
		{"a huge picture", folder(File, head, SpriteFile, picture(513, 1, color.White)), "sprite.png:1:1: the picture has 513 × 1 pixels"},
		{"a long script", folder(File, head, HostFile, strings.Repeat("#", blueprint.MaxSource+1)), "main.star:1:1: it has more than 32 KiB"},
		{"a script that is no text", folder(File, head, HostFile, "x = 1\ny = \"\xff\"\n"), "main.star:2:6: this is no UTF-8"},
		{"two long scripts", folder(File, head, HostFile, strings.Repeat("#", blueprint.MaxSource), ViewFile, strings.Repeat("#", blueprint.MaxSource)), "at most 49152 are allowed; shorten its scripts"},
		{"a false story", folder(File, head, "stories/a.story", "at 0 fly\n"), `stories/a.story:1:6: "fly" is no deed`},
		{"a story of no property", folder(File, head+"[[prop]]\nkey = \"glow\"\nfield = \"number\"\n", "stories/a.story", "at 0 prop gloww=2\n"), "stories/a.story:1:1: the blueprint has no property gloww; did you mean glow?; change this line, or delete the story"},
		{"a story of a property where there is none", folder(File, head, "stories/a.story", "at 0 prop glow=2\n"), "stories/a.story:1:1: the blueprint has no property glow; change this line"},
		{"a word for a value", doc("[shape]\nsolid = yes\n"), `blueprint.toml:4:9: "yes" is no value; write a text in quotes, a number, true or false`},
		{"a story of a false value", folder(File, head+"[[prop]]\nkey = \"glow\"\nfield = \"number\"\n", "stories/a.story", "at 0 prop glow=much\n"), `property glow: "much" is no number`},
	} {
		_, wrong := Read(c.dir, nil)
		if len(wrong) == 0 || !strings.Contains(wrong.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, wrong, c.want)
		}
	}
	_, wrong := Read(folder(File, "title = \"\"\nlight = 99\n", HostFile, "x"), func(file, source string, half Half) (l problem.List) {
		l.Add(file, 7, 3, "%s of %v", source, half)
		return l
	})
	if len(wrong) != 4 || wrong[3].String() != "main.star:7:3: x of false" || !slices.IsSortedFunc(wrong[:3], func(a, b problem.Problem) int { return a.Line - b.Line }) {
		t.Errorf("%v", wrong)
	}
}

// TestStoriesFollow: what a broken document does not tell is no mistake of its stories.
func TestStoriesFollow(t *testing.T) {
	_, wrong := Read(folder(File, head+"[[prop]]\nkey = \"glow\"\nfield = \"nummber\"\n", "stories/a.story", "at 0 prop glow=2\n"), nil)
	if len(wrong) != 1 || !strings.HasPrefix(wrong[0].String(), "blueprint.toml:5:") {
		t.Errorf("%v", wrong)
	}
}

// TestPictures: small pictures are taken over in the nearest colours, large ones are assets with a rough
// picture.
func TestPictures(t *testing.T) {
	fire := palette.Fire2.RGBA()
	near := color.RGBA{fire.R - 3, fire.G + 2, fire.B, 255}
	for _, c := range []struct {
		name  string
		png   string
		w, h  uint8
		pixel palette.Index
		large bool
	}{
		{"exact", picture(16, 9, fire), 16, 9, palette.Fire2, false},
		{"near", picture(3, 5, near), 3, 5, palette.Fire2, false},
		{"clear", picture(3, 5, color.NRGBA{255, 0, 0, 100}), 3, 5, palette.Clear, false},
		{"half clear", picture(3, 5, color.NRGBA{fire.R, fire.G, fire.B, 200}), 3, 5, palette.Fire2, false},
		{"large", picture(64, 32, near), 16, 8, palette.Fire2, true},
		{"long", picture(400, 3, near), 16, 1, palette.Fire2, true},
	} {
		w, wrong := Read(folder(File, head, SpriteFile, c.png), nil)
		b := &w.Blueprint
		want := strings.Repeat(string(rune(c.pixel)), int(c.w)*int(c.h))
		if len(wrong) > 0 || b.Picture != (blueprint.Picture{Width: c.w, Height: c.h, Pixels: want}) || (b.Sprite != blueprint.Asset{}) != c.large {
			t.Errorf("%s: %v, %+v", c.name, wrong, b.Picture)
		}
		if c.large && string(w.Asset(b.Sprite)) != c.png || w.Asset(blueprint.Asset{9}) != nil {
			t.Errorf("%s: the asset is another", c.name)
		}
	}
}

// TestNew: the first folder is in order, has another title, and is not written over.
func TestNew(t *testing.T) {
	column := func(text, line string) int {
		_, text, _ = strings.Cut(text, "\n"+line)
		text, _, _ = strings.Cut(text, "\n")
		return strings.Index(text, "#")
	}
	dir := filepath.Join(t.TempDir(), "a", "Porch-Lamp")
	if err := New(dir, "Porch-Lamp"); err != nil {
		t.Fatal(err)
	}
	w, wrong := Read(os.DirFS(dir), nil)
	if len(wrong) > 0 || w.Blueprint.Title != "Porch-Lamp" || w.Blueprint.Picture.Height != 16 || len(w.Stories) != 1 || len(w.Blueprint.Props) != 2 {
		t.Fatalf("%v %+v", wrong, w)
	}
	if text, _ := os.ReadFile(filepath.Join(dir, File)); column(string(text), "title = ") != column(string(text), "about = ") {
		t.Errorf("a comment is not in its column:\n%s", text)
	}
	if err := New(dir, "Porch-Lamp"); err == nil {
		t.Error("written twice")
	}
	if New(t.TempDir(), "no title") == nil || New(t.TempDir(), "$land") == nil {
		t.Error("a false title")
	}
}

// TestWritten: a blueprint that is written into a folder is read from it again.
func TestWritten(t *testing.T) {
	pair := key.FromSeed([32]byte{1})
	self := game.PlayerID(pair.ID())
	other := key.FromSeed([32]byte{2}).ID()
	large := []byte(picture(40, 40, palette.Sand.RGBA()))
	rapid.Check(t, func(t *rapid.T) {
		q := func(name string, least, most int64) fixed.Q {
			return fixed.Q(rapid.Int64Range(least, most).Draw(t, name))
		}
		words := rapid.StringMatching(`[a-z"\\#=äß€ ]{0,20}`)
		w := &Work{Blueprint: blueprint.Blueprint{Title: "Lamp", About: words.Draw(t, "about"), Licence: "MIT", Label: words.Draw(t, "label"),
			Light: rapid.Uint8Max(15).Draw(t, "light"), Flags: blueprint.Flags(rapid.Uint8Max(63).Draw(t, "flags")),
			Prompt:  blueprint.Prompt{Label: words.Draw(t, "prompt"), Distance: rapid.Uint8Max(6).Draw(t, "distance"), Hold: rapid.Uint8Max(100).Draw(t, "hold")},
			Host:    words.Draw(t, "host"),
			Picture: blueprint.Picture{Width: 2, Height: 1, Pixels: string(rapid.SliceOfN(rapid.ByteMax(blueprint.Colours-1), 2, 2).Draw(t, "pixels"))}}}
		b := &w.Blueprint
		least := q("min", -maxNumber<<16, maxNumber<<16)
		most := q("max", int64(least), maxNumber<<16)
		b.Props = []blueprint.Prop{{Key: "n", Field: blueprint.Range, Min: least, Max: most, Step: q("step", 0, maxNumber<<16), Default: blueprint.Value{Number: q("n", int64(least), int64(most))}},
			{Key: "c", Field: blueprint.Colour, Default: blueprint.Value{Number: fixed.One * q("c", 0, blueprint.Colours-1)}},
			{Key: "o", Field: blueprint.Choice, Options: []string{"a b", "\"c\""}, Default: blueprint.Value{Text: "\"c\""}},
			{Key: "l", Field: blueprint.Lines, Default: blueprint.Value{Text: "x\n" + words.Draw(t, "lines")}},
			{Key: "b", Field: blueprint.Button}, {Key: "t", Field: blueprint.Toggle, Default: blueprint.Value{Number: fixed.One}}}
		w.Children = []Child{{Child: blueprint.Child{Of: 77, X: -3}}}
		switch rapid.IntRange(0, 3).Draw(t, "form") {
		case 3:
			b.Shape, b.Host, b.Props, w.Children = blueprint.Shape{Form: blueprint.Land}, "", nil, nil
			b.Terms = blueprint.Terms{Gravity: q("gravity", fixed.One/4, 4*fixed.One).S(), Ground: rapid.SampledFrom(append(blueprint.Paints[:], 0)).Draw(t, "ground"),
				Weather: blueprint.Weather(rapid.IntRange(0, 4).Draw(t, "weather")), Laws: blueprint.LandLaws(rapid.IntRange(0, 15).Draw(t, "laws"))}
		case 0:
			b.Shape.Solid = rapid.Bool().Draw(t, "solid")
		case 1:
			b.Shape = blueprint.Shape{Form: blueprint.Area, Width: 3, Height: 16, Make: entity.Make(rapid.IntRange(0, int(entity.Flat)-1).Draw(t, "layers"))}
		case 2:
			b.Shape = blueprint.Shape{Form: blueprint.Box, Mass: q("mass", fixed.One/4, 8*fixed.One).S(), Bounce: q("bounce", 0, fixed.One).S(),
				Make: entity.Make(rapid.IntRange(0, int(entity.MakeEnd)-1).Draw(t, "make"))}
		}
		b.Credits = []blueprint.Credit{{Author: game.PlayerID(other), By: "B\"ob", Title: "Old"}}
		if rapid.Bool().Draw(t, "large") {
			a := Asset{Data: large}
			b.Sprite, w.Assets = a.Sum(), append(w.Assets, a)
			b.Picture, _, _ = pictureOf(large)
			b.Assets, b.Sound = []blueprint.Named{{Name: "sprite", Is: a.Sum()}}, "sprite"
		}
		if rapid.Bool().Draw(t, "another's") {
			b.Author, b.By = game.PlayerID(other), "Bo\"b"
		}
		signed, err := w.Seal(pair, "Ann", 1)
		if err != nil {
			t.Fatal(err)
		}
		files, err := filesOf(signed, self, w.Asset)
		if err != nil {
			t.Fatal(err)
		}
		dir := fstest.MapFS{}
		for _, f := range files {
			dir[f.name] = &fstest.MapFile{Data: f.data}
		}
		again, wrong := Read(dir, nil)
		if len(wrong) > 0 {
			t.Fatalf("%v\n%s", wrong, dir[File].Data)
		}
		resigned, err := again.Seal(pair, "Ann", 1)
		if err != nil || !reflect.DeepEqual(resigned, signed) {
			t.Fatalf("%v\n%+v\nwas %+v\n%s", err, resigned, signed, dir[File].Data)
		}
	})
	if _, err := filesOf(&blueprint.Blueprint{Sprite: blueprint.Asset{1}}, self, func(blueprint.Asset) []byte { return nil }); err == nil {
		t.Error("a sprite that is not there is written")
	}
	dir := t.TempDir()
	b := &blueprint.Blueprint{Title: "A", Licence: "MIT"}
	none := func(blueprint.Asset) []byte { return nil }
	if err := Write(dir, b, self, none); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, b, self, none); err == nil || !strings.Contains(err.Error(), "has a blueprint.toml already") {
		t.Error(err)
	}
}

// TestSealed: only what the editor signed is sealed.
func TestSealed(t *testing.T) {
	w, _ := Read(folder(File, head), nil)
	b, err := w.Seal(key.FromSeed([32]byte{1}), "Ann", 1)
	if err != nil || !b.Sealed() {
		t.Fatal(err)
	}
	b.Version++
	if b.Sealed() {
		t.Error("a version that nobody signed")
	}
	if _, err := w.Seal(key.FromSeed([32]byte{1}), "Ann", 0); err == nil {
		t.Error("version 0")
	}
	if _, err := w.Seal(key.FromSeed([32]byte{1}), "", 1); err == nil {
		t.Error("an author without a name")
	}
}

// TestValues: what people type for a property is its value, and is written so again.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		prop blueprint.Prop
		text string
		want string // written again; "!" and words: an error
	}{
		{blueprint.Prop{Field: blueprint.Number, Max: 9 * fixed.One}, "2.50", "2.5"},
		{blueprint.Prop{Field: blueprint.Number, Max: 9 * fixed.One}, "10", "!from 0 to 9"},
		{blueprint.Prop{Field: blueprint.Number, Max: 9 * fixed.One}, "NaN", "!no number"},
		{blueprint.Prop{Field: blueprint.Number, Max: 9 * fixed.One}, "1e300", "!no number"},
		{blueprint.Prop{Field: blueprint.Toggle}, "On", "true"},
		{blueprint.Prop{Field: blueprint.Toggle}, "no", "false"},
		{blueprint.Prop{Field: blueprint.Toggle}, "maybe", "!neither yes nor no"},
		{blueprint.Prop{Field: blueprint.Colour}, "t", "t"},
		{blueprint.Prop{Field: blueprint.Colour}, "7", "7"},
		{blueprint.Prop{Field: blueprint.Colour}, "#32", "x"},
		{blueprint.Prop{Field: blueprint.Colour}, "#33", "!no colour"},
		{blueprint.Prop{Field: blueprint.Colour}, "red", "!no colour"},
		{blueprint.Prop{Field: blueprint.Choice, Options: []string{"a", "b"}}, "b", "b"},
		{blueprint.Prop{Field: blueprint.Choice, Options: []string{"a", "b"}}, "c", "!one of a, b"},
		{blueprint.Prop{Field: blueprint.Line}, "a\nb", "!at most 256 bytes"},
		{blueprint.Prop{Field: blueprint.Button}, "yes", "!no value"},
		{blueprint.Prop{Field: blueprint.Button}, "", ""},
	} {
		v, err := ParseValue(&c.prop, c.text)
		why, fails := strings.CutPrefix(c.want, "!")
		if fails != (err != nil) || fails && !strings.Contains(err.Error(), why) || !fails && FormatValue(&c.prop, v) != c.want {
			t.Errorf("%s %q: %v %v, want %s", c.prop.Field, c.text, v, err, c.want)
		}
	}
}

// TestLicences: an expression names the licences that are known.
func TestLicences(t *testing.T) {
	if l := LicencesIn("(MIT OR GPL-3.0-or-later)"); len(l) != 2 || l[0].ID != "MIT" {
		t.Error(l)
	}
	if l := LicencesIn("MIT-0"); len(l) != 0 {
		t.Error(l)
	}
	for _, l := range Licences {
		if !blueprint.IsLicence(l.ID) {
			t.Error(l.ID)
		}
	}
}

// FuzzDocument: any blueprint.toml gives a blueprint that can be signed, or problems with places in it.
func FuzzDocument(f *testing.F) {
	f.Add(head + "[shape]\nform = \"area\"\nwidth = 3\nheight = 4\n[[prop]]\nkey = \"a\"\nfield = \"range\"\ndefault = 3.5\n[assets]\nding = \"ding.wav\"\n[[child]]\ntitle = \"A\"\n")
	data, _ := lamp.ReadFile("lamp/" + File)
	f.Add(string(data))
	f.Fuzz(func(t *testing.T, text string) {
		w, wrong := Read(folder(File, text, "ding.wav", wav), nil)
		for _, p := range wrong {
			if p.Line < 1 || p.Column < 1 || p.Line > strings.Count(text, "\n")+1 || p.Why == "" {
				t.Fatalf("%v of %q", p, text)
			}
		}
		if len(wrong) == 0 {
			if _, err := w.Seal(key.FromSeed([32]byte{1}), "Ann", 1); err != nil {
				t.Fatalf("%v of %q", err, text)
			}
		}
	})
}
