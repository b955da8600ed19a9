package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"manyhold/app/control"
	"manyhold/app/order"
	"manyhold/app/rig"
	"manyhold/app/usage"
	"manyhold/game/record"
)

// everyOrder lists each order of `do help`, with its expected result.
var everyOrder = []struct{ order, says string }{
	{"say good morning", "said"},
	{"where", `^-?\d+ -?\d+$`},
	{"who", `^Ada at -?\d+ -?\d+$`},
	{"inventory", "slot 4: 12 lamp"},
	{"name Bertha", "called Bertha"},
	{"who", "^Bertha at "},
	{"chat", "good morning"},
	{"emote 3", "shown"},
	{"board", `(?s)^lighthouses that burn: [0-9] of 9\n.*challenge [a-z]+: 0 of [0-9]+, prize [0-9]+ `},
	{"around", ""},
	{"shout good evening, world", ""},
	{"select 4", "selected"},
	{"place lamp ~1 ~0", "placed lamp at"},
	{"look ~1 ~0", "^lamp on .*, state 0$"},
	{"use ~1 ~0", "used"},
	{"look ~1 ~0", "^lamp on .*, state 1$"},
	{"dig ~1 ~0", "dug"},
	{"look ~1 ~0", "^[a-z ]+$"},
	{"place chest ~1 ~0", "placed chest at"},
	{"put torch 5 ~1 ~0", "put 5 torch"},
	{"inventory", "11 torch"},
	{"take torch 2 ~1 ~0", "take 2 torch"},
	{"inventory", "13 torch"},
	{"take torch 3 ~1 ~0; dig ~1 ~0", "dug"},
	{"place crate ~0 ~1; pick up", "picked up"},
	{"throw south", "thrown"},
	{"place ball ~0 ~-1; kick north", "kicked"},
	{"place bench ~2 ~0; craft stone floor 2; inventory", `64 stone floor`},
	{"recipes", "(?s)^2 stone wall: 2 stone, at a bench\n.*1 copper pick: 6 copper, 3 stick, at an anvil \\(no anvil is near\\)"},
	{"place chest ~1 ~1; put torch 1 ~1 ~1; stack ~1 ~1", "put away what the chest holds already"},
	{"sort ~1 ~1; sort", "sorted the inventory"},
	{"swap c1 36 ~1 ~1; swap 36 c2 ~1 ~1", "swapped slots 36 and c2"},
	{"take all ~1 ~1; dig ~1 ~1", "dug"},
	{"dig ~2 ~0", "dug"},
	{"drop torch 2; inventory", `1[46] torch`}, // what lies at one's feet may be taken up again
	{"laws", "^none$"},
	{"room list", "^no rooms; create one with"},
	{"room engines", "emberball"},
	{`room create emberball --seed 42 --config {"seconds": 20} --title "Our cup"`, "^room [0-9a-f]{64}\njoin with: manyhold room join"},
	{"/room list", "Our cup, emberball, setup .*, 0 of 8 seats taken, you are in it"},
	{"place lamp ~1 ~0", "placed"},
	{"inspect ~1 ~0", "(?s)^lamp on .*lamp placed by Bertha, [0-9]+ s ago"},
	{"revert Bertha 5 4 preview", "would restore [0-9]+ tiles?.*"},
	{"revert Bertha 5 1 ~1 ~0", "reverted [0-9]+ changes? of Bertha"},
	{"inspect ~1 ~0", "reverted by Bertha, 0 s ago"},
	{"undo", "undid the revert of [0-9]+ changes? of Bertha"},
	{"look ~1 ~0; dig ~1 ~0", "dug"},
	{"law blocking on", "laws in force: blocking$"},
	{"laws", "^blocking$"},
	{"law blocking off", "laws in force: none$"},
	{"knocks", "^nobody waits at the door$"},
	{"/help claim", "^/claim .*claim the land around you"},
	{"claims", "^no claims$"},
	{"claim ~20 ~0 6 5", "claimed 6 × 5 tiles"},
	{"open ~20 ~0", "everybody may use"},
	{"unshare ~25 ~4", "friends only use"},
	{"claims", "6 × 5, Bertha, open to all, ends in 60 days"},
	{"close ~21 ~1; share ~21 ~1; claims", "6 × 5, Bertha, ends in 60 days"},
	{"unclaim ~20 ~0; claims", "no claims$"},
	{"pins", "^no pins$"},
	{"pin house ~5 ~0", "shared a pin at"},
	{"pin heart ~5 ~0; pins", "^.*\nheart at -?[0-9]+ -?[0-9]+, Bertha$"},
	{"unpin ~5 ~0; pins", "no pins$"},
	{"land", "^the land is as it was made, gravity 1, weather any$"},
	{"blueprints", "^no blueprints$"},
	{"things", "^no things$"},
	{"wait 100ms", "waited"},
	{"walk west 200ms", "walked; now at"},
	{"walk northeast 200ms", "walked; now at"},
	{"walk to ~1 ~0", ""},
	{"home; where", "^went home"},
	{"help", "put ITEM"},
}

