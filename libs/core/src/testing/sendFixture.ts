import type { ChainActions, ChainModule, SendOutcome, WalletCalls } from "@wmodal/chains"
import { type CaipNetworkId, type Network, type Rpc, RpcError, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Deferred, Effect } from "effect"
import type { AccountState } from "../account/Account.ts"
import type { AccountEntry, AccountType } from "../accounts/Accounts.ts"
import { makeConnectionStore } from "../connection/ConnectionStore.ts"
import type { EmitEvent, EngineEvent } from "../EngineEvent.ts"
import type { Holding, HoldingsState } from "../holdings/Holdings.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import { DuplicateEntry, type LedgerWriter } from "../ledger/LedgerWriter.ts"
import { isDuplicate } from "../ledger/ledgerModel.ts"
import type { DisplayedNetwork, SwitchState } from "../networks/Networks.ts"
import type { Token } from "../networks/Token.ts"
import { makeToasts } from "../notices/makeToasts.ts"
import { EngineError } from "../problems/EngineError.ts"
import { type Recipient, RecipientError, type Recipients } from "../recipients/Recipients.ts"
import { makeActions } from "./makeEngineOver.ts"
import { makeLoaded } from "./makeLoaded.ts"
import { approvingCalls, scriptedWallet } from "./scriptedWallet.ts"

export const payerAddress = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const wallet = { connectorId: "io.scripted", name: "Scripted Wallet", icon: null }

const toPayerAccount = (network: Network) => network.caipNetworkId

export const coin: Token = {
  network: toPayerAccount(mainnet),
  address: null,
  name: "Ether",
  symbol: "ETH",
  decimals: 18,
  icon: null,
}
export const usdc: Token = {
  network: toPayerAccount(mainnet),
  address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
  name: "USD Coin",
  symbol: "USDC",
  decimals: 6,
  icon: null,
}

/** Makes a holding at 2000 USD for one ETH, or 1.00 for one USDC. */
export const makeHolding = (
  token: Token,
  balance: bigint,
  price = token.address === null ? 2000n : 1n,
): Holding => ({
  token,
  balance,
  price: { units: price, decimals: 0 },
  value: { units: balance * price, decimals: token.decimals },
})

export const ann: Recipient = {
  address: "0x00000000000000000000000000000000000000a1",
  name: "ann.eth",
  image: null,
}

const rpc: Rpc = {
  request: (method) => Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } })),
  pin: Effect.suspend(() => Effect.succeed(rpc)),
}

export interface SendWorld {
  readonly actions?: Partial<ChainActions>
  readonly calls?: Partial<WalletCalls>
  readonly recipients?: Partial<Recipients>
  readonly holdings?: readonly [Holding, ...Holding[]]
  readonly accountType?: AccountType
}

