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

  it("drops the oldest of very many", () => {
    const folder = openStateFolder(makeTemporaryFolder())
    addUnreported(
      folder,
      Array.from({ length: 501 }, (_, at) => `${at}`),
    )
    expect(readUnreported(folder)).toHaveLength(500)
    expect(readUnreported(folder)[0]).toBe("1")
  })
})
