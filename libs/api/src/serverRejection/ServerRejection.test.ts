import { describe, expect, it } from "vitest"
import { parseServerRejection } from "./ServerRejection.ts"

describe("parseServerRejection", () => {
  it.each([
    ["Unauthorized: origin not allowed", "OriginNotAllowed"],
    ["JWT validation error: JWT Token is not yet valid", "TokenNotYetValid"],
    ["Unauthorized: invalid key", "InvalidKey"],
  ])("detects %j", (text, tag) => {
    for (const said of [text, `Error 3000 (${text}): basicTokenNotYetValid`]) {
      const refusal = parseServerRejection(said)
      expect(refusal?.reason).toEqual({ _tag: tag })
      expect(refusal?.message).toBe(text)
    }
  })

  it("returns null for any other text", () => {
    for (const text of ["", "Unauthorized", "JWT validation error", "invalid key"])
      expect(parseServerRejection(text)).toBeNull()
  })
})
