import type { KeyedCache } from "@wmodal/api"
import {
  type CaipAddress,
  lazy,
  type Namespace,
  type Network,
  parseUrl,
  type Rpc,
  SubscriptionRef,
  toPlainAddress,
} from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import type { ConnectorsInternal } from "../connectors/makeConnectors.ts"
import { loadPart } from "../effects/loadPart.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { NetworkSelection } from "../networks/makeNetworkSelection.ts"
import type { Options } from "../options/Options.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import type { Account, AccountState } from "./Account.ts"
import type { AccountReader, AccountReaderDeps } from "./makeAccountReader.ts"

/** The identity endpoint's profile of an address; both `null` when it has none. */
export interface Profile {
  readonly name: string | null
  readonly image: string | null
}

/** The query for a balance, in base units. */
export interface BalanceQuery {
  readonly account: CaipAddress
  readonly read: Effect.Effect<bigint, Problem>
}

/** The balances of the last 30 s, or stale ones that could not be refreshed. */
export type NativeBalances = Pick<KeyedCache<BalanceQuery, bigint, Problem>, "get" | "refetch">

export interface AccountDeps {
  readonly board: ConnectionStore
  readonly selection: Pick<NetworkSelection, "shown">
  readonly connectors: Pick<ConnectorsInternal, "loaded">
  readonly rpcOf: (network: Network) => Effect.Effect<Rpc, EngineError>
  readonly balances: NativeBalances
  /** Fetches the profile. Never fails: a missing value is `null`. */
  readonly profileOf: (address: string, network: Network) => Effect.Effect<Profile>
  /** The tokens whose balance is the account's, per CAIP-2 id. */
  readonly tokens: Options["tokens"]
}

/** The account as the rest of the engine uses it. */
interface AccountInternal {
  readonly account: Account
  /** Called when the connection or the shown network may have changed. */
  readonly follow: Effect.Effect<void>
}

export interface ConnectedAccount {
  readonly caipAddress: CaipAddress
  readonly namespace: Namespace
  readonly address: string
  readonly network: Network
  /** True when the network is configured. */
  readonly known: boolean
}

export const makeAccount = (deps: AccountDeps) =>
  Effect.gen(function* () {
    const { board, selection } = deps
    const slot = yield* makeTaskHandle
    const state = yield* SubscriptionRef.make<AccountState | null>(null)
    let current: ConnectedAccount | null = null

    const holder = (): ConnectedAccount | null => {
      const { network, known } = SubscriptionRef.getUnsafe(selection.shown)
      const namespace = network.chainNamespace
      const connected = board.getConnected(namespace)
      if (connected === null) return null
      const address = toPlainAddress(connected.account)
      return { caipAddress: `${network.caipNetworkId}:${address}`, namespace, address, network, known }
    }

    /** A response that arrives after the account has changed is ignored. */
    const amend: AccountReaderDeps["amend"] = (of, change) =>
      Effect.suspend(() =>
        current?.caipAddress === of.caipAddress
          ? SubscriptionRef.update(state, (now) => (now === null ? null : { ...now, ...change }))
          : Effect.void,
      )

    const part = lazy(async () =>
      (await import("./makeAccountReader.ts")).makeAccountReader({ ...deps, amend }),
    )
    const read = (of: ConnectedAccount, use: (reader: AccountReader) => Effect.Effect<void>) =>
      loadPart(part).pipe(
        Effect.flatMap(use),
        Effect.catch((problem) => amend(of, { balance: { _tag: "Failed", problem } })),
      )

    const follow = Effect.suspend(() => {
      const next = holder()
      if (next?.caipAddress === current?.caipAddress) return Effect.void
      current = next
      if (next === null) return Effect.andThen(slot.stop, SubscriptionRef.set(state, null))
      return Effect.andThen(
        SubscriptionRef.set(state, {
          caipAddress: next.caipAddress,
          address: next.address,
          network: next.network.caipNetworkId,
          balance: { _tag: "Loading" },
          profileName: null,
          profileImage: null,
          explorerUrl: toExplorerUrl(next),
        }),
        slot.run(read(next, (reader) => reader.load(next))),
      )
    })

    const again = (part: "refresh" | "refreshProfile") =>
      Effect.suspend(() => {
        const of = current
        return of === null ? Effect.void : read(of, (reader) => reader[part](of))
      })
    const account: Account = { state, refresh: again("refresh"), refreshProfile: again("refreshProfile") }
    const room: AccountInternal = { account, follow }
    return room
  })

const toExplorerUrl = ({ address, network }: ConnectedAccount): string | null => {
  const base = parseUrl(network.blockExplorers?.default.url ?? "")
  return base === null ? null : new URL(`address/${address}`, base.href.replace(/\/?$/, "/")).href
}
