package e2e

import (
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"manyhold/app/control"
	"manyhold/app/maker"
	"manyhold/app/maker/bundle"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/game"
	"manyhold/net/key"
	"manyhold/net/patience"
)

// visibleElsewhere is how long a blueprint may take from its publication until another node of the same
// network can place it.
const visibleElsewhere = time.Second

// makes runs `manyhold make` with a node's data directory.
func (p *process) makes(args ...string) (string, int) {
	p.t.Helper()
	return commandLine(p.t, append([]string{"make", args[0], "--data", p.data}, args[1:]...)...)
}

// pushes publishes a folder, which has to work.
func (p *process) pushes(dir string) string {
	p.t.Helper()
	out, code := p.makes("push", dir)
	if code != usage.ExitDone {
		p.t.Fatalf("push: %d %s", code, out)
	}
	return out
}

// blueprints lists the blueprints that a node knows.
func (p *process) blueprints() (list []status.Blueprint) {
	node, err := control.Find(p.data)
	if err != nil {
		return nil
	}
	ctx, cancel := patience.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	text, err := node.Call(ctx, control.Blueprints, "")
	if err != nil || json.Unmarshal([]byte(text), &list) != nil {
		return nil
	}
	return list
}

// knows waits until a node knows a version of its only blueprint, and returns it.
func (p *process) knows(version uint32) (b status.Blueprint) {
	p.t.Helper()
	p.await("the blueprint", 10*time.Second, func() bool {
		list := p.blueprints()
		if len(list) == 1 {
			b = list[0]
		}
		return b.Version == version
	})
	return b
}

// work writes the folder of a blueprint: a block with a property for each version so far.
func work(t testing.TB, dir string, version int) {
	t.Helper()
	text := "title = \"Lamp\"\nlicence = \"MIT\"\nabout = \"It shines.\"\nflags = [\"preload\"]\n"
	for n := range version {
		text += "[[prop]]\nkey = \"p" + string(rune('1'+n)) + "\"\nfield = \"toggle\"\n"
	}
	if err := os.WriteFile(filepath.Join(dir, maker.File), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// portrait adds a picture to a folder that is too large to be a part of the blueprint.
func portrait(t testing.TB, dir string) {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, 40, 56))
	for k := range 40 * 56 {
		m.Set(k%40, k/40, color.NRGBA{uint8(k % 40 * 6), uint8(k / 40 * 4), 90, 255})
	}
	f, err := os.Create(filepath.Join(dir, maker.SpriteFile))
	if err == nil {
		err = png.Encode(f, m)
	}
	if err != nil || f.Close() != nil {
		t.Fatal(err)
	}
}

// readDraft reads a folder as the draft of a node's player.
func (p *process) readDraft(dir string) string {
	p.t.Helper()
	w, wrong := maker.Read(os.DirFS(dir), nil)
	pair, err := key.Load(p.data)
	if len(wrong) > 0 || err != nil {
		p.t.Fatal(wrong, err)
	}
	return string(w.Draft(game.PlayerID(pair.ID())))
}

// thingID returns the ID of the only thing near a node's player.
func (p *process) thingID() string {
	p.t.Helper()
	m := regexp.MustCompile(`(?m)^([0-9a-f]+) \S+/Lamp\S* at`).FindStringSubmatch(p.must("things"))
	if m == nil {
		p.t.Fatalf("no thing: %s", p.must("things"))
	}
	return m[1]
}

