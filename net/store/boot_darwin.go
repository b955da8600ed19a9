package store

import "golang.org/x/sys/unix"

// bootID names the present start of the machine; "" where the system does not tell.
func bootID() string {
	id, _ := unix.Sysctl("kern.bootsessionuuid")
	return id
}
