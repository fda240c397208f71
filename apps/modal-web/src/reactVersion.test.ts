import { describe, expect, it } from "vitest"
import { findReactProblem } from "./reactVersion.ts"

describe("findReactProblem", () => {
  it.each(["18.2.0", "18.3.1", "18.3.0-canary-1", "19.0.0", "19.3.1", "20.0.0-rc.1", "100.0.0"])(
    "accepts React %s",
    (version) => {
      expect(findReactProblem(version)).toBeNull()
    },
  )

  it.each(["0.0.0-experimental-1", "16.14.0", "17.0.2", "18.0.0", "18.1.0", "next"])(
    "names the required React and the one found when that is %j",
    (version) => {
      expect(findReactProblem(version)).toBe(
        `@wmodal/modal-web needs react and react-dom 18.2 or newer, but this page has ${version}.`,
      )
    },
  )

  it.each([undefined, null, 18, {}])("reports a missing React when its version is %j", (version) => {
    expect(findReactProblem(version)).toContain("this page has none.")
  })
})
