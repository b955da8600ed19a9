package worldpage

import (
	"sync/atomic"
	"time"

	"manyhold/app/status"
	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// View keeps the page of a window up to date. The zero value has heard nothing yet.
type View struct {
	status *status.Status // the newest
	of     Source         // what the page was made of
	page   model.WorldPage
	read   time.Time // when the file was last asked for branches
	found  atomic.Pointer[[]admin.BranchInfo]
}

// branchesEvery is how often the world's file is looked at for archived branches.
const branchesEvery = 20 * time.Second

// Hear takes a newer status of the node.
func (v *View) Hear(st *status.Status) { v.status = st }

// Status returns the newest status that was heard, nil before the first.
func (v *View) Status() *status.Status { return v.status }

// Fill shows the page, which is made anew when something has changed. The file of the world, in dir, is read
// in a goroutine: the window does not wait for the disk.
func (v *View) Fill(m *model.Model, w *kit.Words, dir string) {
	if v.status == nil {
		m.Page = model.WorldPage{Title: m.Game.Name}
		return
	}
	if id, err := store.ParseWorldID(v.status.World.ID); err == nil && time.Since(v.read) >= branchesEvery {
		v.read = time.Now()
		go func() {
			if list, err := admin.Archives(store.Path(dir, id)); err == nil {
				v.found.Store(&list)
			}
		}()
	}
	src := Source{Words: w, Status: v.status, Land: m.Land}
	if list := v.found.Load(); list != nil {
		src.Branches = *list
	}
	if src.Words != v.of.Words || src.Status != v.of.Status || src.Land.Of != v.of.Land.Of {
		v.of, v.page = src, Page(src)
	}
	m.Page = v.page
}
