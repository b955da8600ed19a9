package policy

import (
	"os"
	"testing"

	"manyhold/app/rig"
)

// The shape test checks the structure of the code: the imports of each package, its package comment, the size
// of its parts, and the bans on its deterministic part. The policy follows, each ban with its reason. A build
// that fails here is repaired in the code; the policy changes only where the design does, and
// docs/architecture.md changes in the same commit.

// shapeTop are the directories at the top that may hold Go code.
var shapeTop = []string{"app", "game", "net", "render", "audio", "input", "assets"}

// shapeBan forbids packages at or below from to import packages at or below to. Tests are bound as well.
type shapeBan struct{ from, to, reason string }

var shapeBans = []shapeBan{
	{"manyhold/game", "manyhold/net", "the world is the same whether or not there is a network"},
	{"manyhold/game", "manyhold/render", "the world does not know that it is looked at"},
	{"manyhold/game", "manyhold/audio", "the world does not know that it is heard"},
	{"manyhold/game", "manyhold/input", "the world takes commands, not devices"},
	{"manyhold/game", "manyhold/assets", "nothing of the world depends on a file"},
	{"manyhold/game", "manyhold/app", "the world is composed by app and knows nothing of it"},
	{"manyhold/net", "manyhold/app", "protocols are composed by app and know nothing of it"},
	{"manyhold/render", "manyhold/app", "a picture is filled by app and knows nothing of it"},
	{"manyhold/audio", "manyhold/app", "sound is told of by app and knows nothing of it"},
	{"manyhold/input", "manyhold/app", "devices are read by app and know nothing of it"},
	{"manyhold/assets", "manyhold/app", "assets are read by others and read nothing"},
	{"manyhold/net", "manyhold/game", "protocols carry bytes; only app names both"},
	{"manyhold/net", "manyhold/render", "a node has no window"},
	{"manyhold/net", "manyhold/audio", "a node has no sound"},
	{"manyhold/net", "manyhold/input", "a node has no devices"},
	{"manyhold/net", "manyhold/assets", "protocols carry bytes"},
	{"manyhold/render", "manyhold/net", "app fills the view structs that show the network"},
	{"manyhold/audio", "manyhold/net", "app tells what is heard of the network"},
	{"manyhold/input", "manyhold/net", "devices know nothing of peers"},
	{"manyhold/render", "manyhold/audio", "a picture makes no sound; app hands events to both"},
	{"manyhold/audio", "manyhold/render", "a sound needs no picture, and runs where there is none"},
	{"manyhold/audio", "manyhold/input", "devices are turned into commands before anybody hears of them"},
	{"manyhold/input", "manyhold/render", "devices know nothing of what they act on"},
	{"manyhold/input", "manyhold/audio", "devices know nothing of what they act on"},
	{"manyhold/input", "manyhold/game/island", "devices are read here, and app makes commands of them"},
	{"manyhold/input", "manyhold/game/world", "devices are read here, and app makes commands of them"},
	{"manyhold/game/world", "manyhold/game/living", "the state knows no rules"},
	{"manyhold/game/world", "manyhold/game/perception", "the state knows no viewers"},
	{"manyhold/game/living", "manyhold/game/act", "what works by itself knows nothing of commands"},
	{"manyhold/game/living", "manyhold/game/federation", "what works by itself works on one island"},
	{"manyhold/game/federation", "manyhold/game/act", "islands hand people over and do not say what these do"},
	{"manyhold/assets", "manyhold/net", "assets are read by others and read nothing"},
	{"manyhold/assets", "manyhold/game", "assets are read by others and read nothing"},
	{"manyhold/app/node", "manyhold/app/window", "a node runs without a window"},
	{"manyhold/app/node", "manyhold/render", "a node has no window"},
	{"manyhold/app/node", "manyhold/audio", "a node has no sound"},
	{"manyhold/app/node", "manyhold/app/cli", "a command line starts a node, not the other way round"},
	{"manyhold/app/window", "manyhold/app/cli", "a command line opens a window, not the other way round"},
	{"manyhold/app/order", "manyhold/app/node", "orders become commands of the game; who takes them is not their affair"},
	{"manyhold/app/control", "manyhold/app/node", "the control port answers for any control.Node"},
	{"manyhold/app/dial", "manyhold/app/node", "a dialer knows links and peers, no node"},
	{"manyhold/app/feed", "manyhold/app/node", "a feed is filled by a node and knows none"},
	{"manyhold/app/status", "manyhold/app/node", "status is plain data that a node fills"},
}

// shapeMechanisms are the mechanisms of an island's protocol. Each knows net/host/kernel, and none another.
var shapeMechanisms = []string{"committee", "compare", "evidence", "fork", "join", "parcels", "policy", "recovery", "relay"}

func init() {
	for _, from := range shapeMechanisms {
		shapeBans = append(shapeBans, shapeBan{"manyhold/net/host/kernel", "manyhold/net/host/" + from, "the kernel knows the mechanisms by interfaces"})
		for _, to := range shapeMechanisms {
			if from != to {
				shapeBans = append(shapeBans, shapeBan{"manyhold/net/host/" + from, "manyhold/net/host/" + to, "mechanisms know each other by net/host/kernel's interfaces"})
			}
		}
	}
}

// shapeTestClock is the package by which tests wait. It knows nothing of the network. Tests of all packages
// may import it, and so may app/rig, which they share; nothing else may.
const shapeTestClock = "manyhold/net/patience"

