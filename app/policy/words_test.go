package policy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"manyhold/assets"
)

// sentences are the keys of the tables of words whose texts are whole sentences: they end with a full stop, a
// question mark or the like. Every other text is a label or a fragment and ends without a full stop.
var sentences = regexp.MustCompile(`^(` + strings.Join([]string{
	`title\.(search_off|listening)`, `greeting\.how`, `second\.text`, `engine\..*_about`, `invite\.(how|none)`, `travel\.(none|how|sure)`, `edit\.cut`,
	`net\.(disconnected.*|merged.*|refused.*|desync|viewer|busy|attached|usurped|tyrant)`, `pause\.(usurped|tyrant)`, `journal\.none`, `find\.(dark|about_.*)`, `map\.(dark|vault_shut)`, `collection\.unknown`, `visit\.how`, `showroom\.how`,
	`toast\..*`, `note\.(no_sound|charter|nothing_.*|have_none|simple_light|restart|recording|world_left|kicked.*|waiting|taken_back)`,
	`notice\.(handle|dark|knocked_out|relit)`, `bag\.chest_gone`,
	`chat\.(rank_.*|admin_none)`, `slash\.(unknown|wrong_.*|long|unreadable|rank_.*|above|yourself)`,
	`world\.(only_.*|no_picture|no_spawn|.*_note|.*_help|.*_none|invites_note_.*)`, `page\.(waiting|no_description|unchanged|unsaved|.*_help|.*_note|only_.*)`, `players\.(alone|keepers_only|above)`,
	`law\..*_help`, `share\.(how|none|copied|no_clipboard)`, `players\..*_help`,
	`settings\.(scale|press|applied|keys_how)`, `help\..*`,
	`match\.(none|no_.*|not_here|.*_help|stand_up|seat_taken|running_seats|seat_first|needs|needs_one|press_ready|runs|viewers_late.*|halted_why|halted_why_you|lost_why|lost_who_why|is_vacant)`,
	`reach\..*`, `byhand\.(none|copied|no_.*|idle|offering|answering|linked|near|not_text|other_.*|damaged|own_text|late|refused|busy)`,
}, "|") + `)$`)

// plain lists words to avoid in a language, each with its replacement and the reason.
var plain = map[string][]struct{ pattern, instead string }{
	"en": {
		{`(^|[.;:] )(Who|Whoever|Whom|Whose) [^?]*$`, `a noun as subject: "players", "members", "the founder"`},
		{`(^|[.;:] )What [^?]*$`, `a noun as subject: "thrown objects", "offline changes"`},
		{`\b[Ss]omebody\b`, `"a player": the game speaks of players`},
		{`\b[Oo]ne (is|does|can|may|has|wakes|squeezes)\b`, `"you": the game speaks to the player`},
		{`\bthis machine\b`, `"this computer"`},
		{`\b(hold|holds|holding) (the|this) world\b`, `"host"`},
		{`\bout of step\b`, `"out of sync"`},
		{`\bbuilt apart\b|\bkept aside\b`, `"offline changes", "archived"`},
		{`\bsent out\b|\bsend out\b|\bsends out\b`, `"kick"`},
		{`\bfeeling\b`, `"emote"`},
		{`\bis not to be\b|\bnot (fewer|less|more) than\b`, `a positive statement`},
		{`\b(can|could|must|need) ?not\b.*\bnot\b|\bn't\b.*\bn't\b`, `one negation at most`},
		{`\bany more\b`, `the event: "lifted", "ended"`},
		{` …[^ ]|[A-Za-z}] …`, `an ellipsis without a space before it`},
		{`\.\.\.`, `the character …`},
		{`[0-9}] %`, `a percent sign without a space before it`},
	},
	"de": {
		{`(^|[.;:] )(Wer|Wessen|Wem|Wen) [^?]*, `, `ein Nomen als Subjekt`},
		{`(^|[.;:] )Was [^?]*, `, `ein Nomen als Subjekt`},
		{`\b[Mm]an\b`, `„du“: das Spiel spricht den Spieler an`},
		{`\b(Sie|Ihr|Ihre|Ihnen)\b`, `„du“`},
		{`[Rr]echner\b`, `„Computer“`},
		{`\bSchirm`, `„Bildschirm“`},
		{`aus dem Takt`, `„nicht synchron“`},
		{`getrennt gebaut|beiseite`, `„Offline-Änderungen“, „archiviert“`},
		{`Gefühl`, `„Emote“`},
		{`[A-Za-zäöüß}] …`, `Auslassungspunkte ohne Leerzeichen`},
		{`\.\.\.`, `das Zeichen …`},
	},
}

// questions are texts that begin with a question word and are no clause, with the reason.
var questions = map[string]string{
	"setting.player_visits": "a question that the value of the setting answers",
}

// counted are texts with a number and a plural that have no form for one, with the reason.
var counted = map[string]string{
	"network.legend_speed": "the number is a constant above one",
	"find.new_more":        "two others at least: one is named",
	"showroom.bodies":      "every scene has hundreds of bodies",
}