// TestPush: a folder that one node publishes is listed by another one, which can place it at once. The second
// version changes the placed thing on both in the same turn. The other player unlinks it, and pulls what came
// of it, picture and all; and when the publisher is killed, everything stays.
func TestPush(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan", "--name", "Bo")
	a.must("say hello")
	b.must("say hello")
	dir := t.TempDir()
	work(t, dir, 1)
	portrait(t, dir)
	here, err := control.Find(b.data)
	if err != nil {
		t.Fatal(err)
	}
	if out := b.pushes(dir); !regexp.MustCompile(`^published Bo/Lamp version 1 in \d+\.\d s$`).MatchString(out) {
		t.Errorf("push printed %q", out)
	}
	a.knows(1)
	out, code := a.makes("list")
	if code != usage.ExitDone || out != "Bo/Lamp  version 1    block  MIT  It shines." {
		t.Errorf("list: %d %q", code, out)
	}
	if out := a.must("blueprints"); out != "Bo/Lamp, version 1, block, by Bo, MIT" {
		t.Errorf("blueprints: %q", out)
	}
	if out := b.pushes(dir); !strings.HasPrefix(strings.TrimPrefix(out, "the sprite is known already: 0 bytes sent\n"), "Bo/Lamp version 1 is the same already") {
		t.Errorf("the same again: %q", out)
	}
	a.must("put bo/lamp ~1 ~0")
	id := a.thingID()
	if out := a.must("props " + id); out != "p1=false" {
		t.Errorf("props: %q", out)
	}

	work(t, dir, 2)
	draft := b.readDraft(dir)
	began, deadline := time.Now(), patience.For(visibleElsewhere)
	if said, err := here.Call(t.Context(), control.Publish, draft); err != nil || said != "published Bo/Lamp version 2" {
		t.Fatal(said, err)
	}
	a.await("the new version", 20*time.Second, func() bool { return a.blueprints()[0].Version == 2 })
	t.Logf("Publish to visible elsewhere: %v", time.Since(began).Round(time.Millisecond))
	if deadline.Over() {
		t.Errorf("a blueprint took longer than %v until another node had it", visibleElsewhere)
	}
	if there, own := a.knows(2), b.knows(2); there != own {
		t.Errorf("%+v and %+v: not in the same turn", there, own)
	}
	for _, p := range []*process{a, b} {
		p.await("the thing to change", 5*time.Second, func() bool { out, _ := p.do("props " + id); return out == "p1=false\np2=false" })
	}

	if out := a.must("unlink " + id); out != "unlinked: it is of your blueprint Lamp now" {
		t.Errorf("unlink: %q", out)
	}
	if out := a.must("things"); !strings.Contains(out, id+" Ada/Lamp at") {
		t.Errorf("things: %q", out)
	}
	a.await("the picture", 20*time.Second, func() bool { st, err := a.status(); return err == nil && st.Host.Assets.Held == 1 })
	b.kill()
	copied := filepath.Join(t.TempDir(), "lamp")
	if out, code := a.makes("pull", "ada/lamp", copied); code != usage.ExitDone || out != "Ada/Lamp version 1 is in "+copied+" (licence MIT)" {
		t.Errorf("pull: %d %s", code, out)
	}
	text, err := os.ReadFile(filepath.Join(copied, maker.File))
	was, err1 := os.ReadFile(filepath.Join(dir, maker.SpriteFile))
	is, err2 := os.ReadFile(filepath.Join(copied, maker.SpriteFile))
	if err != nil || err1 != nil || err2 != nil || string(was) != string(is) || !strings.Contains(string(text), "[[credit]]") || !strings.Contains(string(text), `by = "Bo"`) {
		t.Errorf("%v %v %v\n%s", err, err1, err2, text)
	}
	a.await("to go on alone", 20*time.Second, func() bool { _, err := a.do("put Bo/Lamp ~-1 ~0"); return err == nil })
	for _, l := range []string{"nobody/Lamp", "Lamp"} {
		if out, code := a.makes("pull", l, filepath.Join(t.TempDir(), "x")); code != usage.ExitUsage {
			t.Errorf("pull %s: %d %s", l, code, out)
		}
	}
}

