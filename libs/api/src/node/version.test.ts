import { describe, expect, it } from "vitest"
import { describeOldNode } from "./version.ts"

describe("describeOldNode", () => {
  it.each([
    "14.0.0",
    "18.20.8",
    "20.20.2",
    "21.7.3",
    "22.0.0",
    "22.9.0",
    "22.18.9",
    "22.18.0-nightly20250801",
  ])("returns one sentence with both versions when Node is %s", (version) => {
    expect(describeOldNode("wmodal", version)).toBe(
      `wmodal needs Node 22.19 or newer, and this is Node ${version}.`,
    )
  })

  it.each(["22.19.0", "22.20.1", "24.0.0", "24.21.0", "25.1.0-nightly", "100.0.0"])(
    "returns null when Node is %s",
    (version) => {
      expect(describeOldNode("wmodal", version)).toBe(null)
    },
  )
})