// wrongOrders are refused by the world, or cannot be understood.
var wrongOrders = []struct {
	order, says string
	code        int
}{
	{"dig 3000 3000", "refused: too far", usage.ExitFailed},
	{"place lamp 3000 3000; say never", "refused: too far.*1 order not carried out", usage.ExitFailed},
	{"take torch ~3 ~3", "no chest at", usage.ExitFailed},
	{"craft bench 30", "not enough stick: 480 needed, you have 0", usage.ExitFailed},
	{"craft copper pick", "refused: no anvil is near", usage.ExitFailed},
	{"craft water", "no recipe makes water", usage.ExitUsage},
	{"craft torch 0", "1 to 255", usage.ExitUsage},
	{"recipes all", "do help", usage.ExitUsage},
	{"take all ~9 ~9", "refused: too far", usage.ExitFailed},
	{"take all ~1", "two whole numbers", usage.ExitUsage},
	{"stack ~0 ~-1", "refused: nothing is there", usage.ExitFailed},
	{"sort 1", "two whole numbers", usage.ExitUsage},
	{"swap 1", "swap needs two slots", usage.ExitUsage},
	{"swap 1 37", "is not a slot", usage.ExitUsage},
	{"swap 1 c25 ~1 ~0", "is not a slot", usage.ExitUsage},
	{"swap 1 c2", "needs the tile of the chest", usage.ExitUsage},
	{"play 3", "refused: no instrument is in hand", usage.ExitFailed},
	{"play 6", "from 1 to 5", usage.ExitUsage},
	{"wear straw hat", "you carry no straw hat", usage.ExitFailed},
	{"wear lamp", "nobody wears lamp", usage.ExitUsage},
	{"wear gold", `unknown item "gold"`, usage.ExitUsage},
	{"carry Nobody", `no player named "Nobody"`, usage.ExitFailed},
	{"carry", "carry needs the name", usage.ExitUsage},
	{"putdown", "refused: nothing is there", usage.ExitFailed},
	{"board 1", "do help", usage.ExitUsage},
	{"put gold ~1 ~0", `no blueprint is called "gold"`, usage.ExitFailed},
	{"put gold bar ~1 ~0", `unknown item "gold bar"`, usage.ExitUsage},
	{"putaway 12", "refused: nothing is there", usage.ExitFailed},
	{"putaway lamp", "not the ID of a thing", usage.ExitUsage},
	{"move 12 ~1 ~1", "refused: nothing is there", usage.ExitFailed},
	{"move 12", "and a tile", usage.ExitUsage},
	{"move lamp ~1 ~1", "not the ID of a thing", usage.ExitUsage},
	{"unlink 12", "no thing has the ID 12", usage.ExitFailed},
	{"withdraw Lamp", `no blueprint is called "Lamp"`, usage.ExitFailed},
	{"answer 12 yes", "refused: nothing is there", usage.ExitFailed},
	{"answer 12", "answer needs the ID of a thing", usage.ExitUsage},
	{"land use gold", `no blueprint is called "gold"`, usage.ExitFailed},
	{"land use none 3000 3000", "refused: nothing is there", usage.ExitFailed},
	{"land ho", "land needs nothing", usage.ExitUsage},
	{"unlink", "unlink needs the ID of a thing", usage.ExitUsage},
	{"props 12 glow=3", "no thing has the ID 12", usage.ExitFailed},
	{"props 12 glow", "props needs KEY=VALUE", usage.ExitUsage},
	{"undo ~1", "two whole numbers", usage.ExitUsage},
	{"undo 3000 3000", "refused: nothing can be undone there", usage.ExitFailed},
	{"revert Ada 5", "revert needs a player's name", usage.ExitUsage},
	{"revert Ada 0 5", "revert needs a player's name", usage.ExitUsage},
	{"revert Ada 256 5", "revert needs a player's name", usage.ExitUsage},
	{"revert Ada 5 65", "revert needs a player's name", usage.ExitUsage},
	{"revert Nobody 5 5", `no player named "Nobody"`, usage.ExitFailed},
	{"inspect", "two whole numbers", usage.ExitUsage},
	{"fill ~1 ~0", "refused: nothing is there", usage.ExitFailed},
	{"erase ~1 ~0", "refused: nothing is there", usage.ExitFailed},
	{"erase all", "refused: nothing is there", usage.ExitFailed},
	{"erase", "erase|tile|do help", usage.ExitUsage},
	{"claim ~20 ~0 6 5; claim ~22 ~0 6 5", "refused: a part of it is claimed already; the next free place is .*: claim .* 6 5", usage.ExitFailed},
	{"claim 9000 9000 4 4", "refused: too far", usage.ExitFailed},
	{"claim 1 2 3", "claim needs a tile, a width and a height", usage.ExitUsage},
	{"claim 1 2 33 4", "1 to 32 tiles wide and high", usage.ExitUsage},
	{"claim 1 2 0 4", "1 to 32 tiles wide and high", usage.ExitUsage},
	{"pin flag 100000 0", "refused: too far", usage.ExitFailed},
	{"pin ~1 ~0", "pin needs a sign", usage.ExitUsage},
	{"pin star ~1 ~0", "pin needs a sign", usage.ExitUsage},
	{"pin flag ~1", "pin needs a sign", usage.ExitUsage},
	{"unpin ~1 ~0", "refused: nothing is there", usage.ExitFailed},
	{"pin flag ~1 ~0; pin flag ~2 ~0; pin flag ~3 ~0; pin flag ~4 ~0; pin flag ~5 ~0", "refused: you share as many pins", usage.ExitFailed},
	{"unclaim ~9 ~9", "refused: nothing is there", usage.ExitFailed},
	{"unclaim 9", "unclaim needs a tile", usage.ExitUsage},
	{"share ~20 ~0 Nobody", `no player named "Nobody" is known here`, usage.ExitFailed},
	{"open ~20 ~0 Bo", "open needs a tile and nothing else", usage.ExitUsage},
	{"claims now", "do help", usage.ExitUsage},
	{"knock", "you are in this world already", usage.ExitFailed},
	{"admit Nobody", "nobody of that name waits at the door", usage.ExitFailed},
	{"admit", "usage: admit PLAYER", usage.ExitUsage},
	{"/nonsense", "unknown command /nonsense", usage.ExitUsage},
	{"visit Nobody", `no player named "Nobody"`, usage.ExitFailed},
	{"home now", "do help", usage.ExitUsage},
	{"welcome", "welcome needs the name", usage.ExitUsage},
	{"offer", "offer needs one of", usage.ExitUsage},
	{"law gravity on", "law needs blocking, strife, mercy, homestead, avatars, peaceful or keep", usage.ExitUsage},
	{"place lamp", "place needs an item and a tile", usage.ExitUsage},
	{"emote 9", "from 1 to 8", usage.ExitUsage},
	{"select 13", "from 1 to 12", usage.ExitUsage},
	{"walk up 3s", "walk needs a direction", usage.ExitUsage},
	{"walk east 3", "is not a time", usage.ExitUsage},
	{"walk east -3s", "is not a time", usage.ExitUsage},
	{"throw", "throw needs a direction", usage.ExitUsage},
	{"pick nose", "do help", usage.ExitUsage},
	{"where now", "do help", usage.ExitUsage},
	{"say", "say takes 1 to", usage.ExitUsage},
	{"shout", "shout takes 1 to", usage.ExitUsage},
	{"say " + strings.Repeat("long ", 100), "say takes 1 to", usage.ExitUsage},
	{"dig 1", "two whole numbers", usage.ExitUsage},
	{"dig a b", "is not a whole number", usage.ExitUsage},
	{"dig 99999999999 1", "is not a whole number", usage.ExitUsage},
	{";;", "no orders: see", usage.ExitUsage},
}

