//go:build !(linux || freebsd || netbsd || openbsd)

package audio

// missing tells why there can be no device: here only opening it tells.
func missing() string { return "" }
