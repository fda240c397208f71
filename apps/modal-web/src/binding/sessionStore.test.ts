import { describe, expect, it } from "vitest"
import { openSessionStore } from "./sessionStore.ts"

describe("openSessionStore", () => {
  it("keeps entries in memory when the browser has no storage", async () => {
    const store = await openSessionStore()
    await store.setItem("one", { topic: "a" })
    await store.setItem("two", [1])
    await store.removeItem("two")
    expect(await store.getKeys()).toEqual(["one"])
    expect(await store.getItem("one")).toEqual({ topic: "a" })
    expect(await store.getItem("two")).toBeUndefined()
    const other = await openSessionStore()
    expect(await other.getKeys()).toEqual([])
  })
})
