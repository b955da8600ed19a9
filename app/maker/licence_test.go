package maker

import (
	"strings"
	"testing"

	"manyhold/game/blueprint"
)

// TestLicenceTexts: each usual licence has its full text, which a notice can hold, with the authors in the
// place of the holder that the text of MIT leaves open.
func TestLicenceTexts(t *testing.T) {
	ends := map[string]string{
		"CC0-1.0": "this CC0 or use of the Work.", "MIT": "OTHER DEALINGS IN THE SOFTWARE.",
		"CC-BY-4.0": "may be contacted at creativecommons.org.", "CC-BY-SA-4.0": "may be contacted at creativecommons.org.",
		"Apache-2.0": "limitations under the License.", "GPL-3.0-or-later": "<https://www.gnu.org/licenses/why-not-lgpl.html>.", "AGPL-3.0-or-later": "see <http://www.gnu.org/licenses/>.",
	}
	for _, l := range Licences {
		text := l.Text("Ann, Bob")
		if !strings.HasSuffix(strings.TrimSpace(text), ends[l.ID]) || ends[l.ID] == "" {
			t.Errorf("%s ends with %q", l.ID, text[len(text)-80:])
		}
		if !blueprint.IsText(text, 1<<20, true) || strings.Contains(text, "<copyright holders>") {
			t.Errorf("%s: no plain text", l.ID)
		}
	}
	if !strings.Contains(Licences[3].Text("Ann, Bob"), "Copyright (c) Ann, Bob\n") {
		t.Error("MIT does not name the authors")
	}
}
