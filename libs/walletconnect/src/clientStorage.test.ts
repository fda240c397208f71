import type { WalletConnectStorage } from "@wmodal/chains/walletconnect"
import { describe, expect, it } from "vitest"
import { makeClientStorage } from "./clientStorage.ts"

const makeMemoryStorage = () => {
  const held = new Map<string, unknown>()
  const storage: WalletConnectStorage = {
    getKeys: async () => [...held.keys()],
    getItem: async (key) => held.get(key),
    setItem: async (key, value) => {
      held.set(key, value)
    },
    removeItem: async (key) => {
      held.delete(key)
    },
  }
  return { held, storage }
}

const rejectAccess = () => Promise.reject(new Error("Blocked."))
const blockedStorage: WalletConnectStorage = {
  getKeys: rejectAccess,
  getItem: rejectAccess,
  setItem: rejectAccess,
  removeItem: rejectAccess,
}

describe("makeClientStorage", () => {
  it("opens the given storage once, with the first access", async () => {
    const { held, storage } = makeMemoryStorage()
    let opened = 0
    const kept = makeClientStorage(async () => {
      opened += 1
      return storage
    })
    expect(opened).toBe(0)
    await kept.setItem("one", { deep: [1] })
    expect(await kept.getItem("one")).toEqual({ deep: [1] })
    expect(await kept.getEntries()).toEqual([["one", { deep: [1] }]])
    await kept.removeItem("one")
    expect(await kept.getKeys()).toEqual([])
    expect([opened, held.size]).toEqual([1, 0])
  })

  it("copies values on write and on read", async () => {
    const kept = makeClientStorage(async () => makeMemoryStorage().storage)
    const value = { list: [1] }
    await kept.setItem("one", value)
    value.list.push(2)
    const read = await kept.getItem<typeof value>("one")
    read?.list.push(3)
    expect(await kept.getItem("one")).toEqual({ list: [1] })
  })

  it.each([
    ["refuses everything", async () => blockedStorage],
    ["cannot be opened", rejectAccess],
  ])("falls back to memory when a storage %s", async (_, open) => {
    const kept = makeClientStorage(open)
    expect(await kept.getItem("one")).toBe(undefined)
    await kept.setItem("one", 1)
    expect(await kept.getItem("one")).toBe(1)
    expect(await kept.getKeys()).toEqual(["one"])
    await kept.removeItem("one")
    expect(await kept.getItem("one")).toBe(undefined)
    expect(await kept.getEntries()).toEqual([])
  })

  it("returns the newest value after a rejected write", async () => {
    const { held, storage } = makeMemoryStorage()
    held.set("one", "old")
    const kept = makeClientStorage(async () => ({
      ...storage,
      setItem: rejectAccess,
      removeItem: rejectAccess,
    }))
    await kept.setItem("one", "new")
    expect(await kept.getItem("one")).toBe("new")
    await kept.removeItem("one")
    expect(await kept.getItem("one")).toBe(undefined)
  })

  it("returns undefined for null", async () => {
    const { held, storage } = makeMemoryStorage()
    held.set("one", null)
    expect(await makeClientStorage(async () => storage).getItem("one")).toBe(undefined)
  })
})
