import { describe, expect, it } from "vitest"
import { applyEcho } from "./useEchoedInput.ts"

const typing = { text: "123", seen: "1", awaited: ["12", "123"] }

describe("applyEcho", () => {
  it("keeps the typed text while older echoes arrive", () => {
    const next = applyEcho(typing, "12")
    expect(next).toEqual({ text: "123", seen: "12", awaited: ["123"] })
    expect(applyEcho(next, "123")).toEqual({ text: "123", seen: "123", awaited: [] })
  })

  it("does not wait for an echo that was skipped", () => {
    expect(applyEcho(typing, "123")).toEqual({ text: "123", seen: "123", awaited: [] })
  })

  it("takes any other value of its owner", () => {
    expect(applyEcho(typing, "0.5")).toEqual({ text: "0.5", seen: "0.5", awaited: [] })
  })
})