// shapeTestSupport is the package that tests of the world share. Its files count as tests: they report to a
// testing.TB and compare by floating point. Only tests import it.
const shapeTestSupport = "game/rig"

// shapePure is all that the deterministic part may import beside itself: packages whose results follow
// from their arguments alone. Its tests may import more.
var shapePure = []string{"errors", "fmt", "cmp", "slices", "maps", "iter", "strings", "strconv", "bytes",
	"unicode/utf8", "math/bits", "encoding/binary", "crypto/sha256", "crypto/ed25519", "github.com/zeebo/xxh3",
	"go.starlark.net/syntax", "go.starlark.net/resolve"}

// shapeOwner says which packages may import a foreign one: every library has an owner that hides it, so
// that it can be replaced there. Tests are not bound.
type shapeOwner struct {
	library string
	owners  []string
	reason  string
}

var shapeOwners = []shapeOwner{
	{"github.com/pion", []string{"manyhold/net/link/webrtc", "manyhold/net/link/stun", "manyhold/net/link/relay", "manyhold/net/beacon"}, "WebRTC, STUN and mDNS stay behind net/link and net/beacon"},
	{"github.com/huin/goupnp", []string{"manyhold/net/link/portmap"}, "home routers are asked in one place"},
	{"github.com/jackpal/go-nat-pmp", []string{"manyhold/net/link/portmap"}, "home routers are asked in one place"},
	{"go.etcd.io/raft", []string{"manyhold/net/epoch", "manyhold/net/host"}, "raft orders turns inside an epoch and is seen nowhere else"},
	{"github.com/ncruces/go-sqlite3", []string{"manyhold/net/store"}, "the world file is opened in one place"},
	{"github.com/klauspost/compress", []string{"manyhold/net"}, "compression stays in net: its output is not deterministic between versions"},
	{"github.com/coder/websocket", []string{"manyhold/net/signal"}, "only the rendezvous speaks websocket"},
	{"net/http", []string{"manyhold/net/signal", "manyhold/net/beacon", "manyhold/net/link/portmap", "manyhold/net/host", "manyhold/app/cli", "manyhold/app/node", "manyhold/app/control", "manyhold/app/rooms/web"}, "play data never goes over HTTP; a node's control port and a router's do"},
	{"github.com/golang-jwt/jwt", []string{"manyhold/app/rooms/ticket"}, "tickets are made and read in one place"},
	{"github.com/hajimehoshi/ebiten", []string{"manyhold/render", "manyhold/input", "manyhold/app/window", "manyhold/app/rig"}, "only what draws and what reads devices knows the window"},
	{"github.com/ebitengine/oto", []string{"manyhold/audio"}, "the sound card is opened in one place"},
	{"github.com/jfreymuth/vorbis", []string{"manyhold/audio/clip"}, "what it decodes is checked there first"},
	{"github.com/spf13/cobra", []string{"manyhold/app/cli"}, "command lines belong to app/cli"},
	{"go.starlark.net", []string{"manyhold/game/script/star"}, "scripts are parsed in one place"},
	{"github.com/tetratelabs/wazero", nil, "no wasm runs in this program yet; tests may run it"},
}

// shapeCalled are the packages of net that are called and do not call: time comes in as an argument, and
// consequences go out as values. Clocks, sockets and disks are met by link, signal, beacon, host, store and
// app.
var shapeCalled = []string{"manyhold/net/epoch", "manyhold/net/wire", "manyhold/net/roster", "manyhold/net/transfer", "manyhold/net/asset", "manyhold/net/asset/exchange"}

const (
	// shapeMaxLines is the length of a file past which one looks for the second noun in it.
	shapeMaxLines = 400
	// shapeMaxFunc is the length of a function that no longer fits a screen, in lines.
	shapeMaxFunc = 80
)

// shapeLong are files and functions ("dir/file.go" or "dir.Name") that may be longer, and why.
var shapeLong = map[string]string{}

// shapeUnstable are functions of the deterministic part ("dir.Name") that may sort with an unstable sort, and
// why no two of the keys are equal there.
var shapeUnstable = map[string]string{
	"game/world.DecodeSnapshot": "a snapshot's parts have strictly ascending names, so that no two regions are equal",
	"game/world.Stored":         "what is sorted are places of regions, and equal places cannot be told apart",
}

// shapeStored are the packages of the deterministic part ("dir") whose structs are stored, sent or hashed,
// and single such structs of other packages ("dir.Name").
var shapeStored = []string{"game", "game/grid", "game/tile", "game/item", "game/entity", "game/command",
	"game/world.Genesis", "game/world.ChatLine", "game/world.SeatCommand"}

// shapeNouns are names that say nothing of the contents.
var shapeNouns = []string{"util", "utils", "common", "helper", "helpers", "manager", "types", "info", "misc", "base"}

// shapeGlobals are variables of the deterministic part ("dir.name") that are written after init, and why that
// shows nowhere.
var shapeGlobals = map[string]string{}

// TestShape checks the source of this repository.
func TestShape(t *testing.T) {
	found, used := shapeCheck(t, os.DirFS(rig.Root()), shapeImporter(t))
	for _, v := range found {
		t.Error(v)
	}
	for _, list := range []map[string]string{shapeLong, shapeUnstable, shapeGlobals} {
		for key := range list {
			if !used[key] {
				t.Errorf("%s is excused, but needs no excuse any more", key)
			}
		}
	}
}
