import { describe, expect, it } from "vitest"
import { parseServerRejection } from "./ServerRejection.ts"

describe("what a server says", () => {
  it.each([
    ["Unauthorized: origin not allowed", "OriginNotAllowed"],
    ["JWT validation error: JWT Token is not yet valid", "TokenNotYetValid"],
    ["Unauthorized: invalid key", "InvalidKey"],
  ])("is a refusal where it has %j in it", (text, tag) => {
    for (const said of [text, `Error 3000 (${text}): basicTokenNotYetValid`]) {
      const refusal = parseServerRejection(said)
      expect(refusal?.reason).toEqual({ _tag: tag })
      expect(refusal?.message).toBe(text)
    }
  })

  it("is none where it says anything else", () => {
    for (const text of ["", "Unauthorized", "JWT validation error", "invalid key"])
      expect(parseServerRejection(text)).toBeNull()
  })
})
