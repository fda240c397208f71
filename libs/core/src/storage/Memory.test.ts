import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memoryStorage } from "../testing/engineOver.ts"
import { makeMemory, records, storedNetwork } from "./Memory.ts"
import { hasSession, sessionsKey } from "./session.ts"

const wallet = { id: "io.one", name: "One", icon: null }

const throwing = () => {
  throw new DOMException("blocked", "SecurityError")
}

describe("makeMemory", () => {
  it("reads what it wrote, in an envelope with its version", () => {
    const storage = memoryStorage()
    makeMemory(storage, () => {}).write(records.sessions, { eip155: wallet })
    expect(storage.held.get(sessionsKey)).toBe(
      '{"v":1,"data":{"eip155":{"id":"io.one","name":"One","icon":null}}}',
    )
    expect(makeMemory(storage, () => {}).read(records.sessions)).toEqual({ eip155: wallet })
    makeMemory(storage, () => {}).write(records.sessions, null)
    expect(storage.held.size).toBe(0)
  })

  it("takes what does not decode for nothing, and says so once", () => {
    for (const text of ["{", "null", '"x"', '{"v":2,"data":{}}', '{"v":1,"data":{"eip155":{"id":7}}}']) {
      const storage = memoryStorage()
      const warnings: string[] = []
      storage.set(sessionsKey, text)
      const memory = makeMemory(storage, (text) => warnings.push(text))
      expect(memory.read(records.sessions)).toBe(null)
      expect(memory.read(records.sessions)).toBe(null)
      expect(warnings).toHaveLength(1)
    }
  })

  it("never throws, whatever is stored", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const storage = memoryStorage()
        storage.set(sessionsKey, text)
        expect(makeMemory(storage, () => {}).read(records.sessions)).toBe(null)
        expect(hasSession(storage.get)).toBeTypeOf("boolean")
      }),
    )
  })

  it("goes on in memory when storage is blocked, and says so once", () => {
    const warnings: string[] = []
    const memory = makeMemory({ get: throwing, set: throwing, remove: throwing }, (text) =>
      warnings.push(text),
    )
    expect(memory.read(records.sessions)).toBe(null)
    memory.write(records.sessions, { eip155: wallet })
    expect(memory.read(records.sessions)).toEqual({ eip155: wallet })
    memory.write(records.sessions, null)
    expect(memory.read(records.sessions)).toBe(null)
    expect(warnings).toHaveLength(1)
  })

  it("loses nothing that it had read or written when storage fills up", () => {
    const storage = memoryStorage()
    storage.set(records.activeNetwork.key, '{"v":1,"data":"eip155:10"}')
    const memory = makeMemory({ ...storage, set: throwing }, () => {})
    expect(memory.read(records.activeNetwork)).toBe("eip155:10")
    memory.write(records.recentWallets, [wallet])
    expect(memory.read(records.recentWallets)).toEqual([wallet])
    expect(memory.read(records.activeNetwork)).toBe("eip155:10")
  })
})

describe("what storage can no longer be told", () => {
  it("is not there on the next visit: a wallet that was disconnected stays so", () => {
    const storage = memoryStorage()
    storage.set(sessionsKey, JSON.stringify({ v: 1, data: { eip155: wallet, solana: wallet } }))
    const memory = makeMemory({ ...storage, set: throwing }, () => {})
    memory.write(records.recentWallets, [wallet])
    memory.write(records.sessions, { solana: wallet })
    expect(memory.read(records.sessions)).toEqual({ solana: wallet })
    expect(hasSession(storage.get)).toBe(false)
    storage.set(sessionsKey, JSON.stringify({ v: 1, data: { eip155: wallet } }))
    memory.write(records.sessions, null)
    expect(hasSession(storage.get)).toBe(false)
  })

  it("is forgotten here too when another tab has removed it", () => {
    const storage = memoryStorage()
    let blocked = false
    const get = (key: string) => (blocked ? throwing() : storage.get(key))
    const memory = makeMemory({ ...storage, get }, () => {})
    memory.write(records.sessions, { eip155: wallet })
    storage.remove(sessionsKey)
    expect(memory.read(records.sessions)).toBe(null)
    blocked = true
    expect(memory.read(records.sessions)).toBe(null)
  })
})

describe("what somebody else put into storage", () => {
  const stored = (change: object) => {
    const storage = memoryStorage()
    storage.set(sessionsKey, JSON.stringify({ v: 1, data: { eip155: { ...wallet, ...change } } }))
    return makeMemory(storage, () => {}).read(records.sessions)?.eip155
  }

  it("shows no hidden characters, no endless name, and no picture but https: and data:image", () => {
    expect(stored({ name: `Evil\u202e\u0000${"x".repeat(100)}` })?.name).toBe(`Evil${"x".repeat(60)}`)
    expect(stored({ icon: "https://a.example/i.png" })?.icon).toBe("https://a.example/i.png")
    expect(stored({ icon: "data:image/png;base64,AA" })?.icon).toBe("data:image/png;base64,AA")
    for (const icon of ["javascript:alert(1)", "http://a.example", "blob:x", `https://${"a".repeat(20_000)}`])
      expect(stored({ icon })).toMatchObject({ name: "One", icon: null })
  })

  it("gives no more recent wallets than are kept", () => {
    const storage = memoryStorage()
    storage.set(
      records.recentWallets.key,
      JSON.stringify({ v: 1, data: Array.from({ length: 500 }, () => wallet) }),
    )
    expect(makeMemory(storage, () => {}).read(records.recentWallets)).toBe(null)
  })
})

describe("storedNetwork", () => {
  it("is what an engine would start at, and none where nobody knows", () => {
    const storage = memoryStorage()
    expect(storedNetwork(storage)).toBe(null)
    expect(storedNetwork({ ...storage, get: throwing })).toBe(null)
    makeMemory(storage, () => {}).write(records.activeNetwork, "eip155:10")
    expect(storedNetwork(storage)).toBe("eip155:10")
    storage.set(records.activeNetwork.key, '{"v":1,"data":"nowhere"}')
    expect(storedNetwork(storage)).toBe(null)
  })
})

describe("hasSession", () => {
  it("says whether loading the engine is worth it", () => {
    const storage = memoryStorage()
    expect(hasSession(storage.get)).toBe(false)
    expect(hasSession(throwing)).toBe(false)
    makeMemory(storage, () => {}).write(records.sessions, { eip155: wallet })
    expect(hasSession(storage.get)).toBe(true)
    storage.set(sessionsKey, '{"v":1,"data":{}}')
    expect(hasSession(storage.get)).toBe(false)
  })
})
