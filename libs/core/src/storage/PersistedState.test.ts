import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { memoryStorage } from "../testing/makeEngineOver.ts"
import { makePersistedState, persistedRecords, readStoredNetwork } from "./PersistedState.ts"
import { hasSession, sessionsKey } from "./session.ts"

const wallet = { id: "io.one", name: "One", icon: null }

const throwing = () => {
  throw new DOMException("blocked", "SecurityError")
}

describe("makePersistedState", () => {
  it("reads its own records, in an envelope with a version", () => {
    const storage = memoryStorage()
    makePersistedState(storage, () => {}).write(persistedRecords.sessions, { eip155: wallet })
    expect(storage.held.get(sessionsKey)).toBe(
      '{"v":1,"data":{"eip155":{"id":"io.one","name":"One","icon":null}}}',
    )
    expect(makePersistedState(storage, () => {}).read(persistedRecords.sessions)).toEqual({ eip155: wallet })
    makePersistedState(storage, () => {}).write(persistedRecords.sessions, null)
    expect(storage.held.size).toBe(0)
  })

  it("treats an invalid record as missing, and warns once", () => {
    for (const text of ["{", "null", '"x"', '{"v":2,"data":{}}', '{"v":1,"data":{"eip155":{"id":7}}}']) {
      const storage = memoryStorage()
      const warnings: string[] = []
      storage.set(sessionsKey, text)
      const memory = makePersistedState(storage, (text) => warnings.push(text))
      expect(memory.read(persistedRecords.sessions)).toBe(null)
      expect(memory.read(persistedRecords.sessions)).toBe(null)
      expect(warnings).toHaveLength(1)
    }
  })

  it("never throws for any stored text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const storage = memoryStorage()
        storage.set(sessionsKey, text)
        expect(makePersistedState(storage, () => {}).read(persistedRecords.sessions)).toBe(null)
        expect(hasSession(storage.get)).toBeTypeOf("boolean")
      }),
    )
  })

  it("continues in memory when storage is blocked, and warns once", () => {
    const warnings: string[] = []
    const memory = makePersistedState({ get: throwing, set: throwing, remove: throwing }, (text) =>
      warnings.push(text),
    )
    expect(memory.read(persistedRecords.sessions)).toBe(null)
    memory.write(persistedRecords.sessions, { eip155: wallet })
    expect(memory.read(persistedRecords.sessions)).toEqual({ eip155: wallet })
    memory.write(persistedRecords.sessions, null)
    expect(memory.read(persistedRecords.sessions)).toBe(null)
    expect(warnings).toHaveLength(1)
  })

  it("keeps read and written records in memory when storage is full", () => {
    const storage = memoryStorage()
    storage.set(persistedRecords.activeNetwork.key, '{"v":1,"data":"eip155:10"}')
    const memory = makePersistedState({ ...storage, set: throwing }, () => {})
    expect(memory.read(persistedRecords.activeNetwork)).toBe("eip155:10")
    memory.write(persistedRecords.recentWallets, [wallet])
    expect(memory.read(persistedRecords.recentWallets)).toEqual([wallet])
    expect(memory.read(persistedRecords.activeNetwork)).toBe("eip155:10")
  })
})

describe("blocked storage", () => {
  it("removes a disconnected wallet from storage after a write has failed", () => {
    const storage = memoryStorage()
    storage.set(sessionsKey, JSON.stringify({ v: 1, data: { eip155: wallet, solana: wallet } }))
    const memory = makePersistedState({ ...storage, set: throwing }, () => {})
    memory.write(persistedRecords.recentWallets, [wallet])
    memory.write(persistedRecords.sessions, { solana: wallet })
    expect(memory.read(persistedRecords.sessions)).toEqual({ solana: wallet })
    expect(hasSession(storage.get)).toBe(false)
    storage.set(sessionsKey, JSON.stringify({ v: 1, data: { eip155: wallet } }))
    memory.write(persistedRecords.sessions, null)
    expect(hasSession(storage.get)).toBe(false)
  })

  it("forgets a record that another tab has removed", () => {
    const storage = memoryStorage()
    let blocked = false
    const get = (key: string) => (blocked ? throwing() : storage.get(key))
    const memory = makePersistedState({ ...storage, get }, () => {})
    memory.write(persistedRecords.sessions, { eip155: wallet })
    storage.remove(sessionsKey)
    expect(memory.read(persistedRecords.sessions)).toBe(null)
    blocked = true
    expect(memory.read(persistedRecords.sessions)).toBe(null)
  })
})

describe("records from other scripts", () => {
  const stored = (change: object) => {
    const storage = memoryStorage()
    storage.set(sessionsKey, JSON.stringify({ v: 1, data: { eip155: { ...wallet, ...change } } }))
    return makePersistedState(storage, () => {}).read(persistedRecords.sessions)?.eip155
  }

  it("sanitizes and shortens names, and accepts only https: and data:image icons", () => {
    expect(stored({ name: `Evil\u202e\u0000${"x".repeat(100)}` })?.name).toBe(`Evil${"x".repeat(60)}`)
    expect(stored({ icon: "https://a.example/i.png" })?.icon).toBe("https://a.example/i.png")
    expect(stored({ icon: "data:image/png;base64,AA" })?.icon).toBe("data:image/png;base64,AA")
    for (const icon of ["javascript:alert(1)", "http://a.example", "blob:x", `https://${"a".repeat(20_000)}`])
      expect(stored({ icon })).toMatchObject({ name: "One", icon: null })
  })

  it("returns at most the maximum of recent wallets", () => {
    const storage = memoryStorage()
    storage.set(
      persistedRecords.recentWallets.key,
      JSON.stringify({ v: 1, data: Array.from({ length: 500 }, () => wallet) }),
    )
    expect(makePersistedState(storage, () => {}).read(persistedRecords.recentWallets)).toBe(null)
  })
})

describe("makePersistedState with a schema of another library", () => {
  const read = (schema: Parameters<ReturnType<typeof makePersistedState>["read"]>[0]["schema"]) => {
    const storage = memoryStorage()
    storage.set("a", '{"v":1,"data":"7"}')
    return makePersistedState(storage, () => {}).read({ key: "a", schema })
  }

  it("reads by a schema of zod", () => {
    expect(read(z.pipe(z.string(), z.transform(Number)))).toBe(7)
    expect(read(z.number())).toBe(null)
  })

  it("ignores a value that decodes asynchronously", () => {
    expect(read({ "~standard": { validate: async (value) => ({ value }) } })).toBe(null)
  })
})

describe("readStoredNetwork", () => {
  it("returns the network that an engine would start at, and null when nothing is stored", () => {
    const storage = memoryStorage()
    expect(readStoredNetwork(storage)).toBe(null)
    expect(readStoredNetwork({ ...storage, get: throwing })).toBe(null)
    makePersistedState(storage, () => {}).write(persistedRecords.activeNetwork, "eip155:10")
    expect(readStoredNetwork(storage)).toBe("eip155:10")
    storage.set(persistedRecords.activeNetwork.key, '{"v":1,"data":"nowhere"}')
    expect(readStoredNetwork(storage)).toBe(null)
  })
})

describe("hasSession", () => {
  it("returns whether a session is stored", () => {
    const storage = memoryStorage()
    expect(hasSession(storage.get)).toBe(false)
    expect(hasSession(throwing)).toBe(false)
    makePersistedState(storage, () => {}).write(persistedRecords.sessions, { eip155: wallet })
    expect(hasSession(storage.get)).toBe(true)
    storage.set(sessionsKey, '{"v":1,"data":{}}')
    expect(hasSession(storage.get)).toBe(false)
  })
})
