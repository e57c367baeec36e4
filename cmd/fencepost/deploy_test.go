package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// The fields of Kubernetes' objects, as its API has them, that deploy/ uses.
type (
	kubeMeta struct {
		Name   string
		Labels map[string]string
	}
	kubePort struct {
		Name          string
		Port          int
		ContainerPort int `yaml:"containerPort"`
	}
	kubeSelector struct {
		MatchLabels map[string]string `yaml:"matchLabels"`
	}
	kubeResources struct{ Requests, Limits map[string]string }
	kubeContainer struct {
		Name, Image   string
		Command, Args []string
		Ports         []kubePort
		Resources     kubeResources
		VolumeMounts  []struct {
			Name      string
			MountPath string `yaml:"mountPath"`
			ReadOnly  bool   `yaml:"readOnly"`
		} `yaml:"volumeMounts"`
		Env []struct {
			Name      string
			ValueFrom struct {
				SecretKeyRef struct{ Name, Key string } `yaml:"secretKeyRef"`
			} `yaml:"valueFrom"`
		}
		SecurityContext struct {
			RunAsNonRoot             bool  `yaml:"runAsNonRoot"`
			RunAsUser                int64 `yaml:"runAsUser"`
			ReadOnlyRootFilesystem   bool  `yaml:"readOnlyRootFilesystem"`
			AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
			Capabilities             struct{ Drop []string }
		} `yaml:"securityContext"`
	}
	kubeTemplate struct {
		Metadata kubeMeta
		Spec     struct {
			RestartPolicy                string `yaml:"restartPolicy"`
			AutomountServiceAccountToken *bool  `yaml:"automountServiceAccountToken"`
			Containers                   []kubeContainer
			Volumes                      []struct {
				Name   string
				Secret struct {
					SecretName string `yaml:"secretName"`
				}
				PersistentVolumeClaim struct {
					ClaimName string `yaml:"claimName"`
				} `yaml:"persistentVolumeClaim"`
			}
		}
	}
	kubeService struct {
		ClusterIP string `yaml:"clusterIP"`
		Selector  map[string]string
		Ports     []kubePort
	}
	kubeStatefulSet struct {
		ServiceName          string `yaml:"serviceName"`
		Replicas             int
		Selector             kubeSelector
		Template             kubeTemplate
		VolumeClaimTemplates []struct {
			Metadata kubeMeta
			Spec     struct {
				AccessModes []string `yaml:"accessModes"`
				Resources   kubeResources
			}
		} `yaml:"volumeClaimTemplates"`
	}
	kubeDeployment struct {
		Replicas int
		Selector kubeSelector
		Template kubeTemplate
	}
	kubeJob struct {
		CompletionMode string `yaml:"completionMode"`
		Completions    int
		Parallelism    int
		BackoffLimit   int `yaml:"backoffLimit"`
		Template       kubeTemplate
	}
)

// kubeSpecs are the kinds of objects with what their spec holds.
var kubeSpecs = map[string]func() any{
	"v1 Service": func() any { return new(kubeService) }, "apps/v1 StatefulSet": func() any { return new(kubeStatefulSet) },
	"apps/v1 Deployment": func() any { return new(kubeDeployment) }, "batch/v1 Job": func() any { return new(kubeJob) },
}

// githubWorkflow are the fields of GitHub's workflows that deploy/ uses.
type githubWorkflow struct {
	Name string
	On   []string
	Jobs map[string]struct {
		RunsOn   string `yaml:"runs-on"`
		Needs    string
		Strategy struct{ Matrix map[string][]int }
		Steps    []struct {
			Uses, Run string
			With      map[string]any
		}
	}
}

// strict reads YAML into v, and refuses fields that v does not have.
func strict(text []byte, v any) error {
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	return d.Decode(v)
}

