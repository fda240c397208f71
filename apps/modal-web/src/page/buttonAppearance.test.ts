import { describe, expect, it } from "vitest"
import { buttonMessages } from "../messages/buttonMessages.ts"
import {
  type ButtonState,
  getButtonAppearance,
  getConnectAppearance,
  getNetworkAppearance,
  parseButtonChain,
} from "./buttonAppearance.ts"
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
  signature: { status: "off", session: null },
  theme: { mode: "auto", variables: {} },
  error: null,
  optionsErrors: [],
  event: null,
  restoring: false,
  words: buttonMessages,
}

const getLabel = (facts: Partial<ButtonState>) =>
  getConnectAppearance({ state, label: null, chain: undefined, ...facts }).label

describe("getButtonAppearance", () => {
  it("shows the account in use, or that of the named chain", () => {
    expect(getLabel({})).toBe("vera.wmodal.id")
    expect(getLabel({ chain: "solana" })).toBe("DRpb...km21hy")
    expect(getConnectAppearance({ state, label: null, chain: "solana" })).toMatchObject({
      mark: "avatar",
      colors: onSolana.colors,
    })
  })

  it("shows a busy button only while its own chain is connecting", () => {
    expect(getConnectAppearance({ state, label: null, chain: "bip122" })).toMatchObject({
      label: "Connecting…",
      mark: "busy",
    })
    expect(getLabel({ chain: "eip155" })).toBe("vera.wmodal.id")
  })

  it("shows the account of the last visit as busy while its session is restored", () => {
    const restoring = { status: "connecting", account, wallet } as const
    const look = getConnectAppearance({
      state: { ...state, ...restoring, connections: { eip155: restoring } },
      label: null,
      chain: undefined,
    })
    expect(look).toMatchObject({ label: "vera.wmodal.id", mark: "avatar", busy: true, quiet: true })
    expect(getConnectAppearance({ state, label: null, chain: undefined })).toMatchObject({ busy: false })
  })

  it("shows the connect label, or the page's own, when its chain has no account", () => {
    const none = { ...state, connections: {} }
    expect(getLabel({ state: none, chain: "solana" })).toBe("Connect wallet")
    expect(getLabel({ state: none, chain: "solana", label: "Connect Solana" })).toBe("Connect Solana")
    expect(getLabel({ state: null, label: "Begin" })).toBe("Begin")
  })

  it("ignores an unknown chain name", () => {
    expect([parseButtonChain("bip122"), parseButtonChain("polkadot")]).toEqual(["bip122", "polkadot"])
    expect([parseButtonChain(null), parseButtonChain(""), parseButtonChain("constructor")]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it("shows the state of a pending click first", () => {
    const facts = { state, label: null, chain: undefined }
    expect(getButtonAppearance(getConnectAppearance, "waiting", facts)).toMatchObject({
      label: "Loading…",
      mark: "busy",
    })
    expect(getButtonAppearance(getConnectAppearance, "failed", facts)).toMatchObject({
      label: "Could not load. Try again",
    })
    expect(getButtonAppearance(getNetworkAppearance, "none", facts).label).toBe("Select Network")
  })
})
