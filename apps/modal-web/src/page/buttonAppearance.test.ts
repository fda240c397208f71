import { mainnet, polkadot } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { buttonMessages } from "../messages/buttonMessages.ts"
import {
  type ButtonState,
  findButtonChain,
  getButtonAppearance,
  getConnectAppearance,
  getNetworkAppearance,
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
      busy: false,
      colors: onSolana.colors,
    })
  })

  it("shows a busy button only while its own chain is connecting", () => {
    expect(getConnectAppearance({ state, label: null, chain: "bip122" })).toMatchObject({
      label: "Connecting…",
      busy: true,
      colors: [],
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
    expect(look).toMatchObject({ label: "vera.wmodal.id", colors: account.colors, busy: true, quiet: true })
    expect(getConnectAppearance({ state, label: null, chain: undefined })).toMatchObject({ busy: false })
  })

  it("shows the connect label, or the page's own, when its chain has no account", () => {
    const none = { ...state, connections: {} }
    expect(getLabel({ state: none, chain: "solana" })).toBe("Connect wallet")
    expect(getLabel({ state: none, chain: "solana", label: "Connect Solana" })).toBe("Connect Solana")
    expect(getLabel({ state: null, label: "Begin" })).toBe("Begin")
  })

  it("ignores the name of a chain that the page does not have", () => {
    const networks = [polkadot, mainnet]
    expect(findButtonChain({ networks }, "polkadot")).toBe("polkadot")
    for (const name of [null, undefined, "", "constructor", "solana"])
      expect(findButtonChain({ networks }, name)).toBeUndefined()
    expect(findButtonChain(null, "polkadot")).toBeUndefined()
  })

  it("shows the state of a pending click first", () => {
    const facts = { state, label: null, chain: undefined }
    expect(getButtonAppearance(getConnectAppearance, "waiting", facts)).toMatchObject({
      label: "Loading…",
      busy: true,
      colors: [],
    })
    expect(getButtonAppearance(getConnectAppearance, "failed", facts)).toMatchObject({
      label: "Could not load. Try again",
    })
    expect(getButtonAppearance(getNetworkAppearance, "none", facts).label).toBe("Select Network")
  })
})