/** Makes the scripted services of a payment. The payer has 1.5 ETH and 1000 USDC on `eip155:1`. */
export const makeSendWorld = (given: SendWorld = {}) =>
  Effect.gen(function* () {
    const native = 1_500_000_000_000_000_000n
    const actions = makeActions({
      tokenBalance: () => Effect.succeed(1_000_000_000n),
      ...given.actions,
    })
    const module: ChainModule = { discover: () => Effect.never, actions: makeLoaded(actions) }
    const asked: Parameters<WalletCalls["sendTransaction"]>[0][] = []
    const { connector } = scriptedWallet({
      calls: Effect.succeed({
        ...approvingCalls,
        ...given.calls,
        sendTransaction: (request) =>
          Effect.suspend(() => {
            asked.push(request)
            return (given.calls?.sendTransaction ?? approvingCalls.sendTransaction)(request)
          }),
      }),
    })

    const board = yield* makeConnectionStore
    const account = yield* SubscriptionRef.make<AccountState | null>(null)
    const shown = yield* SubscriptionRef.make<DisplayedNetwork>({ network: mainnet, known: true })
    const accounts = yield* SubscriptionRef.make<readonly AccountEntry[]>([])
    const holdings = yield* SubscriptionRef.make<HoldingsState>({ _tag: "Loading" })
    const hold = (...all: readonly [Holding, ...Holding[]]) =>
      SubscriptionRef.set(holdings, {
        _tag: "Held",
        holdings: all,
        total: null,
        stale: false,
        retryAt: 0,
        source: "api",
      })
    const events: EngineEvent[] = []
    const entries = yield* SubscriptionRef.make<readonly LedgerEntry[]>([])

    const setAccount = (address: string, network: Network) =>
      SubscriptionRef.set(account, {
        caipAddress: `${toPayerAccount(network)}:${address}`,
        address,
        network: toPayerAccount(network),
        balance: { _tag: "Loading" },
        profileName: null,
        profileImage: null,
        explorerUrl: null,
      })

    /** Connects an account on a network that the wallet reports. */
    const connect = (address: string, network: Network) =>
      Effect.gen(function* () {
        board.connectors.set("eip155", connector)
        const caip = `${toPayerAccount(network)}:${address}` as const
        yield* board.dispatch("eip155", {
          _tag: "Approved",
          wallet,
          session: { accounts: [caip], network: toPayerAccount(network) },
          selected: toPayerAccount(network),
        })
        yield* SubscriptionRef.set(accounts, [
          {
            account: caip,
            namespace: "eip155",
            address,
            type: given.accountType ?? "eoa",
            selected: true,
            name: null,
          },
        ])
        yield* SubscriptionRef.set(shown, { network, known: true })
        yield* setAccount(address, network)
      })

    const amend = (id: string, change: Partial<LedgerEntry>) =>
      Effect.map(
        SubscriptionRef.update(entries, (all) =>
          all.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
        ),
        () => entryOf(id),
      )
    const entryOf = (id: string): LedgerEntry => {
      const found = SubscriptionRef.getUnsafe(entries).find((entry) => entry.id === id)
      if (found === undefined) throw new Error(`no entry ${id}`)
      return found
    }
    const stateAfter = (outcome: SendOutcome): LedgerEntry["state"] => {
      if (outcome._tag !== "NotSent")
        return outcome.hash === null ? { _tag: "Lost" } : { _tag: "Sent", hash: outcome.hash }
      return outcome.error.reason._tag === "Declined" ? { _tag: "Declined" } : { _tag: "NotSent", text: "" }
    }
    const findDuplicate: LedgerWriter["findDuplicate"] = (action) =>
      SubscriptionRef.getUnsafe(entries).find(
        (entry) => !isSettled(entry.state) && isDuplicate(entry, action),
      ) ?? null
    const scope = yield* Effect.scope
    const ledger: Pick<
      LedgerWriter,
      "entries" | "findDuplicate" | "record" | "send" | "sendBatch" | "isLeaving" | "replace" | "sign"
    > & {
      checkAgain: LedgerWriter["checkAgain"]
    } = {
      entries,
      findDuplicate,
      checkAgain: () => Effect.void,
      record: (draft) =>
        Effect.gen(function* () {
          const id = `entry${SubscriptionRef.getUnsafe(entries).length + 1}`
          const entry: LedgerEntry = { ...draft, id, at: 0, state: { _tag: "Asked" }, mine: true }
          const duplicate = findDuplicate(draft)
          if (duplicate !== null) return yield* new DuplicateEntry({ entry: duplicate.id })
          yield* SubscriptionRef.update(entries, (all) => [entry, ...all])
          return entry
        }),
      send: (id, question) =>
        Effect.gen(function* () {
          const done = Deferred.makeUnsafe<SendOutcome>()
          const sent = Effect.map(
            question,
            (told): SendOutcome =>
              told._tag === "AwaitingBroadcast" ? { _tag: "Sent", hash: told.raw } : told,
          )
          yield* Effect.forkIn(Deferred.into(sent, done), scope, { startImmediately: true })
          const outcome = yield* Deferred.await(done)
          return { entry: yield* amend(id, { state: stateAfter(outcome) }), outcome }
        }),
      sendBatch: () => Effect.die("not a batch"),
      isLeaving: () => false,
      replace: (id, question) =>
        Effect.gen(function* () {
          const told = yield* question
          const outcome: SendOutcome =
            told._tag === "AwaitingBroadcast" ? { _tag: "Sent", hash: told.raw } : told
          const hash = outcome._tag === "NotSent" ? null : outcome.hash
          const entry = hash === null ? entryOf(id) : yield* amend(id, { state: { _tag: "Sent", hash } })
          return { entry, outcome }
        }),
      sign: (id, question) =>
        question.pipe(
          Effect.tap(() => amend(id, { state: { _tag: "Signed" } })),
          Effect.tapError(() => amend(id, { state: { _tag: "Declined" } })),
        ),
    }

    const recipients: Recipients = {
      resolve: (text) =>
        text === "ann.eth" || text === ann.address
          ? Effect.succeed(ann)
          : Effect.fail(new RecipientError({ text, reason: { _tag: "UnknownName" } })),
      suggestions: Effect.succeed([]),
      stops: () => Effect.succeed([]),
      ...given.recipients,
    }

    yield* connect(payerAddress, mainnet)
    yield* hold(...(given.holdings ?? [makeHolding(coin, native), makeHolding(usdc, 1_000_000_000n)]))
    const toasts = yield* makeToasts
    const deps = {
      account: { state: account, refresh: Effect.void, refreshProfile: Effect.void },
      accounts: { entries: accounts, select: () => Effect.void },
      board,
      clients: { rpcOf: () => Effect.succeed(rpc) },
      connectors: { loaded: () => module },
      options: {},
      serverPayments: Effect.fail(new EngineError({ reason: { _tag: "Unknown", detail: "no server" } })),
      emit: ((name, properties) =>
        Effect.sync(() => {
          events.push({ name, properties, timestamp: 0 } as EngineEvent)
        })) satisfies EmitEvent,
      holdings: {
        state: holdings,
        refresh: Effect.void,
        find: (text: string) =>
          Effect.sync(() => {
            const now = SubscriptionRef.getUnsafe(holdings)
            const held = now._tag === "Held" ? now.holdings : []
            return (
              held.find(
                ({ token }) => (token.address ?? token.symbol).toLowerCase() === text.toLowerCase(),
              ) ?? null
            )
          }),
      },
      ledger,
      networks: {
        configured: [mainnet, optimism],
        all: yield* SubscriptionRef.make<readonly Network[]>([mainnet, optimism]),
        add: () => Effect.void,
        remove: () => Effect.void,
        selected: yield* SubscriptionRef.make<Network>(mainnet),
        shown,
        switching: yield* SubscriptionRef.make<SwitchState>({ _tag: "Idle" }),
        switchTo: () => Effect.void,
        pick: () => Effect.void,
        cancel: Effect.void,
        imageUrl: () => Effect.succeed(null),
        ofNamespace: () => [mainnet, optimism],
      },
      recipients,
      toasts,
    }
    return {
      deps,
      asked,
      events,
      hold,
      amend,
      connect,
      /** Switches the wallet's network without the app's request. */
      walletMoves: (network: CaipNetworkId) => board.dispatch("eip155", { _tag: "WalletMoved", network }),
      /** Removes the shown account. */
      disconnect: Effect.gen(function* () {
        board.connectors.delete("eip155")
        yield* board.dispatch("eip155", { _tag: "Ended", because: null })
        yield* SubscriptionRef.set(account, null)
        yield* SubscriptionRef.set(holdings, { _tag: "Disconnected" })
      }),
      showUnknown: (network: Network) =>
        Effect.andThen(
          SubscriptionRef.set(shown, { network, known: false }),
          setAccount(payerAddress, network),
        ),
    }
  })
