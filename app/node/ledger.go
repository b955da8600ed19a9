package node

import (
	"os"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/app/settings"
	"manyhold/game/event"
	"manyhold/game/island"
	"manyhold/net/asset"
	"manyhold/net/asset/share"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/worldfile"
)

// ledger is the world that a node serves, and its file.
type ledger struct {
	n       *node
	world   store.WorldID
	genesis atomic.Pointer[store.Genesis] // nil while joining has not learnt it
	file    *worldfile.World              // of the host's goroutine until it has ended
	offered atomic.Uint64                 // of the disk in bytes; zero: all of it
	// nothing of the file can be used: it is set aside once a peer gives the world
	unusable bool
}

// diskUsed returns how many bytes the world's file takes, with what is still on its way into it.
func (b *ledger) diskUsed() uint64 {
	if b.file == nil {
		return 0
	}
	b.boundFile()
	return fileSize(b.file.Path())
}

// boundFile makes the file forget old turns before it exceeds the offered part of the disk. The owner of the
// file calls it.
func (b *ledger) boundFile() { b.file.Limit(int64(b.offered.Load() / 10 * 9)) }

// limit lets the settings of [host] take effect. The file follows within the second, when its size is looked
// at next.
func (b *ledger) limit(s *settings.Settings) {
	n := b.n
	l := settings.HostLimits(s)
	b.offered.Store(l.Disk)
	n.host.Limit(l)
	n.assets.Limit(settings.AssetLimits(s))
}

// fileSize returns how many bytes the world file at a path takes, 0 if there is none.
func fileSize(path string) (total uint64) {
	for _, suffix := range []string{"", "-wal"} {
		if st, err := os.Stat(path + suffix); err == nil {
			total += uint64(st.Size())
		}
	}
	return total
}

// offer changes the running node's offer to hosting, and saves it for the next run.
func (b *ledger) offer(key, value string) error {
	n := b.n
	if err := n.conf.Set(key, value); err != nil {
		return err
	}
	b.limit(&n.conf.Settings)
	return nil
}

// seen notes in the world's file that a player was here.
func (b *ledger) seen(w *island.Island, e event.Event) {
	n := b.n
	now := time.Now()
	for i := range w.Players() {
		if p := &w.Players()[i]; p.Seat == e.Seat {
			b.file.Seen(store.Player{Key: key.ID(p.Key), Name: p.Name.String(), First: now, Last: now})
			return
		}
	}
	// a player who leaves is not among the players any more
	if p, ok := n.census.find(func(p *person) bool { return p.seat == e.Seat }); ok {
		b.file.Seen(store.Player{Key: p.key, Name: e.Text, First: now, Last: now})
	}
}

// keep makes a file the node's. The file forgets old turns before it exceeds its allowance.
func (b *ledger) keep(file *worldfile.World) {
	b.file = file
	b.boundFile()
}

// making is the assets that players made: pictures, sounds, scripts and more.
type making struct {
	n       *node
	assets  *share.Store
	sharing sync.WaitGroup // while the store runs
	used    atomic.Pointer[[]asset.Name]
}

// openAssets opens the assets of the data directory.
func (m *making) openAssets(n *node) (err error) {
	m.n = n
	quota, upload := settings.AssetLimits(&n.conf.Settings)
	m.assets, err = share.Open(share.Options{
		Data: n.dir, World: n.world, Me: n.pair.ID(), Quota: quota, Upload: upload, Copies: n.conf.Settings.Net.Host,
		Used: m.usedAssets, Wrong: func(peer key.ID, why error) { n.host.Blame(peer, why.Error()) }, Log: n.log,
	})
	return err
}

// Assets returns the assets of the node. It is safe for concurrent use.
func (m *making) Assets() *share.Store { return m.assets }

// UseAssets tells which assets the world uses. Until it is called, nothing counts as unused. The slice is
// kept. It is safe for concurrent use, and cheap enough for each turn that changes the list.
func (m *making) UseAssets(names []asset.Name) { m.used.Store(&names) }

func (m *making) usedAssets() (names []asset.Name, known bool) {
	if p := m.used.Load(); p != nil {
		return *p, true
	}
	return nil, false
}
