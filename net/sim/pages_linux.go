//go:build amd64 || arm64

package sim

import (
	"runtime"
	"syscall"
)

// mostInLargePages is how much of the heap lies in large pages at most, in bytes: a world of two hundred nodes needs so much. It
// is a quarter of the machine's memory where that is less.
const mostInLargePages = 4 << 30

// growIntoLargePages has the system back by large pages what the heap will grow into. A large world touches memory here and
// there in every turn, and with pages of 4 KB an eighth of the time goes into looking up where they are. Go asks for none; so
// a piece of the heap is taken that nothing has touched yet, the system is asked for it, and it is given back: what the system was
// asked stays true of its addresses. Where it refuses, everything works as before.
func growIntoLargePages() {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return
	}
	piece := min(info.Totalram*uint64(info.Unit)/4, mostInLargePages)
	_ = syscall.Madvise(make([]byte, piece), syscall.MADV_HUGEPAGE)
	runtime.GC()
}
