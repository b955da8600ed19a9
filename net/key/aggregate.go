package key

import (
	"crypto/sha512"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"filippo.io/edwards25519"
)

// # Many signatures in one
//
// An ed25519 signature is a point R and a number s. An aggregate of many signatures keeps all points R and
// has one number in place of all s. With s_i B = R_i + k_i A_i for each signature (RFC 8032), this number
// is s = Σ z_i s_i, for which 8 s B = 8 Σ z_i (R_i + k_i A_i). The z_i are hashes of everything that is
// proven; the first is one. So a peer that lacks one of the signatures cannot choose the others to make up
// for it. Aggregation needs no key, and a signature cannot be taken out again. This is non-interactive
// half-aggregation: Chalkias, Garillot, Kondi and Nikolaenko (CT-RSA 2021), with the first coefficient as
// Chen and Zhao (2022) have it.
//
// It saves half of the bytes. Verifying ten signatures at once takes a third of the time of verifying them
// one after the other (BenchmarkAggregate).

// HalfSize is the length of either half of a signature in bytes.
const HalfSize = SignatureSize / 2

// ErrAggregate reports that the input contains a malformed signature and cannot be aggregated.
var ErrAggregate = errors.New("key: a malformed signature cannot be aggregated")

// Statement is one signature among several without its second half: the signer, the message, the first
// half.
type Statement struct {
	Signer  ID
	Message []byte
	Nonce   [HalfSize]byte
}

const aggregateDomain = "manyhold aggregate 1"

// Aggregate makes one number of the second halves of signatures for a domain. They are given in the order
// of the statements. It does not verify them: one bad signature spoils the whole aggregate. Its error wraps
// ErrAggregate.
func Aggregate(domain string, all []Statement, halves [][HalfSize]byte) (half [HalfSize]byte, err error) {
	if len(all) == 0 || len(all) != len(halves) {
		return half, fmt.Errorf("%w: %d statements, %d signatures", ErrAggregate, len(all), len(halves))
	}
	z, sum := newCoefficients(domain, all), edwards25519.NewScalar()
	for i := range all {
		s, err := edwards25519.NewScalar().SetCanonicalBytes(halves[i][:])
		if err != nil {
			return half, fmt.Errorf("%w: of %s", ErrAggregate, all[i].Signer.Short())
		}
		sum.MultiplyAdd(z.of(i), s, sum)
	}
	return [HalfSize]byte(sum.Bytes()), nil
}

// VerifyAggregate reports whether each of the statements was signed for the domain. half is the number from
// Aggregate.
func VerifyAggregate(domain string, all []Statement, half [HalfSize]byte) bool {
	s, err := edwards25519.NewScalar().SetCanonicalBytes(half[:])
	if err != nil || len(all) == 0 {
		return false
	}
	scalars, points := make([]*edwards25519.Scalar, 0, 2*len(all)+1), make([]*edwards25519.Point, 0, 2*len(all)+1)
	z := newCoefficients(domain, all)
	for i := range all {
		nonce, err := new(edwards25519.Point).SetBytes(all[i].Nonce[:])
		signer := pointOf(all[i].Signer)
		if err != nil || signer == nil {
			return false
		}
		k, _ := edwards25519.NewScalar().SetUniformBytes(z.challenges[i][:])
		zi := z.of(i)
		scalars, points = append(scalars, zi, edwards25519.NewScalar().Multiply(zi, k)), append(points, nonce, signer)
	}
	scalars, points = append(scalars, s.Negate(s)), append(points, edwards25519.NewGeneratorPoint())
	sum := new(edwards25519.Point).VarTimeMultiScalarMult(scalars, points)
	return sum.MultByCofactor(sum).Equal(edwards25519.NewIdentityPoint()) == 1
}

// coefficients are the z_i, and the k_i from which they are made.
type coefficients struct {
	seed       [sha512.Size]byte
	challenges [][sha512.Size]byte
}

func newCoefficients(domain string, all []Statement) *coefficients {
	c := &coefficients{challenges: make([][sha512.Size]byte, len(all))}
	seed := sha512.New()
	seed.Write([]byte(aggregateDomain))
	for i := range all {
		x := &all[i]
		h := sha512.New()
		h.Write(x.Nonce[:])
		h.Write(x.Signer[:])
		h.Write(statement(domain, x.Message))
		h.Sum(c.challenges[i][:0])
		seed.Write(x.Nonce[:])
		seed.Write(x.Signer[:])
		seed.Write(c.challenges[i][:])
	}
	seed.Sum(c.seed[:0])
	return c
}

// of is z_i.
func (c *coefficients) of(i int) *edwards25519.Scalar {
	wide := [sha512.Size]byte{1}
	if i > 0 {
		wide = sha512.Sum512(binary.LittleEndian.AppendUint32(c.seed[:], uint32(i)))
	}
	z, _ := edwards25519.NewScalar().SetUniformBytes(wide[:]) // 64 bytes: it never fails
	return z
}

// maxPoints is how many signers' points are remembered; then all are forgotten.
const maxPoints = 1024

// points caches the points of signers. A signer signs again, and decoding its point takes a tenth of the
// time of verifying.
var points = struct {
	sync.Mutex
	of map[ID]*edwards25519.Point
}{of: map[ID]*edwards25519.Point{}}

// pointOf is a signer's point, not to be changed; nil: it has none.
func pointOf(id ID) *edwards25519.Point {
	points.Lock()
	defer points.Unlock()
	p := points.of[id]
	if p == nil && !id.IsZero() {
		var err error
		if p, err = new(edwards25519.Point).SetBytes(id[:]); err != nil {
			return nil
		}
		if len(points.of) >= maxPoints {
			clear(points.of)
		}
		points.of[id] = p
	}
	return p
}
