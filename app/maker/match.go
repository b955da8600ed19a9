package maker

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"manyhold/app/maker/problem"
	"manyhold/game/blueprint"
	"manyhold/game/match"
	"manyhold/game/script"
	"manyhold/game/tile"
)

// The names of the files of an engine: the rules of a match. Its other folders are those of things.
const (
	EngineFile  = "engine.toml"
	RefereeFile = "referee.star"
	BotFile     = "bot.star"
	MatchesFile = "matches.txt"
)

// IsEngine reports whether a folder is that of an engine.
func IsEngine(dir fs.FS) bool {
	_, err := fs.Stat(dir, EngineFile)
	return err == nil
}

// engineReader reads the folder of an engine.
type engineReader struct {
	reader
	p *match.Package
}

// ReadEngine reads the folder of an engine. shader checks a shader, and may be nil. The package is of use
// only if there is no problem.
func ReadEngine(dir fs.FS, shader func(text string) error) (*match.Package, problem.List) {
	r := &engineReader{reader: reader{dir: dir}, p: new(match.Package)}
	r.engineDocument()
	_, view := Languages()
	if shader != nil {
		view.Shader = shader
	}
	referee := Language{Library: script.Match, Handlers: script.Handlers()}
	p := r.p
	p.Referee = r.script(RefereeFile, Host, Scripts(referee, view))
	p.View = r.script(ViewFile, View, Scripts(referee, view))
	p.Bot = r.script(BotFile, Host, Scripts(Language{Library: script.Bot}, view))
	r.functions()
	r.things(Scripts(referee, view))
	if len(r.wrong) == 0 {
		if err := p.Check(); err != nil {
			r.wrong.Add(EngineFile, 1, 1, "%s", strings.TrimPrefix(err.Error(), match.ErrPackage.Error()+": "))
		} else if n := len(match.Append(nil, p)); n > match.MaxBytes {
			r.wrong.Add(EngineFile, 1, 1, "the engine has %d bytes, and at most %d are allowed; use smaller pictures and sounds", n, match.MaxBytes)
		}
	}
	r.wrong.Sort()
	return p, r.wrong
}

var playFunction = regexp.MustCompile(`(?m)^def +play *\(`)

// functions reports which functions are missing.
func (r *engineReader) functions() {
	if r.p.Referee == "" && len(r.wrong) == 0 {
		r.wrong.Add(RefereeFile, 1, 1, "the file is missing or empty; it holds the rules, such as def begin(me, config, seed):")
	}
	if r.p.Bot != "" && !playFunction.MatchString(r.p.Bot) {
		r.wrong.Add(BotFile, 1, 1, "a bot needs a function play; write def play(me, seat):")
	}
}

// engineDocument reads engine.toml.
func (r *engineReader) engineDocument() {
	text, ok := r.text(EngineFile, maxDocument)
	if !ok {
		if len(r.wrong) == 0 {
			r.wrong.Add(EngineFile, 1, 1, "the file is missing; `manyhold make new NAME --like emberball` makes a folder that has one")
		}
		return
	}
	t := parse(EngineFile, text, &r.wrong)
	if t == nil {
		return
	}
	p := r.p
	p.Title = t.text("title", blueprint.MaxTitle)
	if !blueprint.IsTitle(p.Title) || p.Title == blueprint.LandTitle {
		t.bad("title", "the title is %q; write 1 to %d letters, digits and hyphens, such as title = \"Hide-and-seek\"", p.Title, blueprint.MaxTitle)
	}
	p.About, p.Hint, p.Licence = t.text("about", blueprint.MaxText), t.text("hint", blueprint.MaxText), t.text("licence", blueprint.MaxLicence)
	if !blueprint.IsLicence(p.Licence) {
		t.bad("licence", "a licence is needed; write its SPDX name, such as licence = \"CC-BY-SA-4.0\" (usual ones: %s)", usual())
	}
	if p.Stages = r.names(t, "stages", match.MaxNames); len(p.Stages) == 0 {
		p.Stages = []string{"ready"}
	}
	r.roster(t.table("roster"))
	for _, e := range t.tables("state", match.MaxNames) {
		p.States = append(p.States, match.State{Name: e.text("name", match.MaxName), From: e.texts("from")})
		if s := &p.States[len(p.States)-1]; !match.IsName(s.Name) || s.Name == match.FromStart {
			e.bad("name", "the name of a state is a line of 1 to %d bytes, and not %q", match.MaxName, match.FromStart)
		}
		e.finish()
	}
	for k, s := range p.States {
		for _, from := range s.From {
			known := []string{match.FromStart}
			for _, o := range p.States {
				known = append(known, o.Name)
			}
			if !slices.Contains(known, from) {
				at := (&table{t.document, "state." + strconv.Itoa(k) + ".", nil, nil})
				at.bad("from", "there is no state %q%s", from, problem.Nearest(from, known))
			}
		}
	}
	for _, e := range t.tables("setting", match.MaxSettings) {
		r.setting(e)
	}
	r.arena(t.table("arena"))
	r.tongues(t.table("words"))
	r.picture(t)
	t.finish()
}

