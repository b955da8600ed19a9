package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"manyhold/net/host/capacity"
)

const (
	kilobit = 1000 / 8  // bytes
	disk    = 1_000_000 // bytes of a megabyte
)

// hostLimits is what the settings offer to hosting.
func hostLimits(s *Settings) capacity.Limits {
	h := &s.Host
	return capacity.Limits{
		Unwilling: !h.Willing || h.Islands == 0, CPUPercent: h.CPUPercent, Upload: uint64(h.UploadKbps) * kilobit,
		Disk: uint64(h.DiskMB) * disk, Islands: uint32(h.Islands),
	}
}

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
func (n *node) limit(s *Settings) {
	l := hostLimits(s)
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
	if err := n.conf.set(key, value); err != nil {
		return err
	}
	n.limit(&n.conf.settings)
	return nil
}

// offer changes what the node of the window offers to hosting.
func (s *session) offer(key, value string) error {
	if err := s.id.conf.set(key, value); err != nil {
		return err
	}
	s.applyOffer()
	return nil
}

// applyOffer tells the node what the settings offer to hosting.
func (s *session) applyOffer() {
	if p := s.play; p != nil {
		p.node.offers(&s.id.conf.settings)
	}
}

// offering is the order that changes what is offered to hosting.
type offering struct{ key, value string }

func (o *offering) step(h *hand) (bool, string, error) {
	if h.Offer == nil {
		return true, "", errors.New("here is no node that could offer anything")
	}
	if err := h.Offer(o.key, o.value); err != nil {
		return true, "", err
	}
	return true, fmt.Sprintf("offers %s = %s", strings.TrimPrefix(o.key, hostTable), o.value), nil
}

// hostTable is what the keys of settings about hosting begin with.
const hostTable = "host."

func parseOffer(w []string) (errand, error) {
	if len(w) != 2 || ruleOf(hostTable+w[0]) == nil {
		var names []string
		for _, r := range settingRules {
			if name, ok := strings.CutPrefix(r.key, hostTable); ok {
				names = append(names, name)
			}
		}
		return nil, fmt.Errorf("offer takes one of %s, and a value", strings.Join(names, ", "))
	}
	return &offering{hostTable + w[0], w[1]}, nil
}
