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

	"manyhold/app/byhand"
	"manyhold/app/control"
	"manyhold/app/options"
	"manyhold/app/publish"
	"manyhold/app/replica"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/game"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/world"
	"manyhold/net/beacon"
	"manyhold/net/epoch"
	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	hand "manyhold/net/link/byhand"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/worldfile"
)

// askTime is how long the peers of config.toml have to say which world they are in.
const askTime = 3 * time.Second

// OpenBeacon starts looking and listening on the LAN. If the network does not permit it, OpenBeacon logs that
// and the node runs without.
func OpenBeacon(pair key.Pair, log *slog.Logger) *beacon.Beacon {
	b, err := beacon.New(beacon.Options{Key: pair, DNS: true, Log: log})
	if err != nil {
		log.Warn("cannot search the local network for worlds", "why", err)
		return nil
	}
	return b
}

// Choose decides which world to enter: by invitation, by name, a new one; else the last one; else that of a
// peer that config.toml names; else a new one.
func (id *Identity) Choose(ctx context.Context, f options.Play, log *slog.Logger) (Choice, error) {
	switch {
	case hand.Is(f.Join):
		if _, err := byHandWorld(f.Join); err != nil {
			return Choice{}, usage.Mark(err)
		}
		return Choice{ByHand: f.Join}, nil
	case f.Join != "":
		inv, room, err := signal.ParseLink(f.Join)
		if err != nil {
			return Choice{}, usage.Mark(err)
		}
		return Choice{Invite: &inv, Room: room}, nil
	case f.World == "new":
		return id.foundWorld(f)
	case f.World != "":
		w, err := FindWorld(id.Dir, f.World)
		return Choice{Resume: w.ID}, err
	}
	if w, ok, err := id.LastWorld(); err != nil || ok {
		return Choice{Resume: w.ID}, err
	}
	if inv := id.namedWorld(ctx, log); inv != nil {
		return Choice{Invite: inv}, nil
	}
	return id.foundWorld(f)
}

// ErrHostsNothing says that a computer that only plays cannot found a world.
var ErrHostsNothing = usage.Errorf("this computer only plays (--no-host, or host = false in the settings), so it cannot found a world, and no other world was found; join one with --join, or start without --no-host")

// foundWorld is the choice to found a world by the flags.
func (id *Identity) foundWorld(f options.Play) (Choice, error) {
	if !id.Conf.Settings.Net.Host {
		return Choice{}, ErrHostsNothing
	}
	start, _ := f.Begins()
	c := id.NewWorld("", f.Seed, f.IslandCap, start)
	c.Stays = f.World == "new"
	return c, nil
}

// namedWorld asks the peers of config.toml for their world, all at once, and returns the way to the first in
// their order that answers; nil: none does.
func (id *Identity) namedWorld(ctx context.Context, log *slog.Logger) *signal.Invite {
	named := namedPeers(&id.Conf.Settings)
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	answers := make([]chan *signal.Invite, len(named))
	for i, p := range named {
		answers[i] = make(chan *signal.Invite, 1)
		go func() {
			world, err := signal.AskWorld(ctx, p.Door)
			if err != nil {
				log.Info("a peer of config.toml does not answer", "door", p.Door, "why", err)
				answers[i] <- nil
				return
			}
			answers[i] <- &signal.Invite{World: world, Peer: p.Peer, Doors: []string{p.Door}}
		}()
	}
	for _, answer := range answers {
		if inv := <-answer; inv != nil {
			log.Info("entering the world of a peer of config.toml", "peer", inv.Peer.Short(), "door", inv.Doors[0])
			return inv
		}
	}
	return nil
}

// NewWorld is the choice to found a world; an empty name is made from the founder's.
func (id *Identity) NewWorld(name, seed string, most uint16, start item.Start) Choice {
	if name == "" {
		name = id.PlayerName() + "'s world"
		if id.WorldOf != nil {
			name = id.WorldOf(id.PlayerName())
		}
	}
	g := newGenesis(id.Pair.ID(), name, seed)
	g.Cap, g.Start = most, uint8(start)
	return Choice{Founded: &g}
}

// Refusal says why an announced world cannot be entered, or "".
func Refusal(a beacon.Announcement) string {
	switch {
	case a.Protocol != 0 && a.Protocol != protocol:
		return "another version of Manyhold"
	case a.Rules > uint32(game.CurrentRules):
		return "newer rules: update Manyhold"
	case a.World == [32]byte{}:
		return "no world"
	}
	return ""
}

