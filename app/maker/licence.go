package maker

import (
	"embed"
	"strings"
)

// texts has the full text of each of Licences, as SPDX and the publishers have it.
//
//go:embed licences/*.txt
var texts embed.FS

// Licence is a licence by which people publish what they made.
type Licence struct {
	ID   string // the SPDX name
	Name string
	Page string // where its text is
	Says string // in a sentence; the text counts
}

// Licences are the usual ones. Others can be named, too.
var Licences = []Licence{
	{"CC0-1.0", "Creative Commons Zero 1.0 Universal", "https://creativecommons.org/publicdomain/zero/1.0/legalcode", "Everybody may do anything with it."},
	{"CC-BY-4.0", "Creative Commons Attribution 4.0 International", "https://creativecommons.org/licenses/by/4.0/legalcode", "Everybody may use and change it, and names the authors."},
	{"CC-BY-SA-4.0", "Creative Commons Attribution Share Alike 4.0 International", "https://creativecommons.org/licenses/by-sa/4.0/legalcode", "Everybody may use and change it, names the authors, and publishes changes by the same licence."},
	{"MIT", "MIT License", "https://spdx.org/licenses/MIT.html", "Everybody may use and change it, and keeps this notice."},
	{"Apache-2.0", "Apache License 2.0", "https://www.apache.org/licenses/LICENSE-2.0", "Everybody may use and change it, keeps the notices, and says what was changed."},
	{"GPL-3.0-or-later", "GNU General Public License v3.0 or later", "https://www.gnu.org/licenses/gpl-3.0.txt", "Everybody may use and change it, and publishes changes by the same licence."},
	{"AGPL-3.0-or-later", "GNU Affero General Public License v3.0 or later", "https://www.gnu.org/licenses/agpl-3.0.txt", "Everybody may use and change it, and publishes changes by the same licence, also on servers."},
}

// Text returns the full text of a licence, for works of some authors.
func (l Licence) Text(authors string) string {
	b, err := texts.ReadFile("licences/" + l.ID + ".txt")
	if err != nil {
		panic(err) // it is embedded; a test looks at all
	}
	return strings.Replace(string(b), "<year> <copyright holders>", authors, 1)
}

// LicencesIn returns the licences of Licences that an SPDX expression names.
func LicencesIn(expression string) (list []Licence) {
	words := strings.FieldsFunc(expression, func(r rune) bool { return r == ' ' || r == '(' || r == ')' })
	for _, l := range Licences {
		for _, w := range words {
			if w == l.ID {
				list = append(list, l)
				break
			}
		}
	}
	return list
}

// usual are the names of the licences.
func usual() string {
	names := make([]string, len(Licences))
	for k, l := range Licences {
		names[k] = l.ID
	}
	return strings.Join(names, ", ")
}
