// Package policy tests the repository itself: which package imports which, the size of its pieces, what the
// deterministic part must not do, the platforms for which all compiles, the words of comments and
// screens, and what README and docs name.
package policy
