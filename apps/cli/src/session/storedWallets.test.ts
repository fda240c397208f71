import { sessionsKey } from "@wmodal/core"
import { describe, expect, it } from "vitest"
import type { SessionState } from "./SessionFile.ts"
import {
  getStoredWallets,
  mergeOtherSessions,
  type StoredWallet,
  toStoredSession,
  withoutSession,
  withStoredWallet,
} from "./storedWallets.ts"

const evm: StoredWallet = {
  namespace: "eip155",
  key: { kind: "test", index: 0 },
  address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  snapshot: { v: 1 },
}
const solana: StoredWallet = {
  namespace: "solana",
  key: { kind: "test", index: 1 },
  addresses: [
    {
      address: "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp",
      publicKey: "AA==",
      chains: ["solana:mainnet"],
    },
  ],
  snapshot: null,
}
const bitcoin: StoredWallet = {
  namespace: "bip122",
  key: { kind: "file", path: "/keys/bitcoin.wif", passwordFile: null },
  addresses: [
    {
      address: "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te",
      publicKey: "AA==",
      chains: ["bitcoin:mainnet"],
      purpose: "payment",
    },
  ],
  snapshot: null,
}

const toState = (wallets: readonly StoredWallet[]): SessionState => ({
  v: 1,
  entries: {},
  world: null,
  ...toStoredSession(wallets),
})

describe("getStoredWallets and withStoredWallet", () => {
  it("returns one wallet per chain in a fixed order", () => {
    expect(getStoredWallets(toState([bitcoin, solana, evm]))).toEqual([evm, solana, bitcoin])
    expect(getStoredWallets(toState([]))).toEqual([])
  })

  it("returns the wallet of a session from a version with one chain", () => {
    const { namespace: _eip155, ...wallet } = evm
    expect(getStoredWallets({ v: 1, entries: {}, wallet, world: null })).toEqual([evm])
  })

  it("adds a wallet of another chain and replaces one of the same chain", () => {
    const two = { ...toState([evm]), ...withStoredWallet(toState([evm]), solana) }
    expect(getStoredWallets(two)).toEqual([evm, solana])
    const other = { ...solana, key: { kind: "test" as const, index: 7 } }
    expect(getStoredWallets({ ...two, ...withStoredWallet(two, other) })).toEqual([evm, other])
  })
})

describe("mergeOtherSessions and withoutSession", () => {
  const sessions = (data: Readonly<Record<string, string>>) => ({
    [sessionsKey]: JSON.stringify({ v: 1, data }),
    other: "kept",
  })

  it("merges a newly connected chain with the stored ones", () => {
    const both = mergeOtherSessions(sessions({ solana: "new" }), sessions({ eip155: "old", solana: "old" }))
    expect(both).toEqual(sessions({ eip155: "old", solana: "new" }))
    expect(mergeOtherSessions({ other: "kept" }, {})).toEqual({ other: "kept" })
  })

  it("removes the session of one chain, or of all", () => {
    const both = sessions({ eip155: "a", solana: "b" })
    expect(withoutSession(both, "solana")).toEqual(sessions({ eip155: "a" }))
    expect(withoutSession(both)).toEqual({ other: "kept" })
    expect(withoutSession(sessions({ solana: "b" }), "solana")).toEqual({ other: "kept" })
    expect(withoutSession({ [sessionsKey]: "{", other: "kept" }, "solana")).toEqual({ other: "kept" })
  })
})