// TestEveryOrder performs every order of `do help` on a running node, the wrong ones too, and looks at
// everything that such a node tells and leaves behind.
func TestEveryOrder(t *testing.T) {
	t.Parallel()
	data, recording := t.TempDir(), filepath.Join(t.TempDir(), "below", "a.mhrec")
	p := headless(t, data, "--no-lan", "--world", "new", "--name", "Ada", "--log", "json", "--record", recording)
	tried := map[string]bool{}
	for _, o := range everyOrder {
		out, code := commandLine(t, "do", "--data", data, o.order)
		if code != usage.ExitDone || !regexp.MustCompile(o.says).MatchString(out) {
			t.Errorf("do %q: %d: %s", o.order, code, out)
		}
		for _, one := range strings.Split(o.order, ";") {
			tried[strings.Fields(one)[0]] = true
		}
	}
	for _, o := range wrongOrders { // fill and erase are done right in game/island: here nothing is outlined
		tried[strings.Fields(o.order)[0]] = true
		tried["/COMMAND"] = tried["/COMMAND"] || strings.HasPrefix(o.order, "/")
	}
	for _, line := range strings.Split(order.OrdersHelp, "\n\n")[0:1] {
		for _, l := range strings.Split(line, "\n") {
			if verb := strings.Fields(l)[0]; !tried[verb] && !strings.HasPrefix(l, " ") {
				t.Errorf("nobody tried %q", verb)
			}
		}
	}
	for _, o := range wrongOrders {
		out, code := commandLine(t, "do", "--data", data, o.order)
		if code != o.code || !regexp.MustCompile(o.says).MatchString(out) {
			t.Errorf("do %q: %d, not %d: %s", o.order, code, o.code, out)
		}
	}
	tells(t, p)
	p.quit()
	leaves(t, p, recording)
}

