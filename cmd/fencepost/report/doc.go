// Package report turns what a campaign found into what people and programs
// read: text with tables, source lines and executions drawn in columns; JSON
// documents; a page of HTML; SARIF and JUnit.
//
// An Execution draws and explains a trace as a whole. A Story tells it step by
// step, each step with a sentence and with what memory, the store buffers and,
// under PSLO, the old values that may still be read hold then; the terminal, the
// page and the code flows of SARIF show the same Story.
//
// It decides nothing about the findings: it groups, orders and words them. The
// order of everything follows from the findings alone, so the same campaign
// gives the same bytes.
package report
