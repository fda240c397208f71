import { Data } from "effect"

/** A script that fails. `text` is bitcoind's name of the error. */
export class ScriptFailed extends Data.TaggedError("ScriptFailed")<{ readonly text: string }> {
  override get message() {
    return this.text
  }
}

/** @throws ScriptFailed unless `holds`. */
export function assertScript(holds: boolean, text: string): asserts holds {
  if (!holds) throw new ScriptFailed({ text })
}
