package maker

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/net/key"
)

var (
	flagNames = []string{"locked", "frozen", "public", "disabled", "preload", "unsaved"} // in the order of the flags
	formNames = []string{"block", "area", "ball", "box", "land"}
)

// document reads blueprint.toml and the files that it names.
func (r *reader) document(w *Work) {
	text, ok := r.text(File, maxDocument)
	if !ok {
		if len(r.wrong) == 0 {
			r.wrong.Add(File, 1, 1, "the file is missing; `manyhold make new NAME` makes a folder that has one")
		}
		return
	}
	t := parse(File, text, &r.wrong)
	if t == nil {
		return
	}
	b := &w.Blueprint
	r.about(t, b)
	r.shape(t.table("shape"), &b.Shape)
	if b.Title == blueprint.LandTitle && b.Shape.Form != blueprint.Land {
		t.bad("title", "the title %s is for lands; write form = \"land\" below [shape]", blueprint.LandTitle)
	}
	if b.Shape.Form == blueprint.Land {
		r.terms(t, &b.Terms)
	}
	p := t.table("prompt")
	b.Prompt = blueprint.Prompt{Label: p.text("label", blueprint.MaxLabel), Distance: uint8(p.whole("distance", 0, 6)),
		Hold: uint8((p.number("hold", 0, 10, 0)*10 + fixed.One/2).Floor())}
	p.finish()
	for _, e := range t.tables("prop", blueprint.MaxProps) {
		r.prop(e, b)
	}
	r.assets(t, w)
	for _, e := range t.tables("child", blueprint.MaxChildren) {
		r.child(e, w)
	}
	for _, e := range t.tables("credit", blueprint.MaxCredits) {
		c := blueprint.Credit{By: e.text("by", blueprint.MaxTitle), Title: e.text("title", blueprint.MaxTitle)}
		c.Author = author(e)
		if c.Author == (game.PlayerID{}) || c.By == "" || !blueprint.IsTitle(c.Title) {
			e.bad("author", "a credit needs author (the key), by (the author's name) and title (of the work)")
		}
		e.finish()
		b.Credits = append(b.Credits, c)
	}
	t.finish()
}

// author reads the key of an author, zero if there is none.
func author(t *table) (id game.PlayerID) {
	text := t.text("author", 128)
	if text == "" {
		return id
	}
	k, err := key.ParseID(text)
	if err != nil {
		t.bad("author", "%q is no key of a player", text)
	}
	return game.PlayerID(k)
}

// about reads what stands at the top.
func (r *reader) about(t *table, b *blueprint.Blueprint) {
	b.Title = t.text("title", blueprint.MaxTitle)
	if !blueprint.IsTitle(b.Title) && (b.Title != "" || !t.has("title") || t.all["title"] == "") {
		t.bad("title", "the title is %q; write 1 to %d letters, digits and hyphens, such as title = \"Friendly-Lamp\"", b.Title, blueprint.MaxTitle)
	}
	b.About, b.Label = t.text("about", blueprint.MaxText), t.text("label", blueprint.MaxLabel)
	b.Licence = t.text("licence", blueprint.MaxLicence)
	if !blueprint.IsLicence(b.Licence) && (b.Licence != "" || !t.has("licence") || t.all["licence"] == "") {
		t.bad("licence", "a licence is needed; write its SPDX name, such as licence = \"CC-BY-SA-4.0\" (usual ones: %s)", usual())
	}
	b.Light = uint8(t.whole("light", 0, 15))
	for _, f := range t.texts("flags") {
		k := slices.Index(flagNames, f)
		if k < 0 {
			t.bad("flags", "there is no flag %q; the flags are %v", f, flagNames)
			continue
		}
		b.Flags |= 1 << k
	}
	b.By = t.text("by", blueprint.MaxTitle)
	if b.Author = author(t); (b.Author == game.PlayerID{}) != (b.By == "") {
		t.bad("by", "author and by belong together: the key and the name of the player whose blueprint this is; remove both to make it yours")
	}
}

func (r *reader) shape(t *table, s *blueprint.Shape) {
	name := t.text("form", blueprint.MaxTitle)
	s.Form = blueprint.Form(max(slices.Index(formNames, name), 0))
	if t.has("form") && name != s.Form.String() {
		t.bad("form", "there is no form %q; use block, area, ball, box or land", name)
	}
	s.Solid = t.truth("solid")
	s.Width, s.Height = uint8(t.whole("width", 1, blueprint.MaxSide)), uint8(t.whole("height", 1, blueprint.MaxSide))
	s.Mass, s.Bounce = t.number("mass", 0.25, 8, 0).S(), t.number("bounce", 0, 1, 0).S()
	of := map[string][]blueprint.Form{"solid": {blueprint.Block}, "width": {blueprint.Area}, "height": {blueprint.Area},
		"mass": {blueprint.Ball, blueprint.Box}, "bounce": {blueprint.Ball, blueprint.Box},
		"layers": {blueprint.Area, blueprint.Ball, blueprint.Box}, "carries": {blueprint.Ball, blueprint.Box}}
	s.Make = layers(t)
	for _, key := range slices.Sorted(maps.Keys(of)) {
		if t.has(key) && !slices.Contains(of[key], s.Form) {
			t.bad(key, "%s is only for a form of %v, and this is a %s; remove it", key, of[key], s.Form)
		}
	}
	if s.Form == blueprint.Area && !(t.has("width") && t.has("height")) {
		t.bad("form", "an area needs width and height, in tiles")
	}
	t.finish()
}

