//go:build amd64 || arm64

package sim

import (
	"runtime"
	"syscall"
)

// mostInLargePages is the greatest part of the heap in large pages, in bytes: the need of a world of two
// hundred nodes. It is a quarter of the machine's memory if that is less.
const mostInLargePages = 4 << 30

// growIntoLargePages makes the system use large pages for the growing heap. A large world touches memory at
// random in every turn; with pages of 4 KB, an eighth of the time goes into address translation. Go does
// not ask for large pages. So this allocates an untouched piece of the heap, asks the system for large
// pages there, and frees it: the request stays valid for the addresses. If the system refuses, everything
// works as before.
func growIntoLargePages() {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return
	}
	piece := min(info.Totalram*uint64(info.Unit)/4, mostInLargePages)
	_ = syscall.Madvise(make([]byte, piece), syscall.MADV_HUGEPAGE)
	runtime.GC()
}
