import { describe, expect, it } from "vitest"
import { buttonWords } from "../messages/button.ts"
import { type ButtonFacts, chainOf, connectLook, lookOf, networkLook } from "./buttonLook.ts"
import type { WModalAccount, WModalState } from "./WModal.ts"

const account: WModalAccount = {
  caipAddress: "eip155:1:0x1",
  address: "0x1",
  network: "eip155:1",
  label: "vera.wmodal.id",
  colors: ["red", "green", "blue"],
  balance: null,
}
const onSolana: WModalAccount = { ...account, caipAddress: "solana:5eyk:DRpb", label: "DRpb...km21hy" }
const wallet = { connectorId: "a", name: "A", icon: null }

const state: WModalState = {
  engine: "ready",
  open: false,
  status: "connected",
  account,
  connections: {
    eip155: { status: "connected", account, wallet },
    solana: { status: "connected", account: onSolana, wallet },
    bip122: { status: "connecting", account: null, wallet: null },
  },
  network: null,
  wallet,
  signedIn: null,
  theme: { mode: "auto", variables: {} },
  error: null,
  optionsErrors: [],
  event: null,
  words: buttonWords,
}

const labelOf = (facts: Partial<ButtonFacts>) =>
  connectLook({ state, label: null, chain: undefined, ...facts }).label

describe("the account button", () => {
  it("shows the account in use, or that of the chain that it names", () => {
    expect(labelOf({})).toBe("vera.wmodal.id")
    expect(labelOf({ chain: "solana" })).toBe("DRpb...km21hy")
    expect(connectLook({ state, label: null, chain: "solana" })).toMatchObject({
      mark: "avatar",
      colors: onSolana.colors,
    })
  })

  it("is busy while its own chain is connecting, and no other", () => {
    expect(connectLook({ state, label: null, chain: "bip122" })).toMatchObject({
      label: "Connecting…",
      mark: "busy",
    })
    expect(labelOf({ chain: "eip155" })).toBe("vera.wmodal.id")
  })

  it("shows the account of the last visit, busy, while its session is restored", () => {
    const restoring = { status: "connecting", account, wallet } as const
    const look = connectLook({
      state: { ...state, ...restoring, connections: { eip155: restoring } },
      label: null,
      chain: undefined,
    })
    expect(look).toMatchObject({ label: "vera.wmodal.id", mark: "avatar", busy: true, quiet: true })
    expect(connectLook({ state, label: null, chain: undefined })).toMatchObject({ busy: false })
  })

  it("asks to connect where its chain has no account, in the page's words where it has some", () => {
    const none = { ...state, connections: {} }
    expect(labelOf({ state: none, chain: "solana" })).toBe("Connect wallet")
    expect(labelOf({ state: none, chain: "solana", label: "Connect Solana" })).toBe("Connect Solana")
    expect(labelOf({ state: null, label: "Begin" })).toBe("Begin")
  })

  it("takes a name that is no chain's for none", () => {
    expect(chainOf("bip122")).toBe("bip122")
    expect([chainOf(null), chainOf(""), chainOf("constructor")]).toEqual([undefined, undefined, undefined])
  })

  it("says first what became of a click", () => {
    const facts = { state, label: null, chain: undefined }
    expect(lookOf(connectLook, "waiting", facts)).toMatchObject({ label: "Loading…", mark: "busy" })
    expect(lookOf(connectLook, "failed", facts)).toMatchObject({ label: "Could not load. Try again" })
    expect(lookOf(networkLook, "none", facts).label).toBe("Select network")
  })
})
