#!/usr/bin/env node
// The conversation with a scripted pi, line by line, for a person.
