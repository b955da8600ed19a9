package node

import (
	"sync"
	"sync/atomic"

	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/net/asset"
	"manyhold/net/asset/share"
	"manyhold/net/key"
)

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

// UseAssets tells which assets the world uses. Until it is called, nothing counts as unused. The slice is kept.
// It is safe for concurrent use, and cheap enough for each turn that changes the list.
func (m *making) UseAssets(names []asset.Name) { m.used.Store(&names) }

func (m *making) usedAssets() (names []asset.Name, known bool) {
	if p := m.used.Load(); p != nil {
		return *p, true
	}
	return nil, false
}

// assetStats puts the numbers of a store into a status.
func assetStats(s share.Status) status.Assets {
	a := status.Assets{Held: s.Held, Bytes: s.Bytes, Quota: s.Quota, Fetching: []status.Fetch{}, In: s.BytesIn, Out: s.BytesOut, Wrong: s.Wrong}
	for _, p := range s.Fetching {
		a.Fetching = append(a.Fetching, status.Fetch{Name: p.Name.String(), Bytes: p.Size, Percent: p.Percent(), Sources: p.Sources, Waiting: p.Parked})
	}
	return a
}
