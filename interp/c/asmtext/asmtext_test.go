package asmtext

import "testing"

func TestFromIntel(t *testing.T) {
	t.Parallel()
	for intel, want := range map[string]string{
		"mfence":                         "mfence",
		"pause":                          "pause",
		"lock not qword ptr [%0]":        "lock notq (%0)",
		"lock inc byte ptr [%1]":         "lock incb (%1)",
		"lock add dword ptr [%0],%1":     "lock addl %1,(%0)",
		"lock or dword ptr [rsp],0":      "lock orl $0,(%rsp)",
		"lock or dword ptr [rsp - 8],0":  "lock orl $0,-8(%rsp)",
		"xchg %1,qword ptr [%0 + 16]":    "xchgq 16(%0),%1",
		"mov word ptr [%0],0x10":         "movw $0x10,(%0)",
		"lock cmpxchg qword ptr [%2],%1": "lock cmpxchgq %1,(%2)",
	} {
		if got := FromIntel(intel); got != want {
			t.Errorf("%s: %s, want %s", intel, got, want)
		}
	}
	if _, fence := Fence(FromIntel("lock or dword ptr [rsp],0")); !fence {
		t.Error("a locked instruction that changes nothing is no fence")
	}
}
