package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/net/beacon"
	"manyhold/net/key"
	"manyhold/net/store"
)

// startNode enters the world that the flags ask for: by invitation, by name, a new one, one heard on
// the LAN, the last one, in this order.
func startNode(ctx context.Context, f playFlags, log *slog.Logger) (*node, error) {
	id, err := openIdentity(f)
	if err != nil {
		return nil, err
	}
	n, err := id.start(ctx, f, log)
	if err != nil {
		id.close()
		return nil, err
	}
	n.after = id.close
	return n, nil
}

// identity is a data directory taken into use: settings, key and lock.
type identity struct {
	dir      string
	conf     *configFile
	pair     key.Pair
	lock     *store.Lock
	headless bool           // no person sits at it
	attached bool           // the node runs in another process; this one has no lock, beacon or diary
	named    string         // by --name, of an attached window
	windowed bool           // a window does, and carries out orders between the person's own
	lan      *beacon.Beacon // nil without
	diary    *diary         // nil without; see keepDiary
	crash    string         // directory of the report of a crash of the last run, "" for none
}

// openIdentity takes the data directory of the flags into use.
func openIdentity(f playFlags) (*identity, error) {
	dir, err := openData(f.data)
	if err != nil {
		return nil, err
	}
	lock, err := store.TakeLock(filepath.Join(dir, "lock"))
	if errors.Is(err, store.ErrLocked) {
		if _, none := findNode(dir); none == nil {
			return nil, fmt.Errorf("a node runs on %s already (%w); open a window on it with `manyhold play --attach`, end it, or take another directory with --data", dir, err)
		}
		return nil, fmt.Errorf("the data directory %s is in use: %w; end it, or take another with --data", dir, err)
	} else if err != nil {
		return nil, fmt.Errorf("cannot take the data directory into use: %w", err)
	}
	id := &identity{dir: dir, lock: lock}
	if id.conf, err = loadSettings(&f, dir); err == nil {
		id.pair, err = key.Load(dir)
	}
	if err != nil {
		id.close()
		return nil, err
	}
	return id, nil
}

// openWindowed takes the data directory into use for a window; with --attach, beside the node that runs on it.
func openWindowed(f playFlags) (*identity, error) {
	f.windowed = true
	if !f.attach {
		id, err := openIdentity(f)
		if err == nil {
			id.windowed = true
		}
		return id, err
	}
	dir, err := findData(f.data)
	if err != nil {
		return nil, err
	}
	if _, err := findNode(dir); err != nil {
		return nil, err
	}
	id := &identity{dir: dir, attached: true, windowed: true, named: f.name}
	if id.conf, err = loadSettings(&f, dir); err != nil {
		return nil, err
	}
	id.pair, err = key.Load(dir)
	return id, err
}

func (id *identity) close() {
	if r := recover(); r != nil {
		panic(r) // a crash: its report must stay open until the runtime has written it
	}
	if id.lan != nil {
		id.lan.Close()
	}
	if id.diary != nil {
		id.diary.Close()
	}
	id.lock.Release()
}

// playerName returns the name that others see.
func (id *identity) playerName() string {
	if n := id.conf.settings.Player.Name; n != "" {
		return n
	}
	return "guest-" + id.pair.ID().String()[:4]
}

// lookOf dresses a player by the hash of its key.
func lookOf(id key.ID) entity.Look {
	return entity.Look{Skin: id[0], Hair: id[1], HairColour: id[2], Shirt: id[3], Trousers: id[4], Hat: id[5]}
}

// newGenesis makes a world of this founder.
func newGenesis(founder key.ID, name, seed string) store.Genesis {
	g := store.Genesis{Founder: founder, Rules: uint32(game.CurrentRules), Name: name, Licence: store.DefaultLicence}
	rand.Read(g.Nonce[:])
	g.Seed = seedOf(seed)
	return g
}

// seedOf reads a seed: a number is itself, words are hashed, "" is chance.
func seedOf(s string) uint64 {
	if s == "" {
		var b [8]byte
		rand.Read(b[:])
		return binary.LittleEndian.Uint64(b[:])
	}
	return hashSeed(s)
}

// start chooses the world and enters it.
func (id *identity) start(ctx context.Context, f playFlags, log *slog.Logger) (*node, error) {
	if id.conf.settings.Net.LAN && id.lan == nil {
		id.lan = openBeacon(id.pair, log)
	}
	c, err := id.choose(ctx, f, log)
	if err != nil {
		return nil, err
	}
	return id.enter(ctx, c, log)
}
