import { describe, expect, it } from "vitest"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { addUnreported, readUnreported, removeUnreported } from "./unreportedEntries.ts"

describe("unreported entries", () => {
  it("keeps them across runs until they are reported", () => {
    const path = makeTemporaryFolder()
    const folder = openStateFolder(path)
    expect(readUnreported(folder)).toEqual([])
    removeUnreported(folder, "a")
    addUnreported(folder, ["a", "b"])
    addUnreported(folder, new Set(["b", "c"]))
    expect(readUnreported(openStateFolder(path))).toEqual(["a", "b", "c"])
    removeUnreported(folder, "b")
    expect(readUnreported(openStateFolder(path))).toEqual(["a", "c"])
  })

  it("refuses to read what is unreadable, or is kept aside", () => {
    const folder = openStateFolder(makeTemporaryFolder())
    folder.writeText("unreported.json", "{")
    expect(() => readUnreported(folder)).toThrow("It is kept as")
    expect(() => readUnreported(folder)).toThrow("It may name a payment")
    expect(() => addUnreported(folder, ["a"])).toThrow("It may name a payment")
  })
})
