import { Data } from "effect"
import type { ExitName } from "../failure/exitCodes.ts"

/** A step that did not leave what it should. `line` is that of the step, in the file. */
export class StoryFailed extends Data.TaggedError("StoryFailed")<{
  readonly step: number
  readonly line: number
  /** What was expected, and what was there instead. */
  readonly trace: readonly string[]
  readonly exit: ExitName
}> {
  override get message() {
    return `Step ${this.step}, line ${this.line}: ${this.trace.join("; ")}`
  }
}
