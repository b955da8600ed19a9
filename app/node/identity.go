package node

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"manyhold/app/control"
	"manyhold/app/options"
	"manyhold/app/persona"
	"manyhold/app/settings"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/net/beacon"
	"manyhold/net/key"
	"manyhold/net/store"
)

// StartNode enters the world that the flags ask for: by invitation, by name, a new one, one heard on
// the LAN, the last one, in this order.
func StartNode(ctx context.Context, f options.Play, log *slog.Logger) (*node, error) {
	id, err := OpenIdentity(f)
	if err != nil {
		return nil, err
	}
	id.warnExposed(log)
	n, err := id.Start(ctx, f, log)
	if err != nil {
		id.Close()
		return nil, err
	}
	n.after = id.Close
	return n, nil
}

// Identity is a data directory taken into use: settings, key and lock.
type Identity struct {
	Dir      string
	Conf     *settings.ConfigFile
	Pair     key.Pair
	lock     *store.Lock
	Headless bool                        // no person sits at it
	Attached bool                        // the node runs in another process; this one has no lock, beacon or diary
	named    string                      // by --name, of an attached window
	Windowed bool                        // a window does, and carries out orders between the person's own
	Lan      *beacon.Beacon              // nil without
	diary    *diary                      // nil without; see KeepDiary
	silent   map[store.WorldID]time.Time // announced worlds in which nobody answered, and when
	yields   int                         // how often a fresh world was given up
	bot      bool                        // the bots of engines play the player's part in matches
	exposed  string                      // a warning that others could read the key, "" for none
	WorldOf  func(player string) string  // names a new world after its founder; nil: in English
	crash    string                      // directory of the report of a crash of the last run, "" for none
}

// OpenIdentity takes the data directory of the flags into use.
func OpenIdentity(f options.Play) (*Identity, error) {
	dir, err := settings.OpenData(f.Data)
	if err != nil {
		return nil, err
	}
	lock, err := store.TakeLock(filepath.Join(dir, "lock"))
	if errors.Is(err, store.ErrLocked) {
		if _, none := control.Find(dir); none == nil {
			return nil, fmt.Errorf("a node already runs on %s (%w); attach a window with `manyhold play --attach`, stop that node, or choose another directory with --data", dir, err)
		}
		return nil, fmt.Errorf("the data directory %s is in use: %w; stop that process, or choose another directory with --data", dir, err)
	} else if err != nil {
		return nil, fmt.Errorf("cannot lock the data directory: %w", err)
	}
	id := &Identity{Dir: dir, lock: lock, bot: f.Bot}
	if id.Conf, err = settings.LoadSettings(&f, dir); err == nil {
		id.exposed = key.Guard(dir)
		id.Pair, err = key.Load(dir)
	}
	if err != nil {
		id.Close()
		return nil, err
	}
	return id, nil
}

// OpenWindowed takes the data directory into use for a window; with --attach, beside the node that runs on
// it.
func OpenWindowed(f options.Play) (*Identity, error) {
	f.Windowed = true
	if !f.Attach {
		id, err := OpenIdentity(f)
		if err == nil {
			id.Windowed = true
		}
		return id, err
	}
	dir, err := settings.FindData(f.Data)
	if err != nil {
		return nil, err
	}
	if _, err := control.Find(dir); err != nil {
		return nil, err
	}
	id := &Identity{Dir: dir, Attached: true, Windowed: true, named: f.Name}
	if id.Conf, err = settings.LoadSettings(&f, dir); err != nil {
		return nil, err
	}
	id.Pair, err = key.Load(dir)
	return id, err
}

func (id *Identity) Close() {
	if r := recover(); r != nil {
		panic(r) // a crash: its report must stay open until the runtime has written it
	}
	if id.Lan != nil {
		id.Lan.Close()
	}
	if id.diary != nil {
		id.diary.Close()
	}
	id.lock.Release()
}

// warnExposed logs that other accounts could use the identity.
func (id *Identity) warnExposed(log *slog.Logger) {
	if id.exposed != "" {
		log.Warn(id.exposed)
	}
}

// PlayerName returns the name that others see: as the settings say, else one that follows from the key.
func (id *Identity) PlayerName() string {
	if n := id.Conf.Settings.Player.Name; n != "" {
		return n
	}
	return persona.Name(id.Pair.ID())
}

// newGenesis makes a world of this founder.
func newGenesis(founder key.ID, name, seed string) store.Genesis {
	g := store.Genesis{Founder: founder, Rules: uint32(game.CurrentRules), Name: name, Licence: store.DefaultLicence}
	rand.Read(g.Nonce[:])
	g.Seed = SeedOf(seed)
	return g
}

// SeedOf reads a seed: a number is itself, words are hashed, "" is chance.
func SeedOf(s string) uint64 {
	if s == "" {
		var b [8]byte
		rand.Read(b[:])
		return binary.LittleEndian.Uint64(b[:])
	}
	return HashSeed(s)
}

// Start chooses the world and enters it. When the flags name none, a world that is heard on the LAN and
// answers comes first.
func (id *Identity) Start(ctx context.Context, f options.Play, log *slog.Logger) (*node, error) {
	if id.Conf.Settings.Net.LAN && id.Lan == nil {
		id.Lan = OpenBeacon(id.Pair, log)
	}
	if f.Join == "" && f.World == "" {
		if n, err := id.enterHeard(ctx, log); n != nil || err != nil {
			return n, err
		}
	}
	c, err := id.Choose(ctx, f, log)
	if err != nil {
		return nil, err
	}
	return id.Enter(ctx, c, log)
}

// Look returns how the player is dressed: as the settings say, else as follows from its key.
func (id *Identity) Look() entity.Look {
	if l, err := settings.ParseLook(id.Conf.Settings.Player.Look); err == nil && l != nil {
		return *l
	}
	return persona.Look(id.Pair.ID())
}