// LastWorld returns the world of the data directory that was used last. A damaged file is opened as well, for
// its intact part; silently founding another world instead would hide the loss.
func (id *Identity) LastWorld() (store.Info, bool, error) {
	worlds, err := admin.List(id.Dir)
	if err != nil || len(worlds) == 0 {
		return store.Info{}, false, err
	}
	return slices.MaxFunc(worlds, func(a, b store.Info) int { return a.Modified.Compare(b.Modified) }), true, nil
}

// HashSeed makes a seed of a number or of words.
func HashSeed(s string) uint64 {
	if n, err := strconv.ParseUint(s, 10, 64); err == nil {
		return n
	}
	h := fnv.New128a()
	h.Write([]byte(s))
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

// Enter starts the node in the world that was chosen. The node takes over the identity.
func (id *Identity) Enter(ctx context.Context, c Choice, log *slog.Logger) (*node, error) {
	if err := ctx.Err(); err != nil {
		return nil, err // the caller has gone: nothing is founded
	}
	n := newNode(id, log)
	if err := n.compose(id, c); err != nil {
		if n.cancel != nil { // it runs already
			n.Stop()
		} else {
			n.close("cannot start")
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
	n.born = c.Born
	n.edited.Store(c.Stays)
	if c.Offer != nil {
		n.world, n.born = c.Offer.World, c.Offer.Born
		n.edited.Store(c.Offer.Edited)
	} else if c.Invite != nil {
		n.world = c.Invite.World
	} else if c.ByHand != "" {
		w, err := byHandWorld(c.ByHand)
		if err != nil {
			return err
		}
		n.world = w
	}
	if err := n.openHost(c); err != nil {
		return err
	}
	n.recorder.World, n.recorder.Between = n.world, n.between
	n.excerpt.World, n.excerpt.Between = n.world, n.between
	if err := n.openAssets(n); err != nil {
		return err
	}
	n.openRooms()
	if err := n.openLinks(id, c); err != nil {
		return err
	}
	if c.ByHand != "" {
		if why := n.desk.Take(c.ByHand); why != "" {
			return why
		}
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
	if n.reflector != nil {
		go n.reflector.Run(run)
	}
	n.mapping.Go(func() { n.mapper.Run(run) })
	n.sharing.Go(func() { n.Store.Run(run) })
	go n.tellJoining(run)
	go n.applyKicks(run)
	go n.redeem(run, n.came)
	n.venue.Start()
	return n.openControl()
}

// byHandWorld returns the world of an offer by hand. Its errors are for people.
func byHandWorld(text string) (w store.WorldID, err error) {
	t, err := hand.Parse(text)
	switch {
	case err != nil:
		return w, err
	case t.Answer:
		return w, byhand.NoOffer
	}
	return t.Info.World, nil
}

// TestOptions changes the options of the host. Only the programs of tests set it, before they run a node, to
// be hostile peers: the shipped program has no flag or setting for it.
var TestOptions func(*kernel.Options)

// openHost makes the host that serves the chosen world.
func (n *node) openHost(c Choice) (err error) {
	limits := settings.HostLimits(&n.conf.Settings)
	n.offered.Store(limits.Disk)
	playOnly := !n.conf.Settings.Net.Host
	if playOnly && c.Founded != nil {
		return ErrHostsNothing
	}
	o := kernel.Options{
		Key: n.pair, Name: n.name, Rules: uint32(game.CurrentRules), Offer: kernel.Offer{Limits: limits, Disk: n.diskUsed, Headless: n.headless, PlayOnly: playOnly},
		Checkpoint: time.Duration(n.conf.Settings.World.CheckpointSeconds) * time.Second,
		Charter:    true, Open: n.openJoined, Island: n.openIsland, On: kernel.Callbacks{Turn: n.onTurn, Desync: n.onDesync, Shout: n.onShout, Keeper: n.onKeeper}, Log: n.log,
	}
	if TestOptions != nil {
		TestOptions(&o)
	}
	switch {
	case c.Founded != nil:
		n.world = c.Founded.ID()
		n.genesis.Store(c.Founded)
		n.born = time.Now()
		var file *worldfile.World
		if file, err = worldfile.Create(n.dir, *c.Founded); err != nil {
			return err
		}
		n.keep(file)
		n.log.Info("created a world", "name", c.Founded.Name, "id", status.Short(n.world.String()))
		n.host, err = host.Found(o, *c.Founded, NewIsland(*c.Founded), n.file)
	case c.Resume != store.WorldID{}:
		n.world = c.Resume
		n.host, err = n.takeUp(o)
	default:
		// A node that has been there before goes on from its file. Its host asks the others whether they are
		// ahead.
		if n.host, err = n.takeUp(o); errors.Is(err, store.ErrNotFound) {
			n.host, err = host.Join(o, n.world)
		}
	}
	n.told.Store(true)
	n.Desk = publish.Desk{Host: n.host, Key: n.pair, Name: n.name, Log: n.log, Joined: control.JoiningWords}
	return err
}

// resume goes on with the world of the file.
func (n *node) resume(o kernel.Options) (*host.Host, error) {
	file, loaded, err := worldfile.Open(n.dir, n.world, epoch.ChainHash)
	if err != nil {
		return nil, err
	}
	n.keep(file)
	if loaded.Genesis.Rules > uint32(game.CurrentRules) {
		return nil, fmt.Errorf("the world %q has newer rules (%d) than this program (%d): update Manyhold", loaded.Genesis.Name, loaded.Genesis.Rules, game.CurrentRules)
	}
	n.genesis.Store(&loaded.Genesis)
	if n.crash != "" {
		n.notes.add("The last run crashed. The report is in " + n.crash)
		if err := keepTurns(n.crash, loaded.Tail); err != nil {
			n.log.Warn("cannot save the turns before the crash", "why", err)
		}
	}
	for _, d := range loaded.Damage {
		n.log.Warn("the world's file is damaged", "what", d)
		n.notes.add("The world's file is damaged: " + d)
	}
	if loaded.Cut != nil {
		n.notes.add(status.CutWords(*loaded.Cut))
	}
	n.log.Info("resuming a world", "name", loaded.Genesis.Name, "id", status.Short(n.world.String()))
	return host.Resume(o, loaded, NewIsland(loaded.Genesis), file)
}

// takeUp goes on with the world of the file. When nothing of the file can be used, it waits for a peer that
// has the world. The file stays until then.
func (n *node) takeUp(o kernel.Options) (*host.Host, error) {
	h, err := n.resume(o)
	if !errors.Is(err, kernel.ErrDamaged) && !errors.Is(err, store.ErrDamaged) {
		return h, err
	}
	if n.file != nil {
		n.file.Close(context.Background())
		n.file = nil
	}
	n.unusable = true
	n.log.Warn("the world's file is unusable", "why", err)
	n.notes.add("The world's file is unusable (" + FirstLines(err.Error(), 1) +
		"): this node waits for a peer that has the world. `manyhold world import --replace` restores a backup.")
	return host.Join(o, n.world)
}

// openJoined makes the machine and the file of a world that is being joined.
func (n *node) openJoined(g store.Genesis) (kernel.Machine, kernel.Log, error) {
	if g.Rules > uint32(game.CurrentRules) {
		return nil, nil, fmt.Errorf("the world %q has newer rules (%d) than this program (%d): update Manyhold", g.Name, g.Rules, game.CurrentRules)
	}
	if n.unusable {
		kept, err := worldfile.SetAside(n.dir, g.ID())
		if err != nil {
			return nil, nil, err
		}
		n.notes.add("The damaged file was kept as " + kept)
		n.unusable = false
	}
	file, err := worldfile.Create(n.dir, g)
	if errors.Is(err, store.ErrExists) {
		file, _, err = worldfile.Open(n.dir, g.ID(), epoch.ChainHash)
	}
	if err != nil {
		return nil, nil, err
	}
	n.keep(file)
	n.genesis.Store(&g)
	n.log.Info("joining a world", "name", g.Name, "id", status.Short(n.world.String()))
	return NewIsland(g), file, nil
}

// NewIsland returns a world at its beginning.
func NewIsland(g store.Genesis) replica.Island {
	w := island.New(world.Genesis{Seed: g.Seed, Rules: game.Rules(g.Rules), Cap: g.Cap, Start: min(item.Start(g.Start), item.StartCount-1)})
	w.Motion.ShareOut(onWorkers)
	return replica.Island{Island: w}
}
