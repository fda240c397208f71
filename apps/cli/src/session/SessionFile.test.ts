import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { openSessionFile, type SessionState, stageEntries } from "./SessionFile.ts"

const session: SessionState = {
  v: 1,
  entries: { a: "1" },
  wallet: {
    key: { kind: "file", path: "/keys/k.json", passwordFile: null },
    address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    snapshot: { v: 1 },
  },
  world: {
    projectId: "p",
    endpoints: { blockchain: "http://127.0.0.1:1" },
    rpc: [{ network: "eip155:1", url: "http://127.0.0.1:2" }],
  },
}

const side = {
  key: { kind: "test", index: 0 },
  addresses: [{ address: "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp", publicKey: "AA==", chains: [] }],
  snapshot: null,
}

describe("SessionFile", () => {
  it("reads the wallets of other chains, each with its own key", () => {
    const path = makeTemporaryFolder()
    writeFileSync(join(path, "session.json"), JSON.stringify({ ...session, sides: { solana: side } }), {
      mode: 0o600,
    })
    expect(openSessionFile(openStateFolder(path)).state()).toEqual({ ...session, sides: { solana: side } })
  })

  it("keeps the session from one command to the next", () => {
    const folder = openStateFolder(makeTemporaryFolder())
    const first = openSessionFile(folder)
    expect(first.state()).toEqual({ v: 1, entries: {}, wallet: null, world: null })
    first.update(session)
    first.entries.set("b", "2")
    first.entries.remove("a")
    const second = openSessionFile(folder)
    expect(second.state()).toEqual({ ...session, entries: { b: "2" } })
    expect(second.entries.get("b")).toBe("2")
    expect(second.entries.get("a")).toBeNull()
  })

  it.each<readonly [string, (state: Record<string, unknown>) => unknown]>([
    ["another version", (state) => ({ ...state, v: 2 })],
    ["an unknown field", (state) => ({ ...state, key: "0x1" })],
    [
      "an invalid network id",
      (state) => ({ ...state, world: { ...session.world, rpc: [{ network: "1", url: "http://a" }] } }),
    ],
    [
      "a node URL that is not http",
      (state) => ({
        ...state,
        world: { ...session.world, rpc: [{ network: "eip155:1", url: "file:///etc/passwd" }] },
      }),
    ],
    [
      "a javascript: endpoint",
      (state) => ({ ...state, world: { ...session.world, endpoints: { blockchain: "javascript:1" } } }),
    ],
    ["an invalid address", (state) => ({ ...state, wallet: { ...session.wallet, address: "0x1" } })],
    [
      "an invalid account index",
      (state) => ({ ...state, wallet: { ...session.wallet, key: { kind: "test", index: -1 } } }),
    ],
    ["a side without an address", (state) => ({ ...state, sides: { solana: { ...side, addresses: [] } } })],
    ["a side with a key in it", (state) => ({ ...state, sides: { solana: { ...side, secret: "x" } } })],
    ["an unsupported chain", (state) => ({ ...state, sides: { cosmos: side } })],
    ["entries of another kind", (state) => ({ ...state, entries: { a: 1 } })],
  ])("keeps a session aside with %s", (_what, tamper) => {
    const path = makeTemporaryFolder()
    const text = JSON.stringify(tamper({ ...session }))
    writeFileSync(join(path, "session.json"), text, { mode: 0o600 })
    const file = openSessionFile(openStateFolder(path))
    expect(() => file.update({ wallet: null })).toThrow("session.json cannot be read")
    expect(readFileSync(join(path, "session.json.bad"), "utf8")).toBe(text)
  })

  it("writes no session that could not be read again", () => {
    const path = makeTemporaryFolder()
    const file = openSessionFile(openStateFolder(path))
    file.update(session)
    const before = readFileSync(join(path, "session.json"), "utf8")
    const world = { projectId: "", endpoints: {}, rpc: [] }
    expect(() => file.update({ world })).toThrow("world.projectId is not valid")
    expect(readFileSync(join(path, "session.json"), "utf8")).toBe(before)
    expect(file.state()).toEqual(session)
  })

  it("keeps staged changes off the disk", () => {
    const path = makeTemporaryFolder()
    const file = openSessionFile(openStateFolder(path))
    file.update(session)
    const before = readFileSync(join(path, "session.json"), "utf8")
    const staged = stageEntries(file.state().entries)
    staged.entries.set("b", "2")
    staged.entries.remove("a")
    expect(staged.entries.get("a")).toBeNull()
    expect(staged.result()).toEqual({ b: "2" })
    expect(readFileSync(join(path, "session.json"), "utf8")).toBe(before)
  })
})
