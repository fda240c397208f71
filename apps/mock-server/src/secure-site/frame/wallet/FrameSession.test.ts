import { describe, expect, it } from "vitest"
import { makeMemoryStorage } from "../testing/memoryStorage.ts"
import { toCaipChainId, toWireChainId } from "./chainId.ts"
import { getSessionPrefix, makeFrameSession } from "./FrameSession.ts"

const kept = new Map<string, string>()
const storage = makeMemoryStorage(kept)
const makeSession = (origin: string | null, projectId = "p") =>
  makeFrameSession({ storage, origin, projectId, chainId: "eip155:1" })

describe("FrameSession", () => {
  it("separates the sessions of embedding pages and of worlds", () => {
    const own = makeSession("https://app.example")
    own.begin("token")
    expect(makeSession("https://app.example").token()).toBe("token")
    for (const other of [
      makeSession("https://app.example:8443"),
      makeSession("https://evil.example"),
      makeSession(null),
      makeSession("https://app.example", "q"),
      makeSession("app.example", "p/https:/"),
    ])
      expect(other.token()).toBeNull()
    expect([...kept.keys()].filter((name) => name.startsWith(getSessionPrefix("p")))).toHaveLength(1)
  })

  it("uses one device ID for all pages", () => {
    const { device } = makeSession("https://app.example")
    expect(device).toMatch(/^[\da-f]{32}$/)
    expect(makeSession("https://other.example").device).toBe(device)
    kept.set("device", "nonsense")
    expect(makeSession(null).device).toMatch(/^[\da-f]{32}$/)
  })

  it("ends a session only by its own token", () => {
    const own = makeSession("https://app.example")
    own.begin("first")
    own.begin("second")
    expect([own.end("first"), own.token()]).toEqual([false, "second"])
    expect([own.end("second"), own.token()]).toEqual([true, null])
  })

  it("stores no codes and no keys", () => {
    const own = makeSession("https://app.example")
    own.setEmail("vera@example.com")
    own.begin("token")
    expect([...kept.values()].toSorted()).toEqual([own.device, "token"].toSorted())
  })

  it("returns the last network of each namespace", () => {
    const own = makeFrameSession({ storage, origin: null, projectId: "p", chainId: "137" })
    expect([own.chain(), own.chainFor("eip155")]).toEqual(["eip155:137", "eip155:137"])
    own.setChain("solana:devnet")
    own.setChain("eip155:10")
    expect([own.chain(), own.chainFor("solana"), own.chainFor("eip155")]).toEqual([
      "eip155:10",
      "solana:devnet",
      "eip155:10",
    ])
    expect(makeFrameSession({ storage, origin: null, projectId: "p", chainId: "" }).chain()).toBe("eip155:1")
  })
})

describe("wire chain ID", () => {
  it.each([
    [1, "eip155:1"],
    ["137", "eip155:137"],
    ["eip155:10", "eip155:10"],
    ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],
    [0, null],
    [-1, null],
    [Number.NaN, null],
    ["0x1", null],
    ["eip155:", null],
    ["eip155:1/../..", null],
  ])("maps %j to %j", (wire, chainId) => {
    expect(toCaipChainId(wire)).toBe(chainId)
  })

  it("uses numbers for EVM networks", () => {
    expect([toWireChainId("eip155:10"), toWireChainId("solana:x")]).toEqual([10, "solana:x"])
  })
})