// wordsOf returns the texts of a language by key, such as "title.play".
func wordsOf(t *testing.T, language string) map[string]string {
	t.Helper()
	var tables map[string]map[string]string
	if err := toml.Unmarshal(assets.WordsOf(language), &tables); err != nil {
		t.Fatalf("%s: %v", language, err)
	}
	words := map[string]string{}
	for table, entries := range tables {
		for key, text := range entries {
			words[table+"."+key] = text
		}
	}
	return words
}

// placeholders returns the names in braces in a text, in ascending order.
func placeholders(text string) []string {
	all := regexp.MustCompile(`\{[a-z0-9_]*\}`).FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}

// TestWordsArePlain: the texts on the screen keep to the rules of a game's own words in every language.
func TestWordsArePlain(t *testing.T) {
	for _, language := range assets.Languages() {
		words := wordsOf(t, language)
		for _, key := range slices.Sorted(maps.Keys(words)) {
			text := words[key]
			wrong := func(why string) { t.Errorf("%s: %s = %q: %s", language, key, text, why) }
			if text != strings.TrimSpace(text) || strings.Contains(text, "  ") {
				wrong("spaces at an end, or two in a row")
			}
			last := text[len(text)-1:]
			switch whole := sentences.MatchString(key); {
			case whole && !strings.HasSuffix(text, "…") && !strings.ContainsAny(last, ".?!") && !strings.HasSuffix(text, "}"):
				wrong("a sentence ends with a full stop")
			case !whole && last == ".":
				wrong("a label or fragment has no full stop")
			}
			for _, p := range plain[language] {
				if questions[key] == "" && regexp.MustCompile(p.pattern).MatchString(text) {
					wrong("write " + p.instead)
				}
			}
			if regexp.MustCompile(`\{n\} [a-zäöü]+s\b`).MatchString(text) && counted[key] == "" && words[key+"_one"] == "" {
				wrong("there is no form for one: " + key + "_one")
			}
		}
	}
}

// TestWordsAreWhole: every language has every key of the English table and no other, with the same
// placeholders.
func TestWordsAreWhole(t *testing.T) {
	english := wordsOf(t, "en")
	for _, language := range assets.Languages() {
		words := wordsOf(t, language)
		for _, key := range slices.Sorted(maps.Keys(english)) {
			text, ok := words[key]
			if !ok {
				t.Errorf("%s lacks %s", language, key)
			} else if got, want := placeholders(text), placeholders(english[key]); !slices.Equal(got, want) {
				t.Errorf("%s: %s has the placeholders %v, want %v", language, key, got, want)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(words)) {
			if _, ok := english[key]; !ok {
				t.Errorf("%s has %s, which English lacks", language, key)
			}
		}
	}
}

// TestWordsAreUsed: every key of the English table stands in the code: whole, as a format such as
// "find.page_%d", as a beginning such as "setting.", or with an ending such as "_one" that the code adds.
func TestWordsAreUsed(t *testing.T) {
	whole, endings := map[string]bool{}, []string{}
	var parts []*regexp.Regexp
	shape := regexp.MustCompile(`^[a-z]+\.[a-z0-9_%]*$`)
	eachLiteral(t, func(text string) {
		switch {
		case regexp.MustCompile(`^_[a-z]+$`).MatchString(text):
			endings = append(endings, text)
		case !shape.MatchString(text):
		case strings.Contains(text, "%") || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "_"):
			p := strings.NewReplacer("%d", "[0-9]+", "%s", "[a-z_0-9]+", ".", `\.`).Replace(text)
			if !strings.Contains(text, "%") {
				p += ".+"
			}
			parts = append(parts, regexp.MustCompile("^"+p+"$"))
		default:
			whole[text] = true
		}
	})
	used := func(key string) bool {
		return whole[key] || slices.ContainsFunc(parts, func(p *regexp.Regexp) bool { return p.MatchString(key) })
	}
	for _, key := range slices.Sorted(maps.Keys(wordsOf(t, "en"))) {
		if used(key) {
			continue
		}
		if !slices.ContainsFunc(endings, func(end string) bool {
			stem, ok := strings.CutSuffix(key, end)
			return ok && used(stem)
		}) {
			t.Errorf("%s is never shown", key)
		}
	}
}

// eachLiteral calls see with every string of the repository's code, tests left out.
func eachLiteral(t *testing.T, see func(string)) {
	t.Helper()
	eachGoFile(t, func(path string, f *ast.File, _ *token.FileSet, _ string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					see(text)
				}
			}
			return true
		})
	})
}

// eachGoFile calls see with every Go file of the repository, by its path from the top.
func eachGoFile(t *testing.T, see func(path string, f *ast.File, set *token.FileSet, source string)) {
	t.Helper()
	top, err := filepath.Abs(".")
	for err == nil {
		if _, e := os.Stat(filepath.Join(top, "go.mod")); e == nil {
			break
		}
		if filepath.Dir(top) == top {
			t.Fatal("there is no go.mod above")
		}
		top = filepath.Dir(top)
	}
	if err == nil {
		err = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && path != top && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "bin" || d.Name() == "dist"):
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go"):
				return nil
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, path, source, parser.ParseComments)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(top, path)
			see(filepath.ToSlash(rel), f, set, string(source))
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}
