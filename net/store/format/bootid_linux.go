package format

import (
	"os"
	"strings"
)

// bootID names the present start of the machine; "" if the system does not say.
func bootID() string {
	b, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(b))
}
