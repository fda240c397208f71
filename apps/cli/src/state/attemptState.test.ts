import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { attemptState } from "./attemptState.ts"
import { openStateFolder } from "./StateFolder.ts"

describe("attemptState", () => {
  it.each([
    ["ENOSPC", "Free some space"],
    ["EDQUOT", "Free some space"],
    ["EACCES", "Fix its permissions"],
  ])("names what to do about %s", async (code, hint) => {
    const failed = attemptState(openStateFolder("/state/wmodal"), () => {
      throw Object.assign(new Error(code), { code })
    })
    expect((await Effect.runPromise(Effect.flip(failed))).reason).toMatchObject({
      _tag: "Config",
      message: `The state folder /state/wmodal is not usable (${code}).`,
      hint: `${hint} or set XDG_STATE_HOME.`,
    })
  })
})