// names reads a list of names.
func (r *engineReader) names(t *table, key string, most int) []string {
	list := t.texts(key)
	for k, s := range list {
		if !match.IsName(s) || slices.Contains(list[:k], s) {
			t.bad(key, "%q; each of %s is a line of 1 to %d bytes, and no two are alike", s, key, match.MaxName)
		}
	}
	if len(list) > most {
		t.bad(key, "there are %d of %s; at most %d are allowed", len(list), key, most)
	}
	return list
}

func (r *engineReader) roster(t *table) {
	p := r.p
	p.Roster = r.names(t, "seats", match.MaxSeats)
	if len(p.Roster) == 0 {
		t.bad("seats", "the seats are missing; write [roster] and below it seats = [\"red\", \"blue\"]")
	}
	p.Least = uint8(max(t.whole("least", 1, max(len(p.Roster), 1)), 1))
	if v, ok := t.get("shirts"); ok {
		list, is := v.([]any)
		for _, e := range list {
			n, number := e.(int64)
			is = is && number && n >= 0 && n < 256
			p.Shirts = append(p.Shirts, uint8(n))
		}
		if !is || len(list) > len(p.Roster) {
			t.bad("shirts", "shirts are numbers, one for each seat, such as shirts = [1, 5]")
		}
	}
	t.finish()
}

// setting reads a setting: a property, and the stage in which it is chosen.
func (r *engineReader) setting(e *table) {
	stage := e.text("stage", match.MaxName)
	k := slices.Index(r.p.Stages, stage)
	if stage != "" && k < 0 {
		e.bad("stage", "there is no stage %q%s", stage, problem.Nearest(stage, r.p.Stages))
	}
	var b blueprint.Blueprint
	for n := range r.p.Settings {
		b.Props = append(b.Props, r.p.Settings[n].Prop)
	}
	if r.prop(e, &b); len(b.Props) == len(r.p.Settings) {
		return
	}
	s := match.Setting{Prop: b.Props[len(b.Props)-1], Stage: uint8(max(k, 0))}
	switch {
	case s.Field == blueprint.File || s.Field == blueprint.Button:
		e.bad("field", "a setting is no %s; use text, number, range, toggle, choice or colour", s.Field)
	case s.Key == match.BotsKey && s.Field != blueprint.Toggle:
		e.bad("field", "the setting %s says whether bots play; write field = \"toggle\"", match.BotsKey)
	}
	r.p.Settings = append(r.p.Settings, s)
}

// tongues reads what the texts of the engine are in other languages: a table for each.
func (r *engineReader) tongues(t *table) {
	p := r.p
	for _, code := range slices.Sorted(maps.Keys(t.all)) {
		e := t.table(code)
		switch {
		case !match.IsLanguage(code):
			t.bad(code, "%q is no language; write its code in two to eight small letters, such as [words.de]", code)
			continue
		case len(p.Tongues) == match.MaxTongues:
			t.bad(code, "there are more than %d other languages", match.MaxTongues)
			return
		case len(e.all) > match.MaxWords:
			t.bad(code, "there are %d texts; at most %d are allowed", len(e.all), match.MaxWords)
			continue
		}
		tongue := match.Tongue{Language: code}
		for _, text := range slices.Sorted(maps.Keys(e.all)) {
			most := p.Limit(text)
			if most == 0 {
				e.bad(text, "the engine has no text %q that players read%s", text, problem.Nearest(text, r.texts()))
				continue
			}
			is := e.text(text, most)
			if is == "" || !blueprint.IsText(is, most, false) {
				e.bad(text, "write one line of 1 to %d bytes for %q", most, text)
			}
			tongue.Words = append(tongue.Words, match.Word{Text: text, Is: is})
		}
		if len(tongue.Words) > 0 {
			p.Tongues = append(p.Tongues, tongue)
		}
	}
	t.finish()
}

// texts lists short texts of the engine that players read.
func (r *engineReader) texts() (list []string) {
	list = append(append(list, r.p.Roster...), r.p.Stages...)
	for _, s := range r.p.States {
		list = append(list, s.Name)
	}
	for _, s := range r.p.Settings {
		list = append(append(list, s.Label), s.Options...)
	}
	return list
}