// layerNames are the layers, in the order of the bits of entity.Make.
var layerNames = []string{"players", "bodies", "things"}

// layers reads what a body meets or an area notices: all of it, if nothing is said.
func layers(t *table) (m entity.Make) {
	if t.has("layers") {
		m = entity.NoPlayers | entity.NoBodies | entity.NoThings
		for _, l := range t.texts("layers") {
			k := slices.Index(layerNames, l)
			if k < 0 {
				t.bad("layers", "there is no layer %q; the layers are %v", l, layerNames)
				continue
			}
			m &^= 1 << k
		}
	}
	if t.truth("carries") {
		m |= entity.Flat
	}
	return m
}

// groundNames are the grounds that a land can look like, in the order of blueprint.Paints.
var groundNames = []string{"sand", "grass", "moss", "earth", "rock", "snow", "path"}

// terms reads what a land is like.
func (r *reader) terms(t *table, x *blueprint.Terms) {
	for _, key := range []string{"prop", "child"} {
		if t.has(key) {
			t.bad(key, "a land has no %s; remove it", key)
		}
	}
	l := t.table("land")
	x.Gravity = l.number("gravity", 0.25, 4, 0).S()
	if name := l.text("ground", blueprint.MaxTitle); name != "" {
		k := slices.Index(groundNames, name)
		if k < 0 {
			l.bad("ground", "there is no ground %q; use one of %v", name, groundNames)
			return
		}
		x.Ground = blueprint.Paints[k]
	}
	air(l, x)
	l.finish()
}

// air reads the weather and the laws of a land.
func air(l *table, x *blueprint.Terms) {
	name := l.text("weather", blueprint.MaxTitle)
	for w := range blueprint.WeatherCount {
		if w.String() == name {
			x.Weather = w
		}
	}
	if name != "" && x.Weather.String() != name {
		l.bad("weather", "there is no weather %q; use any, clear, rain, storm or fog", name)
	}
	for _, name := range l.texts("laws") {
		k := slices.Index(blueprint.LawNames[:], name)
		if k < 0 {
			l.bad("laws", "there is no law %q; the laws of a land are %v", name, blueprint.LawNames)
			continue
		}
		x.Laws |= 1 << k
	}
}

func (r *reader) prop(t *table, b *blueprint.Blueprint) {
	p := blueprint.Prop{Key: t.text("key", blueprint.MaxTitle), Label: t.text("label", blueprint.MaxLabel)}
	switch {
	case !blueprint.IsKey(p.Key):
		t.bad("key", "key is %q; write letters, digits and underscores, such as key = \"greeting\"", p.Key)
	case b.Prop(p.Key) != nil:
		t.bad("key", "there are two properties %s", p.Key)
	}
	var fields []string
	for f := range blueprint.FieldCount {
		fields = append(fields, f.String())
	}
	name := t.text("field", blueprint.MaxTitle)
	if p.Field = blueprint.Field(max(slices.Index(fields, name), 0)); name != p.Field.String() {
		t.bad("field", "field is %q; use one of %v", name, fields)
		return
	}
	switch p.Field {
	case blueprint.Number, blueprint.Range:
		p.Min, p.Max = t.number("min", -maxNumber, maxNumber, 0), t.number("max", -maxNumber, maxNumber, 100)
		p.Step = t.number("step", 0, maxNumber, 0)
		if p.Min > p.Max {
			t.bad("max", "max is smaller than min")
		}
	case blueprint.Choice:
		p.Options = t.texts("options")
		if len(p.Options) == 0 || len(p.Options) > blueprint.MaxOptions {
			t.bad("options", "a choice needs 1 to %d options, such as options = [\"red\", \"blue\"]", blueprint.MaxOptions)
			return
		}
	}
	text, ok := t.plain("default", p.Field)
	switch {
	case p.Field == blueprint.Choice && !t.has("default"):
		p.Default.Text = p.Options[0]
	case p.Field == blueprint.Number, p.Field == blueprint.Range:
		if !t.has("default") {
			p.Default.Number = p.Min
		}
	}
	if ok {
		v, err := ParseValue(&p, text)
		if err != nil {
			t.bad("default", "default: %v", err)
		}
		p.Default = v
	}
	t.finish()
	b.Props = append(b.Props, p)
}

