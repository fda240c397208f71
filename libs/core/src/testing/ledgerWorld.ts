import {
  type ChainActions,
  type ChainModule,
  type Connector,
  ConnectorError,
  type SendOutcome,
} from "@wmodal/chains"
import { type Rpc, RpcError, SubscriptionRef } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Deferred, Effect, Fiber } from "effect"
import { makeConnectionStore } from "../connection/ConnectionStore.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { EntryDraft, LedgerWriter, SubmissionResult } from "../ledger/LedgerWriter.ts"
import { makeLedger } from "../ledger/makeLedger.ts"
import type { Storage } from "../storage/Storage.ts"
import { quietActions } from "./makeEngineOver.ts"
import { makeLoaded } from "./makeLoaded.ts"
import { type ScriptedChain, scriptedChain } from "./scriptedChain.ts"
import { scriptedSession } from "./scriptedWallet.ts"

/** Makes the storage of one origin: each tab is notified of another tab's writes. */
export const sharedStorage = () => {
  const held = new Map<string, string>()
  const tabs = new Set<(key: string) => void>()
  const tab = (): Storage["Service"] => {
    const own = new Set<(key: string) => void>()
    const tell = (key: string) => {
      for (const other of tabs) if (!own.has(other)) other(key)
    }
    return {
      get: (key) => held.get(key) ?? null,
      set: (key, value) => {
        held.set(key, value)
        tell(key)
      },
      remove: (key) => {
        held.delete(key)
        tell(key)
      },
      watch: (listener) => {
        own.add(listener)
        tabs.add(listener)
        return () => tabs.delete(listener)
      },
    }
  }
  return { held, tab, tabs }
}

const rpc: Rpc = {
  request: (method) => Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } })),
  pin: Effect.suspend(() => Effect.succeed(rpc)),
}

/** Makes the ledger of one tab; `connector` is the connected wallet. */
export const makeLedgerOver = (
  storage: Storage["Service"],
  actions: Partial<ChainActions>,
  warnings: string[] = [],
  connector: Connector | null = null,
) =>
  Effect.gen(function* () {
    const module: ChainModule = {
      discover: () => Effect.never,
      actions: makeLoaded({ ...quietActions, ...actions }),
    }
    const board = yield* makeConnectionStore
    if (connector !== null) {
      board.connectors.set("eip155", connector)
      const wallet = { connectorId: connector.id, name: connector.name, icon: null }
      yield* board.dispatch("eip155", {
        _tag: "Approved",
        wallet,
        session: scriptedSession,
        selected: "eip155:1",
      })
    }
    return yield* makeLedger({
      storage,
      warn: (text) => {
        warnings.push(text)
      },
      board,
      networks: { configured: [mainnet] },
      connectors: { loaded: (namespace) => (namespace === "eip155" ? module : null) },
      clients: { rpcOf: () => Effect.succeed(rpc) },
    })
  })

export const makePaymentDraft = (amount: bigint): EntryDraft => ({
  account: "eip155:1:0xAa",
  network: "eip155:1",
  connectorId: "io.scripted",
  subject: {
    _tag: "Transfer",
    token: { network: "eip155:1", address: null, name: "Ether", symbol: "ETH", decimals: 18, icon: null },
    amount,
    to: "0xBb",
    toName: null,
  },
  transaction: { to: "0xBb", value: `0x${amount.toString(16)}` },
  mark: null,
})

const makeConnectorError = (reason: ConnectorError["reason"]) =>
  new ConnectorError({ connectorId: "io.scripted", reason })
export const declined: SendOutcome = { _tag: "NotSent", error: makeConnectorError({ _tag: "Declined" }) }
export const replyLost: SendOutcome = {
  _tag: "Unknown",
  hash: null,
  error: makeConnectorError({ _tag: "Offline" }),
}
export const toSentOutcome = (hash: string): SendOutcome => ({ _tag: "Sent", hash })

/** Makes a wallet response that the test gives later. */
export const makeOpenQuestion = () => {
  const answer = Deferred.makeUnsafe<SendOutcome>()
  return {
    question: Deferred.await(answer),
    answer: (outcome: SendOutcome) => Deferred.succeed(answer, outcome),
  }
}

/** Returns the state tag of the entry in this list. */
export const getTag = (entries: readonly LedgerEntry[], id: string) =>
  entries.find((entry) => entry.id === id)?.state._tag

export const getEntries = ({ entries }: LedgerWriter) => SubscriptionRef.getUnsafe(entries)
export const getEntryState = (ledger: LedgerWriter, id: string) => getTag(getEntries(ledger), id)

/** Makes an unused chain and storage. */
export const open = Effect.sync(() => ({ chain: scriptedChain(), storage: sharedStorage() }))

/** Records a payment with its checkpoint, and requests it. `asking` completes with the wallet's response. */
export const pay = (ledger: LedgerWriter, chain: ScriptedChain, amount = 5n) =>
  Effect.gen(function* () {
    const mark = yield* chain.actions.takeCheckpoint()
    const entry = yield* ledger.record({ ...makePaymentDraft(amount), mark })
    const wallet = makeOpenQuestion()
    const asking: Fiber.Fiber<SubmissionResult> = yield* Effect.forkChild(
      ledger.send(entry.id, wallet.question),
      {
        startImmediately: true,
      },
    )
    return {
      ...wallet,
      asking,
      id: entry.id,
      send: () => chain.send(makePaymentDraft(amount).transaction ?? {}),
    }
  })

/** Makes a payment like `pay`, sent and with the wallet's response. */
export const sentPayment = (ledger: LedgerWriter, chain: ScriptedChain, amount = 5n) =>
  Effect.gen(function* () {
    const { answer, asking, id, send } = yield* pay(ledger, chain, amount)
    const hash = send()
    yield* answer(toSentOutcome(hash))
    yield* Fiber.join(asking)
    return { id, hash }
  })