func (r *engineReader) arena(t *table) {
	a := &r.p.Arena
	a.Width, a.Height = uint8(t.whole("width", match.LeastSide, match.MaxSide)), uint8(t.whole("height", match.LeastSide, match.MaxSide))
	if !t.has("width") || !t.has("height") {
		t.bad("width", "the field is missing; write [arena] and below it width = 32 and height = 20")
	}
	a.Ground = ground(t, "ground", tile.Grass)
	if a.Ground.Info().Solid {
		t.bad("ground", "nobody can walk on %s; choose another ground", a.Ground)
	}
	a.Outside = ground(t, "outside", tile.DeepWater)
	if name := t.text("wall", match.MaxName); name != "" {
		for b := tile.NoBlock + 1; b < tile.BlockCount; b++ {
			if b.String() == name && b.Info().Solid && b != tile.Gadget && b != tile.Chest {
				a.Wall = b
			}
		}
		if a.Wall == tile.NoBlock {
			t.bad("wall", "there is no wall %q; use a solid block such as \"stone wall\", \"fence\" or \"cliff\"", name)
		}
	}
	a.Hour = 12
	if t.has("hour") {
		a.Hour = uint8(t.whole("hour", 0, 23))
	}
	a.Terms.Weather, a.Terms.Gravity = blueprint.Clear, t.number("gravity", 0.25, 4, 0).S()
	if t.has("weather") {
		a.Terms.Weather = blueprint.AnyWeather
	}
	air(t, &a.Terms)
	a.Build, a.Kit, a.Secret = t.truth("build"), t.truth("kit"), t.truth("secret")
	t.finish()
}

// ground reads the name of a ground.
func ground(t *table, key string, otherwise tile.Ground) tile.Ground {
	name := t.text(key, match.MaxName)
	var known []string
	for g := tile.NoGround + 1; g < tile.GroundCount; g++ {
		if g.String() == name {
			return g
		}
		known = append(known, g.String())
	}
	if name != "" {
		t.bad(key, "there is no ground %q%s", name, problem.Nearest(name, known))
	}
	return otherwise
}

// picture reads the picture of the engine, which is small.
func (r *engineReader) picture(t *table) {
	var w Work
	file := t.text("sprite", 256)
	if r.sprite(t, file, &w); len(w.Assets) > 0 {
		t.bad("sprite", "the picture of an engine has at most %d × %d pixels", blueprint.MaxPicture, blueprint.MaxPicture)
	}
	r.p.Picture = w.Blueprint.Picture
}

// things reads the folders of the things, in the order of their titles.
func (r *engineReader) things(check Checker) {
	list, err := fs.ReadDir(r.dir, ".")
	if err != nil {
		r.wrong.Add(EngineFile, 1, 1, "cannot read the folder: %v", err)
		return
	}
	for _, d := range list {
		if _, err := fs.Stat(r.dir, path.Join(d.Name(), File)); !d.IsDir() || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if len(r.p.Things) == match.MaxThings {
			r.wrong.Add(path.Join(d.Name(), File), 1, 1, "there are more than %d kinds of things", match.MaxThings)
			return
		}
		sub, err := fs.Sub(r.dir, d.Name())
		if err != nil {
			continue
		}
		w, wrong := Read(sub, check)
		for _, p := range wrong {
			p.File = path.Join(d.Name(), p.File)
			r.wrong = append(r.wrong, p)
		}
		r.thing(path.Join(d.Name(), File), w)
	}
	slices.SortFunc(r.p.Things, func(a, b *blueprint.Blueprint) int { return strings.Compare(a.Title, b.Title) })
}

// thing takes a kind of thing.
func (r *engineReader) thing(file string, w *Work) {
	b := w.Blueprint
	bad := func(format string, a ...any) { r.wrong.Add(file, 1, 1, format, a...) }
	switch {
	case b.Title == match.RefereeTitle || slices.ContainsFunc(r.p.Things, func(o *blueprint.Blueprint) bool { return o.Title == b.Title }):
		bad("there is a thing %s already; choose another title", b.Title)
	case b.Shape.Form == blueprint.Land:
		bad("a match has no lands; say below [arena] of %s what its land is like", EngineFile)
	case len(w.Children) > 0:
		bad("things of a match have no children; spawn them in on_born")
	case b.Author != [32]byte{}:
		bad("things of a match belong to the engine; remove author and by")
	}
	b.Author, b.Editor, b.Version, b.By = match.Author, match.Author, 1, "match"
	for _, a := range w.Assets {
		if len(r.p.Assets) == match.MaxAssets {
			bad("the things have more than %d assets", match.MaxAssets)
			break
		}
		r.p.Assets = append(r.p.Assets, a.Data)
	}
	r.p.Things = append(r.p.Things, &b)
}
