package store

import (
	"os"
	"strings"
)

// bootID names the present start of the machine; "" where the system does not tell.
func bootID() string {
	b, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(b))
}
