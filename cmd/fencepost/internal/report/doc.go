// Package report turns what a campaign found into what people and programs
// read: text with tables, source lines and executions drawn in columns, and
// JSON documents.
//
// It decides nothing about the findings: it groups, orders and words them. The
// order of everything follows from the findings alone, so the same campaign
// gives the same bytes.
package report
