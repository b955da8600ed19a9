package node

import (
	"os"

	"manyhold/app/settings"
)

// diskUsed returns how many bytes the world's file takes, with what is still on its way into it.
func (n *node) diskUsed() uint64 {
	if n.file == nil {
		return 0
	}
	n.boundFile()
	return fileSize(n.file.Path())
}

// boundFile has the file forget old turns before it takes what is offered of the disk. It belongs to who owns the file.
func (n *node) boundFile() { n.file.Limit(int64(n.offered.Load() / 10 * 9)) }

// limit lets the settings of [host] take effect. The file follows within the second, when its size is looked at next.
func (n *node) limit(s *settings.Settings) {
	l := settings.HostLimits(s)
	n.offered.Store(l.Disk)
	n.host.Limit(l)
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

// offer changes what the running node offers to hosting, and writes it down for the next.
func (n *node) offer(key, value string) error {
	if err := n.conf.Set(key, value); err != nil {
		return err
	}
	n.limit(&n.conf.Settings)
	return nil
}