// What deploy/ holds can be read by what it is for, and the commands in it exist.
func TestDeploy(t *testing.T) {
	scripts, err := filepath.Glob("../../deploy/*/*")
	if err != nil || len(scripts) < 4 {
		t.Fatalf("deploy/ holds %q: %v", scripts, err)
	}
	kinds := map[string]bool{}
	for _, path := range scripts {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case strings.HasSuffix(path, ".sh"):
			if out, err := exec.Command("bash", "-n", path).CombinedOutput(); err != nil {
				t.Errorf("%s: %s", path, out)
			}
		case filepath.Base(path) == "kustomization.yaml":
			var k struct {
				APIVersion string `yaml:"apiVersion"`
				Kind       string
				Resources  []string
				Images     []struct {
					Name    string
					NewName string `yaml:"newName"`
					NewTag  string `yaml:"newTag"`
				}
			}
			if err := strict(text, &k); err != nil || len(k.Images) != 1 || k.Images[0].Name != "fencepost" {
				t.Errorf("%s: %+v, %v", path, k, err)
			}
			for _, r := range k.Resources {
				if own, err := os.ReadFile(filepath.Join(filepath.Dir(path), r)); err != nil || !bytes.Contains(own, []byte("image: fencepost\n")) {
					t.Errorf("%s has no image to be named: %v", r, err)
				}
			}
		case strings.Contains(path, "/ci/"):
			if err := strict(text, new(githubWorkflow)); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		default:
			for d := yaml.NewDecoder(bytes.NewReader(text)); ; {
				var o struct {
					APIVersion string `yaml:"apiVersion"`
					Kind       string
					Metadata   kubeMeta
					Spec       map[string]any
				}
				if err := d.Decode(&o); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", path, err)
				}
				kind := o.APIVersion + " " + o.Kind
				kinds[kind] = true
				spec, err := yaml.Marshal(o.Spec)
				if err != nil || kubeSpecs[kind] == nil || o.Metadata.Name == "" {
					t.Fatalf("%s: an object of kind %s: %v", path, kind, err)
				}
				if err := strict(spec, kubeSpecs[kind]()); err != nil {
					t.Errorf("%s: %s: %v", path, kind, err)
				}
			}
		}
		root := newRoot(&app{stdout: io.Discard, stderr: io.Discard}, nil)
		for line := range strings.Lines(string(text)) {
			words := strings.Fields(strings.NewReplacer(`"`, "", ",", "", "[", "", "]", "").Replace(line))
			k := slices.Index(words, "fencepost")
			if k < 0 || k+1 == len(words) || strings.ContainsAny(words[k+1], "$\\") || strings.HasPrefix(line, "#") {
				continue
			}
			if c, _, err := root.Find(words[k+1:]); err != nil || c == root {
				t.Errorf("%s: no command %s", path, words[k+1])
			}
		}
	}
	for kind := range kubeSpecs {
		if !kinds[kind] {
			t.Errorf("deploy/ has no %s", kind)
		}
	}
}

// What is released has an archive for each system, which unpacks into a folder of its name, manual
// pages, completions and the site, with their sums; the same bytes each time. The compiler is
// one that writes a script.
func TestRelease(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"bash", "tar", "gzip", "sha256sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	bin := t.TempDir()
	const compiler = `#!/usr/bin/env bash
set -e
command=$1
while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done
if [ "$command" = run ]; then mkdir -p "$out"; echo "<html>" >"$out/index.html"; exit; fi
cat >"$out" <<'END'
#!/usr/bin/env bash
if [ "$1" = help ]; then echo .TH >"$3/fencepost.1"; else echo "complete $2"; fi
END
echo "# $GOOS $GOARCH $CGO_ENABLED" >>"$out"
chmod +x "$out"
`
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(compiler), 0o777); err != nil {
		t.Fatal(err)
	}
	var sums []string
	for range 2 {
		dir := t.TempDir()
		c := exec.Command("bash", "../../deploy/release.sh", dir, "v1")
		c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		c = exec.Command("sha256sum", "-c", "SHA256SUMS")
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil || strings.Count(string(out), ": OK") != 7 {
			t.Fatalf("%v: %s", err, out)
		}
		for name, want := range map[string][]string{
			"fencepost-v1-linux-arm64": {"fencepost", "README.md", "man/fencepost.1", "completions/fencepost.zsh"}, "fencepost-v1-windows-amd64": {"fencepost.exe"}, "fencepost-v1-site": {"index.html"},
		} {
			list, err := exec.Command("tar", "tzf", filepath.Join(dir, name+".tar.gz")).Output()
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range want {
				if !slices.Contains(strings.Split(string(list), "\n"), name+"/"+file) {
					t.Errorf("%s has no %s:\n%s", name, file, list)
				}
			}
		}
		text, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, string(text))
	}
	if sums[0] != sums[1] {
		t.Errorf("the archives differ:\n%s\n%s", sums[0], sums[1])
	}
}
