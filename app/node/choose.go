package node

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"manyhold/app/options"
	"manyhold/app/order"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/app/version"
	"manyhold/game"
	"manyhold/game/island"
	"manyhold/game/world"
	"manyhold/net/beacon"
	"manyhold/net/epoch"
	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/webrtc"
	"manyhold/net/signal"
	"manyhold/net/store"
)

const (
	// hearTime is how long a node listens on the LAN before it decides that it is alone.
	hearTime = time.Second
)

// openBeacon starts looking and listening on the LAN; a network that does not permit it is told and
// lived without.
func OpenBeacon(pair key.Pair, log *slog.Logger) *beacon.Beacon {
	b, err := beacon.New(beacon.Options{Key: pair, DNS: true, Log: log})
	if err != nil {
		log.Warn("cannot look for worlds on this network", "why", err)
		return nil
	}
	return b
}

// choose decides which world to enter: by invitation, by name, a new one; else, without a window, one
// heard on the LAN; else the last one; else a new one.
func (id *Identity) Choose(ctx context.Context, f options.PlayFlags, log *slog.Logger) (Choice, error) {
	switch {
	case f.Join != "":
		inv, err := signal.ParseInvite(f.Join)
		if err != nil {
			return Choice{}, usage.Mark(err)
		}
		return Choice{Invite: &inv}, nil
	case f.World == "new":
		return id.NewWorld("", f.Seed, f.IslandCap), nil
	case f.World != "":
		w, err := FindWorld(id.Dir, f.World)
		return Choice{Resume: w.ID}, err
	}
	if a := id.heard(ctx); a != nil {
		log.Info("found a world on this network", "world", a.WorldName, "of", a.PeerName)
		return Choice{Offer: a}, nil
	}
	if w, ok, err := id.LastWorld(); err != nil || ok {
		return Choice{Resume: w.ID}, err
	}
	return id.NewWorld("", f.Seed, f.IslandCap), nil
}

// newWorld is the choice to found a world; an empty name is made from the founder's.
func (id *Identity) NewWorld(name, seed string, most uint16) Choice {
	if name == "" {
		name = id.PlayerName() + "'s world"
	}
	g := newGenesis(id.Pair.ID(), name, seed)
	g.Cap = most
	return Choice{Found: &g}
}

// heard listens on the LAN for a moment and returns the world that was heard with the most players, or
// nil. It returns early when something was heard.
func (id *Identity) heard(ctx context.Context) *beacon.Announcement {
	if id.Lan == nil {
		return nil
	}
	deadline := time.NewTimer(hearTime)
	defer deadline.Stop()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		offers := joinable(id.Lan.Snapshot())
		if len(offers) > 0 {
			return &offers[0]
		}
		select {
		case <-ctx.Done():
			return nil
		case <-deadline.C:
			return nil
		case <-look.C:
		}
	}
}

// joinable returns the announcements that this program can follow, those with most players first.
func joinable(all []beacon.Announcement) []beacon.Announcement {
	out := slices.DeleteFunc(slices.Clone(all), func(a beacon.Announcement) bool { return Refusal(a) != "" })
	slices.SortStableFunc(out, func(a, b beacon.Announcement) int { return b.Players - a.Players })
	return out
}

// refusal says why an announced world cannot be entered, or "".
func Refusal(a beacon.Announcement) string {
	switch {
	case a.Protocol != 0 && a.Protocol != protocol:
		return "another version of Manyhold"
	case a.Rules > uint32(game.CurrentRules):
		return "newer rules: update Manyhold"
	case a.World == [32]byte{}:
		return "no world yet"
	}
	return ""
}

// lastWorld returns the world of the data directory that was used last. A damaged file is opened as well,
// for what is good of it; to found another world instead, without a word, would hide the loss.
func (id *Identity) LastWorld() (store.Info, bool, error) {
	worlds, err := store.List(id.Dir)
	if err != nil || len(worlds) == 0 {
		return store.Info{}, false, err
	}
	return slices.MaxFunc(worlds, func(a, b store.Info) int { return a.Modified.Compare(b.Modified) }), true, nil
}