// TestPushWatch: a folder that is watched is published again when a file changes; a mistake is printed, and
// the last version stays; a fault of its script is printed with its place and calls.
func TestPushWatch(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	a.must("say hello")
	dir := t.TempDir()
	work(t, dir, 1)
	w := launch(t, program("make", "push", dir, "--watch", "--data", a.data), "")
	says := func(words string) {
		t.Helper()
		w.await(words, 20*time.Second, func() bool { return strings.Contains(w.output(), words) })
	}
	says("published Ada/Lamp version 1 in ")
	if err := os.WriteFile(filepath.Join(dir, maker.File), []byte("title = \"Lamp\"\nlicense = \"MIT\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	says("blueprint.toml:2:1: there is no license here; did you mean licence?")
	says("manyhold: 2 mistakes in ")
	if b := a.knows(1); b.Version != 1 {
		t.Errorf("%+v", b)
	}
	work(t, dir, 2)
	says("published Ada/Lamp version 2 in ")
	a.knows(2)
	if err := os.WriteFile(filepath.Join(dir, "main.star"), []byte("def on_use(me, who):\n    share(0)\n\ndef share(n):\n    return 1 / n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	says("published Ada/Lamp version 3 in ")
	a.must("put Lamp ~1 ~0")
	a.must("use ~1 ~0")
	says(filepath.Join(dir, maker.HostFile) + ":5:14: Ada/Lamp failed: line 5, column 14: ")
	says("    in share 5:14")
	says("    in on_use 2:")
	if said := a.must("things"); !strings.Contains(said, "its script has failed: line 5, column 14") {
		t.Error(said)
	}
	w.quit()
	if strings.Contains(w.output(), "version 4") {
		t.Error("it publishes without a change")
	}
}

// TestPushRefused: a visitor may not publish, and is told so; two keepers who publish one version at the same
// time agree on one of them, and the other keeper is told so.
func TestPushRefused(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan", "--name", "Bo")
	a.must("say hello")
	b.must("say hello")
	dir := t.TempDir()
	work(t, dir, 1)
	rules := func(words ...string) {
		t.Helper()
		if out, code := commandLine(t, append([]string{"world", "charter", "--data", a.data, "--"}, words...)...); code != usage.ExitDone {
			t.Fatalf("%q: %d %s", words, code, out)
		}
	}
	rules("rank", "Bo", "visitor")
	b.await("to be a visitor", 10*time.Second, func() bool { _, err := b.do("place lamp ~1 ~0"); return err != nil })
	if out, code := b.makes("push", dir); code != usage.ExitFailed || !strings.Contains(out, "your rank in this world does not let you publish that blueprint") {
		t.Errorf("a visitor: %d %s", code, out)
	}
	rules("rank", "Bo", "keeper")
	a.pushes(dir)
	b.await("to be a keeper", 10*time.Second, func() bool { _, err := b.do("place lamp ~1 ~0"); return err == nil })
	b.knows(1)

	pulled := filepath.Join(t.TempDir(), "theirs")
	if out, code := b.makes("pull", "Lamp", pulled); code != usage.ExitDone {
		t.Fatalf("pull: %d %s", code, out)
	}
	packed := filepath.Join(t.TempDir(), "lamp.manyhold") // of a blueprint that Bo does not own
	if out, code := b.makes("pull", "Ada/Lamp", packed); code != usage.ExitDone {
		t.Fatalf("pull: %d %s", code, out)
	}
	data, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := bundle.Decode(data); err != nil || got.Blueprints[0].Editor != got.Blueprints[0].Author || !strings.Contains(got.Notice, "Permission is hereby granted, free of charge") {
		t.Errorf("the bundle of another player's blueprint: %v, %+v", err, got)
	}
	work(t, dir, 2)
	theirs, err := os.ReadFile(filepath.Join(pulled, maker.File))
	if err == nil {
		err = os.WriteFile(filepath.Join(pulled, maker.File), []byte(strings.Replace(string(theirs), "It shines.", "It glows.", 1)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	type answer struct {
		said string
		err  error
	}
	answers := make(chan answer, 2)
	for p, from := range map[*process]string{a: dir, b: pulled} {
		node, err := control.Find(p.data)
		if err != nil {
			t.Fatal(err)
		}
		draft := p.readDraft(from)
		go func() {
			said, err := node.Call(t.Context(), control.Publish, draft)
			answers <- answer{said, err}
		}()
	}
	version := uint32(2)
	for range 2 {
		x := <-answers
		t.Logf("%s%v", x.said, x.err)
		switch {
		case x.err != nil && !strings.Contains(x.err.Error(), "another player published version 2 of Ada/Lamp at the same time"):
			t.Error(x.err)
		case x.said == "published Ada/Lamp version 3": // the second one knew of the first
			version = 3
		}
	}
	b.await("both to agree", 20*time.Second, func() bool { // the first may hold for a moment before it is lost
		there, own := a.knows(version), b.knows(version)
		return there == own
	})
}