// plain reads a value of any type as people type it. ok is false if there is none, or it was reported.
func (t *table) plain(key string, f blueprint.Field) (text string, ok bool) {
	v, ok := t.get(key)
	want := "a text in quotes"
	switch x := v.(type) {
	case string:
		if f != blueprint.Number && f != blueprint.Range && f != blueprint.Toggle {
			return x, true
		}
	case bool:
		if f == blueprint.Toggle {
			return strconv.FormatBool(x), true
		}
	case int64:
		if f == blueprint.Number || f == blueprint.Range {
			return strconv.FormatInt(x, 10), true
		}
	case float64:
		if f == blueprint.Number || f == blueprint.Range {
			return strconv.FormatFloat(x, 'g', -1, 64), true
		}
	}
	switch f {
	case blueprint.Number, blueprint.Range:
		want = "a number, without quotes"
	case blueprint.Toggle:
		want = "true or false, without quotes"
	}
	if ok {
		t.bad(key, "%s of a %s must be %s", key, f, want)
	}
	return "", false
}

// assets reads the sprite and the files of the table assets.
func (r *reader) assets(t *table, w *Work) {
	b := &w.Blueprint
	sprite := t.text("sprite", 256)
	r.sprite(t, sprite, w)
	files := t.table("assets")
	for _, name := range slices.Sorted(maps.Keys(files.all)) {
		file := files.text(name, 256)
		switch {
		case !blueprint.IsKey(name):
			files.bad(name, "%q; the name of an asset has letters, digits and underscores", name)
			continue
		case file == "":
			files.bad(name, "name the file of %s, such as %s = \"ding.wav\"", name, name)
			continue
		}
		data, ok := r.named(files, name, file)
		if !ok {
			continue
		}
		if kindOf(data) == "" {
			files.bad(name, "%s", errAsset(file))
			continue
		}
		a := Asset{name, data}
		if _, err := NameOf(data); err != nil {
			files.bad(name, "%s: %s", file, Words(err))
			continue
		}
		w.Assets = append(w.Assets, a)
		b.Assets = append(b.Assets, blueprint.Named{Name: name, Is: a.Sum()})
	}
	if len(b.Assets) > blueprint.MaxAssets {
		t.bad("assets", "there are %d assets; at most %d are allowed", len(b.Assets), blueprint.MaxAssets)
	}
	b.Sound = t.text("sound", blueprint.MaxTitle)
	if _, is := files.all[b.Sound]; b.Sound != "" && !is {
		t.bad("sound", "there is no asset %q; name its file below [assets]", b.Sound)
	}
}

// named reads a file that a key names.
func (r *reader) named(t *table, key, file string) (data []byte, ok bool) {
	if !fs.ValidPath(file) {
		t.bad(key, "%q; name a file within the folder, with slashes", file)
		return nil, false
	}
	before := len(r.wrong)
	if data, ok = r.file(file, MaxAsset); !ok && len(r.wrong) == before {
		t.bad(key, "there is no file %s", file)
	}
	return data, ok
}

// sprite reads the picture: the file named, or sprite.png, or sprite.txt.
func (r *reader) sprite(t *table, file string, w *Work) {
	b := &w.Blueprint
	if file == "" {
		for _, f := range []string{SpriteFile, SpriteText} {
			if _, err := fs.Stat(r.dir, f); !errors.Is(err, fs.ErrNotExist) {
				file = f
				break
			}
		}
		if file == "" {
			return
		}
	}
	data, ok := r.named(t, "sprite", file)
	if !ok {
		return
	}
	if strings.HasSuffix(file, ".txt") {
		b.Picture = textPicture(file, string(data), &r.wrong)
		return
	}
	p, large, err := pictureOf(data)
	if err != nil {
		r.wrong.Add(file, 1, 1, "%v", err)
		return
	}
	if b.Picture = p; large {
		a := Asset{Data: data}
		if _, err := NameOf(data); err != nil {
			r.wrong.Add(file, 1, 1, "%s", Words(err))
			return
		}
		b.Sprite = a.Sum()
		w.Assets = append(w.Assets, a)
	}
}

func (r *reader) child(t *table, w *Work) {
	c := Child{Title: t.text("title", blueprint.MaxTitle)}
	c.X, c.Y = int8(t.whole("x", -blueprint.MaxSide, blueprint.MaxSide)), int8(t.whole("y", -blueprint.MaxSide, blueprint.MaxSide))
	if id := t.text("id", 16); id != "" {
		n, err := strconv.ParseUint(id, 16, 64)
		if err != nil || n == 0 {
			t.bad("id", "%q is no ID of a blueprint", id)
		}
		c.Of = blueprint.ID(n)
	}
	switch {
	case (c.Title == "") == (c.Of == 0):
		t.bad("title", "a child needs either title, of a blueprint of yours, or id, of another one")
	case c.Title != "" && !blueprint.IsTitle(c.Title):
		t.bad("title", "%q is no title of a blueprint", c.Title)
	case c.Title == w.Blueprint.Title && c.Title != "":
		t.bad("title", "a blueprint cannot be its own child")
	}
	t.finish()
	w.Children = append(w.Children, c)
}

// idText writes an ID as blueprint.toml has it.
func idText(id blueprint.ID) string { return fmt.Sprintf("%016x", uint64(id)) }
