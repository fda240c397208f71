import {
  type Connector,
  ConnectorError,
  type ConnectorEvent,
  type WalletCalls,
  type WalletSession,
} from "@wmodal/chains"
import { Effect, Queue, Stream } from "effect"

/** A connector with scripted responses: no provider, no timing of its own. */
export interface ScriptedWallet {
  readonly connector: Connector
  readonly say: (event: ConnectorEvent) => void
}

/** The account of every scripted wallet, on `eip155:1`. */
export const scriptedSession: WalletSession = {
  accounts: ["eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"],
  network: "eip155:1",
}

/** Wallet calls that send everything under one hash, and support nothing else. */
export const approvingCalls: WalletCalls = {
  sendTransaction: () => Effect.succeed({ _tag: "Sent", hash: `0x${"5e".repeat(32)}` }),
  signTransaction: () => failing({ _tag: "Unsupported", method: "eth_signTransaction" }),
  capabilities: () => Effect.succeed({ atomic: "unsupported", assetDiscovery: false }),
  assets: () => failing({ _tag: "Unsupported", method: "wallet_getAssets" }),
  sendCalls: () => failing({ _tag: "Unsupported", method: "wallet_sendCalls" }),
  callsStatus: () => failing({ _tag: "Unsupported", method: "wallet_getCallsStatus" }),
}

/** Makes a wallet that approves everything, unless `answers` overrides it. */
export const scriptedWallet = (answers: Partial<Connector> = {}): ScriptedWallet => {
  const queue = Effect.runSync(Queue.unbounded<ConnectorEvent>())
  return {
    say: (event) => {
      Queue.offerUnsafe(queue, event)
    },
    connector: {
      id: "io.scripted",
      name: "Scripted Wallet",
      type: "ANNOUNCED",
      namespace: "eip155",
      icon: null,
      rdns: "io.scripted",
      explorerId: null,
      getProvider: () => ({}),
      connect: () => Effect.succeed(scriptedSession),
      restore: Effect.succeed(scriptedSession),
      disconnect: Effect.void,
      switchNetwork: () => Effect.void,
      signMessage: () => Effect.succeed("0x01"),
      signTypedData: () => Effect.succeed("0x02"),
      calls: Effect.succeed(approvingCalls),
      events: Effect.succeed(Stream.fromQueue(queue)),
      ...answers,
    },
  }
}

/** The account of every scripted Solana wallet, which reports no network. */
export const solanaSession: WalletSession = {
  accounts: ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"],
  network: null,
}

/** Makes a scripted Solana wallet, named like Wallet Standard wallets. */
export const solanaWallet = (answers: Partial<Connector> = {}): ScriptedWallet =>
  scriptedWallet({
    id: "Scripted Sun",
    name: "Scripted Sun",
    namespace: "solana",
    rdns: null,
    connect: () => Effect.succeed(solanaSession),
    restore: Effect.succeed(solanaSession),
    ...answers,
  })

/** The accounts of every scripted Bitcoin wallet: one for payments, one for inscriptions. */
export const bitcoinSession: WalletSession = {
  accounts: [
    "bip122:000000000019d6689c085ae165831e93:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "bip122:000000000019d6689c085ae165831e93:bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
  ],
  network: null,
  details: {
    bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu: { type: "payment", publicKey: null },
    bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr: { type: "ordinal", publicKey: null },
  },
}

/** Makes a scripted Bitcoin wallet. */
export const bitcoinWallet = (answers: Partial<Connector> = {}): ScriptedWallet =>
  scriptedWallet({
    id: "Scripted Orange",
    name: "Scripted Orange",
    namespace: "bip122",
    rdns: null,
    connect: () => Effect.succeed(bitcoinSession),
    restore: Effect.succeed(bitcoinSession),
    ...answers,
  })

/** Makes an effect that fails with this reason of a scripted wallet. */
export const failing = (reason: ConnectorError["reason"]) =>
  Effect.fail(new ConnectorError({ connectorId: "io.scripted", reason }))
