import type { Report } from "../failure/Report.ts"
import type { SharedOptions } from "../plan/CommandPlan.ts"
import type { Prompts } from "../prompts/Prompts.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import type { Output } from "../terminal/Output.ts"
import type { ProcessFacts, Terminal } from "../terminal/Terminal.ts"
import type { SessionFile } from "./SessionFile.ts"

/** The report for an interrupt after something may have been sent. */
export interface InterruptReport {
  readonly set: (report: Report) => void
  readonly report: () => Report | null
}

/** The dependencies of every command. */
export interface Context {
  readonly shared: SharedOptions
  readonly facts: ProcessFacts
  readonly terminal: Terminal
  readonly output: Output
  readonly prompts: Prompts
  readonly folder: StateFolder
  readonly session: SessionFile
  readonly interruptReport: InterruptReport
}
