#!/usr/bin/env node
import { describeOldNode } from "@wmodal/api/node/version"
import { exitCodes } from "./failure/exitCodes.ts"
import { formatReport } from "./failure/Report.ts"
import { readTerminal } from "./terminal/Terminal.ts"

// A module's imports are linked before its code runs. So this file and its imports use syntax that old Node versions
// parse, and the program is imported after the version check.
const problem = describeOldNode("wmodal", process.versions.node)
if (problem === null) await import("./main.ts")
else {
  const format = process.argv.some((argument) => /^--jsonl?$/.test(argument)) ? "json" : "auto"
  const report = { code: "node", message: problem, hint: null, retryable: false }
  process.stderr.write(formatReport(report, readTerminal(process, format)))
  process.exitCode = exitCodes.config
}
