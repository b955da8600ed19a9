package settings

import (
	"manyhold/net/host/capacity"
)

const (
	kilobit = 1000 / 8  // bytes
	disk    = 1_000_000 // bytes of a megabyte
)

// RelayRate returns how much this machine carries between other peers, in bytes a second.
func RelayRate(s *Settings) int { return s.Host.RelayKbps * kilobit }

// AssetLimits returns how many bytes of assets this machine keeps, and how many a second it gives to others:
// half of the upload that it offers, 0 for no limit.
func AssetLimits(s *Settings) (quota int64, upload int) {
	return int64(s.Host.AssetsMB) * disk, s.Host.UploadKbps * kilobit / 2
}

// HostLimits returns the settings' offer to hosting.
func HostLimits(s *Settings) capacity.Limits {
	h := &s.Host
	return capacity.Limits{
		Unwilling: !h.Willing || h.Islands == 0, CPUPercent: h.CPUPercent, Upload: uint64(h.UploadKbps) * kilobit,
		Disk: uint64(h.DiskMB) * disk, Islands: uint32(h.Islands),
	}
}
