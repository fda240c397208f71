import { describe, expect, it } from "vitest"
import { applyEcho } from "./useEchoedInput.ts"

const typing = { text: "123", seen: "1", awaited: ["12", "123"] }

describe("a field whose owner echoes", () => {
  it("keeps what is typed while older echoes come in", () => {
    const next = applyEcho(typing, "12")
    expect(next).toEqual({ text: "123", seen: "12", awaited: ["123"] })
    expect(applyEcho(next, "123")).toEqual({ text: "123", seen: "123", awaited: [] })
  })

  it("does not wait for an echo that was passed over", () => {
    expect(applyEcho(typing, "123")).toEqual({ text: "123", seen: "123", awaited: [] })
  })

  it("takes whatever else its owner says", () => {
    expect(applyEcho(typing, "0.5")).toEqual({ text: "0.5", seen: "0.5", awaited: [] })
  })
})