// tells looks at status, metrics and log of a running node.
func tells(t *testing.T, p *process) {
	st, _ := p.island()
	out, code := commandLine(t, "status", "--data", p.data)
	for _, want := range []string{"world      Ada's world", "invitation manyhold:", "led by Ada, voters Ada, observers none", "0 desyncs"} {
		if code != usage.ExitDone || !strings.Contains(out, want) {
			t.Errorf("status, %d, lacks %q:\n%s", code, want, out)
		}
	}
	node, err := control.Find(p.data)
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string) string {
		resp, err := http.Get("http://" + node.Host() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return fmt.Sprintf("%d %s", resp.StatusCode, b)
	}
	for _, path := range []string{"/health", "/healthz"} {
		if got := get(path); got != "200 ok\n" {
			t.Errorf("%s: %q", path, got)
		}
	}
	if got := get("/status"); !strings.HasPrefix(got, "200 {") || strings.Contains(got, "manyhold:") || strings.Contains(got, st.World.Invite) {
		t.Errorf("/status without the token: %s", got)
	}
	if resp, err := http.Post("http://"+node.Host()+"/do", "text/plain", strings.NewReader("say hi")); err != nil || resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("/do without the token: %v %v", resp, err)
	}
	rig.CheckMetrics(t, strings.TrimPrefix(get("/metrics"), "200 "))
	for _, line := range strings.Split(strings.TrimSpace(p.output()), "\n") {
		var event map[string]any
		if err := json.Unmarshal([]byte(line), &event); err != nil || event["msg"] == nil || event["time"] == nil || event["level"] == nil {
			t.Errorf("--log json printed %q: %v", line, err)
		}
	}
}

