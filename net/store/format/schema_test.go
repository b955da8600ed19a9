//go:build !js

package format

import (
	"errors"
	"testing"

	"manyhold/net/store"
)

// A file that no build has made counts as damaged, with any version number.
func TestSchemaOf(t *testing.T) {
	for _, c := range []struct {
		app, version int64
		schema       int
		err          error
	}{
		{applicationID, SchemaBase + SchemaNumber, SchemaNumber, nil},
		{applicationID, SchemaBase + SchemaNumber + 7, SchemaNumber + 7, store.ErrNewer},
		{applicationID, 1, 1, store.ErrOlder},
		{applicationID, oldSchemas, oldSchemas, store.ErrOlder},
		{applicationID, oldSchemas + 1, 0, store.ErrDamaged},
		{applicationID, 0, 0, store.ErrDamaged},
		{applicationID, SchemaBase + SchemaNumber - 1, SchemaNumber - 1, store.ErrOlder},
		{applicationID, SchemaBase, 0, store.ErrDamaged},
		{0, SchemaBase + SchemaNumber, 0, store.ErrDamaged},
		{0, 1, 0, store.ErrDamaged},
	} {
		if n, err := schemaOf(c.app, c.version); n != c.schema || !errors.Is(err, c.err) {
			t.Errorf("%x, %d: schema %d, %v", c.app, c.version, n, err)
		}
	}
}
