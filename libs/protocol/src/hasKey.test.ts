import { afterEach, describe, expect, it } from "vitest"
import { hasKey } from "./hasKey.ts"
import { polluteObjects } from "./testing/polluteObjects.ts"

let restore = () => {}
afterEach(() => restore())

describe("hasKey", () => {
  class Failure extends Error {
    get code() {
      return 1
    }
  }

  it("returns true for a key of the value and of its class, also undefined ones", () => {
    restore = polluteObjects(["hash", "code"])
    expect(hasKey({ hash: undefined }, "hash")).toBe(true)
    expect(hasKey(new Failure(), "code")).toBe(true)
    expect(hasKey(Object.assign(Object.create(null), { hash: 1 }), "hash")).toBe(true)
  })

  it("returns false for what a script added to Object.prototype, and for its own members", () => {
    expect(hasKey({}, "hash")).toBe(false)
    restore = polluteObjects(["hash"])
    expect(hasKey({}, "hash")).toBe(false)
    expect(hasKey(new Failure(), "hash")).toBe(false)
    expect(hasKey({}, "toString")).toBe(false)
  })
})
