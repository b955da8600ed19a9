// Package policy tests the repository itself: which package imports which, the size of its pieces, what the
// deterministic part must not do, the platforms for which all compiles, and README.
package policy