// leaves checks the files that a node has left in its directory: its world, and a recording.
func leaves(t *testing.T, p *process, recording string) {
	for _, c := range []struct {
		args string
		says string
	}{
		{"world list", `Ada's world +[0-9a-f]{8} +\d+s +\d+ `},
		{"world info Ada's world", `(?s)seed .*licence +CC-BY-SA-4.0.*player +Bertha \(`},
		{"world check Ada's world", "everything is in order"},
	} {
		args := strings.SplitN(c.args, " ", 3)
		out, code := commandLine(t, append(args, "--data", p.data)...)
		if code != usage.ExitDone || !regexp.MustCompile(c.says).MatchString(out) {
			t.Errorf("%s: %d: %s", c.args, code, out)
		}
	}
	file, err := os.ReadFile(recording)
	if err != nil {
		t.Fatal(err)
	}
	header, blocks := readRecording(t, file)
	last := blocks[len(blocks)-2] // the state at the end follows it
	out, code := commandLine(t, "replay", "--check", recording)
	if code != usage.ExitDone || !strings.Contains(out, "all digests are equal to the recorded ones") || !strings.Contains(out, fmt.Sprintf("digest at the end: %016x", last.Digest)) {
		t.Errorf("replay --check, %d: %s", code, out)
	}
	damagedRecordings(t, file, header, blocks)
}

// readRecording takes a recording apart.
func readRecording(t *testing.T, file []byte) (record.Header, []record.Block) {
	r, err := record.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []record.Block
	for b, ok := r.Next(); ok; b, ok = r.Next() {
		blocks = append(blocks, b)
	}
	return r.Header, blocks
}

