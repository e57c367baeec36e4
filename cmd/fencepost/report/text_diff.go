package report

// difference writes the behaviours of only one version.
func (t *printer) difference(b *VersionDiff) {
	if !t.Quiet {
		for _, v := range []struct {
			word string
			of   *ProgramVersion
		}{{"gone", &b.Old}, {"new", &b.New}} {
			if len(v.of.Only) == 0 {
				continue
			}
			if v.of.Certain {
				t.printf("%s, only in %s:\n", t.Style.bold(v.word), v.of.Program)
			} else {
				t.printf("seen only in %s, as far as the other version was explored:\n", v.of.Program)
			}
			told := 0
			for _, x := range v.of.Only {
				text := x.Text
				if x.Error != nil {
					text = x.Error.Headline()
				}
				t.printf("  %s: %s\n", x.Kind, text)
				if x.Execution > 0 {
					t.printf("    its execution: %s\n", x.telling)
				}
				if x.Kind == "class" {
					told++
				}
			}
			if more := v.of.OnlyClasses - told; more > 0 {
				t.printf("  and %s more\n", Count(more, "class"))
			}
			t.printf("\n")
		}
	}
	if b.Same {
		t.printf("%s\n", t.Style.good(b.Sentence))
	} else {
		t.printf("%s\n", t.Style.bad(b.Sentence))
	}
}
