// Package e2e tests whole programs: processes that talk with each other, machines in network namespaces, and
// games with windows. Its test binary is the program: it starts itself (see TestMain).
package e2e
