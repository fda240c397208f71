import { describe, expect, it } from "vitest"
import { openSessionStore } from "./sessionStore.ts"

describe("openSessionStore", () => {
  it("keeps what it is given for the page alone where the browser has no room", async () => {
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