// writeRecording writes a recording in which the turns were changed.
func writeRecording(t *testing.T, path string, h record.Header, blocks []record.Block, change func(turn int, b *record.Block)) {
	var file bytes.Buffer
	w, err := record.NewWriter(&file, h, blocks[0].Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	turn := 0
	for _, b := range blocks[1:] {
		if b.Snapshot != nil {
			err = w.Snapshot(b.Snapshot)
		} else {
			turn++
			b.Body = bytes.Clone(b.Body)
			change(turn, &b)
			err = w.Turn(b.Turn, b.Digest, b.Body)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err = w.End(blocks[len(blocks)-1].Snapshot); err == nil {
		err = os.WriteFile(path, file.Bytes(), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// damagedRecordings replays the rest of a recording after damage of several sorts.
func damagedRecordings(t *testing.T, file []byte, h record.Header, blocks []record.Block) {
	path := filepath.Join(t.TempDir(), "damaged.mhrec")
	replay := func(what string, b []byte, code int, says ...string) {
		t.Helper()
		if b != nil {
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out, got := commandLine(t, "replay", "--check", path)
		for _, s := range says {
			if got != code || !regexp.MustCompile(s).MatchString(out) {
				t.Errorf("%s: %d, not %d, without %q: %s", what, got, code, s, out)
			}
		}
	}
	flipped := bytes.Clone(file)
	// in the state at the end, which is longer; in a length it would look as if the file broke off
	flipped[len(file)-60] ^= 4
	replay("a flipped bit", flipped, usage.ExitFailed, "valid up to this error: at offset .*checksum", "the recording is damaged")
	replay("cut short", file[:len(file)*2/3], usage.ExitDone, "breaks off within a block|was not ended", "all digests are equal")
	replay("only a beginning", file[:20], usage.ExitFailed, "not a recording")
	replay("something else", []byte("[video]\n"), usage.ExitFailed, `does not begin with "MHREC"`)
	replay("nothing", []byte{}, usage.ExitFailed, "not a recording")

	var bent uint64
	writeRecording(t, path, h, blocks, func(turn int, b *record.Block) {
		if turn == 9 {
			b.Digest ^= 1
			bent = b.Turn
		}
	})
	whole := filepath.Join(t.TempDir(), "whole.mhrec")
	if err := os.WriteFile(whole, file, 0o600); err != nil {
		t.Fatal(err)
	}
	two := func(what, a, b string, code int, says ...string) {
		t.Helper()
		out, got := commandLine(t, "replay", "--bisect", a, b)
		for _, s := range says {
			if got != code || !regexp.MustCompile(s).MatchString(out) {
				t.Errorf("two, %s: %d, not %d, without %q: %s", what, got, code, s, out)
			}
		}
	}
	two("the same", whole, whole, usage.ExitDone, "equal in all turns")
	two("a digest", whole, path, usage.ExitFailed, fmt.Sprintf("first different turn: %d: the commands are equal", bent), "first different field", "the recordings differ")
	two("one is missing", whole, whole+"x", usage.ExitFailed, "cannot read the recording")
	two("a directory without a node", whole, t.TempDir(), usage.ExitFailed, "no node runs on")
	replay("a digest", nil, usage.ExitFailed, fmt.Sprintf("first different digest: after turn %d\n", bent), "first different field: .+", "the replay differs")
	bent = 0
	writeRecording(t, path, h, blocks, func(turn int, b *record.Block) {
		at := bytes.Index(b.Body, []byte("good morning"))
		if at >= 0 && bent == 0 {
			b.Body[at] = 'f'
			bent = b.Turn
		}
	})
	if bent == 0 {
		t.Fatal("no turn says good morning")
	}
	two("a turn", whole, path, usage.ExitFailed, fmt.Sprintf("first different turn: %d: the commands themselves differ", bent), "first different field: .*(?i:chat|text)")
	replay("a turn", nil, usage.ExitFailed, fmt.Sprintf("first different digest: after turn %d\n", bent), "first different field: .*(?i:chat|text)")
}

// TestKilledRecording: a recording that a kill -9 ended is good up to its last whole block.
func TestKilledRecording(t *testing.T) {
	t.Parallel()
	recording := filepath.Join(t.TempDir(), "a.mhrec")
	p := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--record", recording)
	p.must("say one; place lamp ~1 ~0; walk east 300ms")
	p.kill()
	out, code := commandLine(t, "replay", "--check", recording)
	if code != usage.ExitDone || !regexp.MustCompile("the process was killed|breaks off within a block").MatchString(out) || !strings.Contains(out, "all digests are equal to the recorded ones") {
		t.Errorf("%d: %s", code, out)
	}
}

// TestBotsForAWhile: bots end by themselves, with code 0.
func TestBotsForAWhile(t *testing.T) {
	t.Parallel()
	began := time.Now()
	out, code := commandLine(t, "bot", "-n", "2", "--for", "3s", "--no-lan", "--data", t.TempDir())
	if took := time.Since(began); code != usage.ExitDone || took < 3*time.Second || strings.Count(out, "joined the world") < 2 {
		t.Errorf("%d after %v:\n%s", code, took, out)
	}
}
