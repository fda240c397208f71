import { Data } from "effect"
import type { ExitName } from "../failure/exitCodes.ts"

/** The failure of a step's expectations. `line` is the line of the step in the file. */
export class StoryFailed extends Data.TaggedError("StoryFailed")<{
  readonly step: number
  readonly line: number
  /** The differences between the expected and the actual state. */
  readonly trace: readonly string[]
  readonly exit: ExitName
}> {
  override get message() {
    return `Step ${this.step}, line ${this.line}: ${this.trace.join("; ")}`
  }
}
