package format

import "golang.org/x/sys/unix"

// bootID names the present start of the machine; "" if the system does not say.
func bootID() string {
	id, _ := unix.Sysctl("kern.bootsessionuuid")
	return id
}
