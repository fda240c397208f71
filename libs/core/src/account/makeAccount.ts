import type { KeyedCache } from "@wmodal/api"
import {
  type CaipAddress,
  formatBalance,
  type Namespace,
  type Network,
  type Rpc,
  SubscriptionRef,
} from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import type { ConnectorsInternal } from "../connectors/makeConnectors.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import { loadPart } from "../effects/loadPart.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { Networks } from "../networks/Networks.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import type { Account, AccountState, NativeBalance } from "./Account.ts"

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
  readonly networks: Networks
  readonly connectors: Pick<ConnectorsInternal, "loaded">
  readonly rpcOf: (network: Network) => Effect.Effect<Rpc, EngineError>
  readonly balances: NativeBalances
  /** Fetches the profile. Never fails: a missing value is `null`. */
  readonly profileOf: (address: string, network: Network) => Effect.Effect<Profile>
  /** Resumes reads that were requested earlier and are still pending. */
  readonly wake: Effect.Effect<void>
}

/** The account as the rest of the engine uses it. */
export interface AccountInternal {
  readonly account: Account
  /** Called when the connection or the shown network may have changed. */
  readonly follow: Effect.Effect<void>
}

interface ConnectedAccount {
  readonly caipAddress: CaipAddress
  readonly namespace: Namespace
  readonly address: string
  readonly network: Network
  /** True when the network is configured. */
  readonly known: boolean
}

export const makeAccount = (deps: AccountDeps) =>
  Effect.gen(function* () {
    const { board, networks, connectors } = deps
    const slot = yield* makeTaskHandle
    const state = yield* SubscriptionRef.make<AccountState | null>(null)
    let current: ConnectedAccount | null = null

    const holder = (): ConnectedAccount | null => {
      const { network, known } = SubscriptionRef.getUnsafe(networks.shown)
      const namespace = network.chainNamespace
      const connected = board.getConnected(namespace)
      if (connected === null) return null
      const address = connected.account.slice(connected.account.lastIndexOf(":") + 1)
      return { caipAddress: `${network.caipNetworkId}:${address}`, namespace, address, network, known }
    }

    /** A response that arrives after the account has changed is ignored. */
    const amend = (of: ConnectedAccount, change: Partial<AccountState>) =>
      Effect.suspend(() =>
        current?.caipAddress === of.caipAddress
          ? SubscriptionRef.update(state, (now) => (now === null ? null : { ...now, ...change }))
          : Effect.void,
      )

    const readBalance = ({
      namespace,
      address,
      network,
      known,
    }: ConnectedAccount): Effect.Effect<bigint, Problem> =>
      Effect.gen(function* () {
        if (!known)
          return yield* new EngineError({
            reason: { _tag: "UnsupportedChain", network: network.caipNetworkId },
          })
        const module = connectors.loaded(namespace)
        if (module === null)
          return yield* new EngineError({ reason: { _tag: "AdapterNotFound", what: namespace } })
        const rpc = yield* deps.rpcOf(network)
        const { balance } = yield* loadPart(module.actions)
        return yield* catchDefects(balance({ address, network, rpc }))
      })

    const showBalance = (of: ConnectedAccount, how: keyof NativeBalances) =>
      deps.balances[how]({ account: of.caipAddress, read: readBalance(of) }).pipe(
        Effect.map(({ value, isStale }): NativeBalance => {
          const { decimals, symbol } = of.network.nativeCurrency
          return {
            _tag: "Loaded",
            value,
            decimals,
            symbol,
            text: formatBalance(value, decimals),
            stale: isStale,
          }
        }),
        Effect.catch((problem) => Effect.succeed<NativeBalance>({ _tag: "Failed", problem })),
        Effect.flatMap((balance) => amend(of, { balance })),
      )

    const showProfile = (of: ConnectedAccount) =>
      deps
        .profileOf(of.address, of.network)
        .pipe(Effect.flatMap(({ name, image }) => amend(of, { profileName: name, profileImage: image })))

    const load = (of: ConnectedAccount) =>
      Effect.all([showBalance(of, "get"), showProfile(of), deps.wake], {
        concurrency: "unbounded",
        discard: true,
      })

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
        slot.run(load(next)),
      )
    })

    const account: Account = {
      state,
      refresh: Effect.suspend(() => (current === null ? Effect.void : showBalance(current, "refetch"))),
    }
    const room: AccountInternal = { account, follow }
    return room
  })

const toExplorerUrl = ({ address, network }: ConnectedAccount): string | null => {
  const base = URL.parse(network.blockExplorers?.default.url ?? "")
  return base === null ? null : new URL(`address/${address}`, base.href.replace(/\/?$/, "/")).href
}
