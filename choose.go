package main

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

	"manyhold/game"
	"manyhold/game/island"
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
func openBeacon(pair key.Pair, log *slog.Logger) *beacon.Beacon {
	b, err := beacon.New(beacon.Options{Key: pair, DNS: true, Log: log})
	if err != nil {
		log.Warn("cannot look for worlds on this network", "why", err)
		return nil
	}
	return b
}

// choose decides which world to enter: by invitation, by name, a new one; else, without a window, one
// heard on the LAN; else the last one; else a new one.
func (id *identity) choose(ctx context.Context, f playFlags, log *slog.Logger) (choice, error) {
	switch {
	case f.join != "":
		inv, err := signal.ParseInvite(f.join)
		if err != nil {
			return choice{}, usageError{err}
		}
		return choice{invite: &inv}, nil
	case f.world == "new":
		return id.newWorld("", f.seed, f.islandCap), nil
	case f.world != "":
		w, err := findWorld(id.dir, f.world)
		return choice{resume: w.ID}, err
	}
	if a := id.heard(ctx); a != nil {
		log.Info("found a world on this network", "world", a.WorldName, "of", a.PeerName)
		return choice{offer: a}, nil
	}
	if w, ok, err := id.lastWorld(); err != nil || ok {
		return choice{resume: w.ID}, err
	}
	return id.newWorld("", f.seed, f.islandCap), nil
}

// newWorld is the choice to found a world; an empty name is made from the founder's.
func (id *identity) newWorld(name, seed string, most uint16) choice {
	if name == "" {
		name = id.playerName() + "'s world"
	}
	g := newGenesis(id.pair.ID(), name, seed)
	g.Cap = most
	return choice{found: &g}
}

// heard listens on the LAN for a moment and returns the world that was heard with the most players, or
// nil. It returns early when something was heard.
func (id *identity) heard(ctx context.Context) *beacon.Announcement {
	if id.lan == nil {
		return nil
	}
	deadline := time.NewTimer(hearTime)
	defer deadline.Stop()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		offers := joinable(id.lan.Snapshot())
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
	out := slices.DeleteFunc(slices.Clone(all), func(a beacon.Announcement) bool { return refusal(a) != "" })
	slices.SortStableFunc(out, func(a, b beacon.Announcement) int { return b.Players - a.Players })
	return out
}

// refusal says why an announced world cannot be entered, or "".
func refusal(a beacon.Announcement) string {
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
func (id *identity) lastWorld() (store.Info, bool, error) {
	worlds, err := store.List(id.dir)
	if err != nil || len(worlds) == 0 {
		return store.Info{}, false, err
	}
	return slices.MaxFunc(worlds, func(a, b store.Info) int { return a.Modified.Compare(b.Modified) }), true, nil
}

// hashSeed makes a seed of a number or of words.
func hashSeed(s string) uint64 {
	if n, err := strconv.ParseUint(s, 10, 64); err == nil {
		return n
	}
	h := fnv.New128a()
	h.Write([]byte(s))
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

// enter starts the node in the world that was chosen. The node takes over the identity.
func (id *identity) enter(ctx context.Context, c choice, log *slog.Logger) (*node, error) {
	if err := ctx.Err(); err != nil {
		return nil, err // nothing is founded for somebody who has gone
	}
	n := &node{
		log: log, dir: id.dir, conf: id.conf, pair: id.pair, me: game.PlayerID(id.pair.ID()),
		headless: id.headless, crash: id.crash, windowed: id.windowed, name: id.playerName(), look: id.look(), began: time.Now(), done: make(chan struct{}), lost: make(chan struct{}),
	}
	n.feed = newFeed(n.me)
	n.recorder.log, n.glimpse.log = log, log
	n.labour = newLabour(n.enterCommand())
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
func (n *node) compose(id *identity, c choice) error {
	if c.offer != nil {
		n.world, n.born = c.offer.World, c.offer.Born
		n.edited.Store(c.offer.Edited)
	} else if c.invite != nil {
		n.world = c.invite.World
	}
	if err := n.openHost(c); err != nil {
		return err
	}
	n.recorder.world, n.recorder.between = n.world, n.between
	n.glimpse.world, n.glimpse.between = n.world, n.between
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
	go n.announce(run, id.lan)
	go n.tellJoining(run)
	go n.heedKicks(run)
	var err error
	n.control, err = startControl(n.dir, n)
	return err
}

// openHost makes the host that serves the chosen world.
func (n *node) openHost(c choice) (err error) {
	limits := hostLimits(&n.conf.settings)
	n.offered.Store(limits.Disk)
	o := host.Options{
		Key: n.pair, Name: n.name, Rules: uint32(game.CurrentRules), Limits: limits, Disk: n.diskUsed, Headless: n.headless,
		Checkpoint: time.Duration(n.conf.settings.World.CheckpointSeconds) * time.Second,
		Charter:    true, Open: n.openJoined, Island: n.openIsland, OnTurn: n.onTurn, OnDesync: n.onDesync, OnShout: n.onShout, Log: n.log,
	}
	switch {
	case c.found != nil:
		n.world = c.found.ID()
		n.genesis.Store(c.found)
		n.born = time.Now()
		var file *store.World
		if file, err = store.Create(n.dir, *c.found); err != nil {
			return err
		}
		n.keep(file)
		n.log.Info("founded a world", "name", c.found.Name, "id", short(n.world.String()))
		n.host, err = host.Found(o, *c.found, newIsland(*c.found), n.file)
	case c.resume != store.WorldID{}:
		n.world = c.resume
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
		n.notes.add(cutWords(*loaded.Cut))
	}
	n.log.Info("goes on with a world", "name", loaded.Genesis.Name, "id", short(n.world.String()))
	return host.Resume(o, loaded, newIsland(loaded.Genesis), file)
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
	n.notes.add("Nothing of the world's file can be used (" + firstLines(err.Error(), 1) +
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
	n.log.Info("joins a world", "name", g.Name, "id", short(n.world.String()))
	return newIsland(g), file, nil
}

func newIsland(g store.Genesis) *island.Island {
	w := island.New(island.Genesis{Seed: g.Seed, Rules: game.Rules(g.Rules), Cap: g.Cap})
	w.ShareOut(onCores)
	return w
}

// openLinks makes the endpoint, the door where offers come in, and the finder.
func (n *node) openLinks(id *identity, c choice) (err error) {
	s := &n.conf.settings.Net
	if c.invite != nil {
		n.keepInvite(c.invite)
	} else {
		c.invite = keptInvite(n.dir, n.world)
	}
	n.endpoint, err = webrtc.New(webrtc.Options{
		Key:    n.pair,
		Info:   link.Info{Name: n.name, Version: version, Rules: uint32(game.CurrentRules), World: n.world, Headless: n.headless},
		Listen: fixedPort(s.Listen), ICEServers: s.ICEServers, Loopback: true, Log: n.log,
	}, n.host)
	if err != nil {
		return err
	}
	if err := n.openDoor(s.Listen, signal.NewDoor(n.endpoint.Answer)); err != nil {
		return err
	}
	f := &finder{me: n.pair.ID(), world: n.world, endpoint: n.endpoint, lan: id.lan, invite: c.invite, seats: seatsOf(n.host), log: n.log}
	server := s.Signal
	if server == "" && c.invite != nil {
		server = c.invite.Signal
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