// hashSeed makes a seed of a number or of words.
func HashSeed(s string) uint64 {
	if n, err := strconv.ParseUint(s, 10, 64); err == nil {
		return n
	}
	h := fnv.New128a()
	h.Write([]byte(s))
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

// enter starts the node in the world that was chosen. The node takes over the identity.
func (id *Identity) Enter(ctx context.Context, c Choice, log *slog.Logger) (*node, error) {
	if err := ctx.Err(); err != nil {
		return nil, err // nothing is founded for somebody who has gone
	}
	n := &node{
		log: log, dir: id.Dir, conf: id.Conf, pair: id.Pair, me: game.PlayerID(id.Pair.ID()),
		headless: id.Headless, crash: id.crash, windowed: id.Windowed, name: id.PlayerName(), look: id.Look(), began: time.Now(), done: make(chan struct{}), lost: make(chan struct{}),
	}
	n.feed = NewFeed(n.me)
	n.recorder.Log, n.glimpse.Log = log, log
	n.labour = order.NewLabour(n.EnterCommand())
	if err := n.compose(id, c); err != nil {
		if n.cancel != nil { // it runs already
			n.Stop()
		} else {
			n.close("could not start")
		}
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		n.Stop()
		return nil, err
	}
	return n, nil
}

// compose builds the node's parts from the bottom: file and host, endpoint, door, finder, control.
func (n *node) compose(id *Identity, c Choice) error {
	if c.Offer != nil {
		n.world, n.born = c.Offer.World, c.Offer.Born
		n.edited.Store(c.Offer.Edited)
	} else if c.Invite != nil {
		n.world = c.Invite.World
	}
	if err := n.openHost(c); err != nil {
		return err
	}
	n.recorder.world, n.recorder.Between = n.world, n.between
	n.glimpse.world, n.glimpse.Between = n.world, n.between
	if err := n.openLinks(id, c); err != nil {
		return err
	}
	run, cancel := context.WithCancel(context.Background())
	n.cancel = cancel
	go func() {
		defer n.lose()
		defer close(n.done)
		n.err = n.host.Run(run)
	}()
	if !n.windowed {
		go n.carryOut(run)
	}
	go n.announce(run, id.Lan)
	go n.tellJoining(run)
	go n.heedKicks(run)
	var err error
	n.control, err = startControl(n.dir, n)
	return err
}

// openHost makes the host that serves the chosen world.
func (n *node) openHost(c Choice) (err error) {
	limits := settings.HostLimits(&n.conf.Settings)
	n.offered.Store(limits.Disk)
	o := host.Options{
		Key: n.pair, Name: n.name, Rules: uint32(game.CurrentRules), Limits: limits, Disk: n.diskUsed, Headless: n.headless,
		Checkpoint: time.Duration(n.conf.Settings.World.CheckpointSeconds) * time.Second,
		Charter:    true, Open: n.openJoined, Island: n.openIsland, OnTurn: n.onTurn, OnDesync: n.onDesync, OnShout: n.onShout, Log: n.log,
	}
	switch {
	case c.Found != nil:
		n.world = c.Found.ID()
		n.genesis.Store(c.Found)
		n.born = time.Now()
		var file *store.World
		if file, err = store.Create(n.dir, *c.Found); err != nil {
			return err
		}
		n.keep(file)
		n.log.Info("founded a world", "name", c.Found.Name, "id", status.Short(n.world.String()))
		n.host, err = host.Found(o, *c.Found, NewIsland(*c.Found), n.file)
	case c.Resume != store.WorldID{}:
		n.world = c.Resume
		n.host, err = n.takeUp(o)
	default:
		// Who has been there before goes on from its file: the host asks the others who is ahead.
		if n.host, err = n.takeUp(o); errors.Is(err, store.ErrNotFound) {
			n.host, err = host.Join(o, n.world)
		}
	}
	n.told.Store(true)
	return err
}

// keep makes a file the node's. It forgets old turns before it has taken what it was allowed.
func (n *node) keep(file *store.World) {
	n.file = file
	n.boundFile()
}

// resume goes on with the world of the file.
func (n *node) resume(o host.Options) (*host.Host, error) {
	file, loaded, err := store.Open(n.dir, n.world, epoch.ChainHash)
	if err != nil {
		return nil, err
	}
	n.keep(file)
	if loaded.Genesis.Rules > uint32(game.CurrentRules) {
		return nil, fmt.Errorf("the world %q was made by newer rules (%d) than this program knows (%d): update Manyhold", loaded.Genesis.Name, loaded.Genesis.Rules, game.CurrentRules)
	}
	n.genesis.Store(&loaded.Genesis)
	if n.crash != "" {
		n.notes.add("The last run ended in a crash; its report is in " + n.crash)
		if err := keepTurns(n.crash, loaded.Tail); err != nil {
			n.log.Warn("the turns before the crash could not be kept", "why", err)
		}
	}
	for _, d := range loaded.Damage {
		n.log.Warn("the world's file was damaged", "what", d)
		n.notes.add("The world's file was damaged: " + d)
	}
	if loaded.Cut != nil {
		n.notes.add(status.CutWords(*loaded.Cut))
	}
	n.log.Info("goes on with a world", "name", loaded.Genesis.Name, "id", status.Short(n.world.String()))
	return host.Resume(o, loaded, NewIsland(loaded.Genesis), file)
}

// takeUp goes on with the world of the file. When nothing of the file can be followed, it waits for somebody who has the
// world: the file stays until then.
func (n *node) takeUp(o host.Options) (*host.Host, error) {
	h, err := n.resume(o)
	if !errors.Is(err, host.ErrDamaged) && !errors.Is(err, store.ErrDamaged) {
		return h, err
	}
	if n.file != nil {
		n.file.Close(context.Background())
		n.file = nil
	}
	n.unusable = true
	n.log.Warn("nothing of the world's file can be used", "why", err)
	n.notes.add("Nothing of the world's file can be used (" + FirstLines(err.Error(), 1) +
		"): this node waits for somebody who has the world. `manyhold world import --replace` puts a backup in its place.")
	return host.Join(o, n.world)
}

// openJoined makes the machine and the file of a world that is being joined.
func (n *node) openJoined(g store.Genesis) (host.Machine, host.Log, error) {
	if g.Rules > uint32(game.CurrentRules) {
		return nil, nil, fmt.Errorf("the world %q was made by newer rules (%d) than this program knows (%d): update Manyhold", g.Name, g.Rules, game.CurrentRules)
	}
	if n.unusable {
		kept, err := store.SetAside(n.dir, g.ID())
		if err != nil {
			return nil, nil, err
		}
		n.notes.add("The damaged file of the world is kept as " + kept)
		n.unusable = false
	}
	file, err := store.Create(n.dir, g)
	if errors.Is(err, store.ErrExists) {
		file, _, err = store.Open(n.dir, g.ID(), epoch.ChainHash)
	}
	if err != nil {
		return nil, nil, err
	}
	n.keep(file)
	n.genesis.Store(&g)
	n.log.Info("joins a world", "name", g.Name, "id", status.Short(n.world.String()))
	return NewIsland(g), file, nil
}

func NewIsland(g store.Genesis) *island.Island {
	w := island.New(world.Genesis{Seed: g.Seed, Rules: game.Rules(g.Rules), Cap: g.Cap})
	w.ShareOut(onCores)
	return w
}

// openLinks makes the endpoint, the door where offers come in, and the finder.
func (n *node) openLinks(id *Identity, c Choice) (err error) {
	s := &n.conf.Settings.Net
	if c.Invite != nil {
		n.keepInvite(c.Invite)
	} else {
		c.Invite = keptInvite(n.dir, n.world)
	}
	n.endpoint, err = webrtc.New(webrtc.Options{
		Key:    n.pair,
		Info:   link.Info{Name: n.name, Version: version.Version, Rules: uint32(game.CurrentRules), World: n.world, Headless: n.headless},
		Listen: fixedPort(s.Listen), ICEServers: s.ICEServers, Loopback: true, Log: n.log,
	}, n.host)
	if err != nil {
		return err
	}
	if err := n.openDoor(s.Listen, signal.NewDoor(n.endpoint.Answer)); err != nil {
		return err
	}
	f := &finder{me: n.pair.ID(), world: n.world, endpoint: n.endpoint, lan: id.Lan, invite: c.Invite, seats: seatsOf(n.host), log: n.log}
	server := s.Signal
	if server == "" && c.Invite != nil {
		server = c.Invite.Signal
	}
	n.server = server
	if server != "" {
		f.meet, err = signal.NewClient(signal.ClientOptions{URL: server, Key: n.pair, World: n.world, Answer: n.endpoint.Answer, Log: n.log})
		if err != nil {
			return err
		}
	}
	n.finder = startFinder(f)
	return nil
}
