import { describe, expect, it, vi } from "vitest"
import { readTransactionText } from "./transactionText.ts"

describe("readTransactionText", () => {
  it("throws without decoding when the text is longer than any transaction", () => {
    const decode = vi.spyOn(globalThis, "atob")
    expect(() => readTransactionText("A".repeat(2_468))).toThrow(expect.objectContaining({ code: -32602 }))
    expect(decode).not.toHaveBeenCalled()
    decode.mockRestore()
  })
})
