import type { Connector } from "@wmodal/chains"
import {
  type CaipAddress,
  isNamespace,
  type Namespace,
  type Network,
  namespaces,
  SubscriptionRef,
  toNamespace,
  toNetworkId,
  toPlainAddress,
} from "@wmodal/protocol"
import { Effect, type Scope, Stream } from "effect"
import * as z from "zod/mini"
import { catchDefects } from "../effects/catchDefects.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { type ChainDeps, getLoadedActions, loadChain } from "../services/loadChain.ts"
import { chosenKey } from "../storage/PersistedState.ts"
import type { AccountEntry, Accounts, AccountType } from "./Accounts.ts"

const chosenAccounts = { key: chosenKey, schema: z.partialRecord(z.enum(namespaces), z.string()) }

/** The number of accounts that are queried for details: a wallet may share a thousand. */
const maxDetailedAccounts = 20

type AccountDetails = Pick<AccountEntry, "type" | "name">

/** An account and the connector to query about it. */
interface ListedAccount {
  readonly account: CaipAddress
  readonly namespace: Namespace
  readonly address: string
  readonly selected: boolean
  /** The type that its wallet reports; `null` when it reports none. */
  readonly told: AccountType | null
  readonly connector: Connector
  readonly network: Network | undefined
}

type AccountsDeps = Pick<
  EngineServices,
  "board" | "networks" | "memory" | "connectors" | "clients" | "changed"
>

export const makeAccounts = ({
  board,
  networks,
  memory,
  connectors,
  clients,
  changed,
}: AccountsDeps): Effect.Effect<Accounts, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const entries = yield* SubscriptionRef.make<readonly AccountEntry[]>([])
    const known = new Map<string, AccountDetails>()
    const choices: Partial<Record<Namespace, string>> = { ...memory.read(chosenAccounts) }

    const choose = (namespace: Namespace, address: string | null) => {
      if (address === null) delete choices[namespace]
      else choices[namespace] = address
      memory.write(chosenAccounts, Object.keys(choices).length === 0 ? null : choices)
    }

    const toUnknownDetails = (namespace: Namespace): AccountDetails => ({
      type:
        getLoadedActions({ connectors }, { chainNamespace: namespace })?.rules.accountType ??
        defaultAccountType,
      name: null,
    })

    const listed = (): readonly ListedAccount[] =>
      namespaces.flatMap((namespace) => {
        const state = board.getConnected(namespace)
        const connector = board.connectors.get(namespace)
        if (state === null || connector === undefined) return []
        const id = toNetworkId(state.account)
        const reported = state.walletNetwork ?? id
        const [network, theirs] = [id, reported].map((one) =>
          networks.configured.find(({ caipNetworkId }) => caipNetworkId === one),
        )
        const addresses = [...new Set(state.accounts.map(toPlainAddress))]
        return addresses.map((address) => ({
          account: `${namespace}:${id.slice(namespace.length + 1)}:${address}` as const,
          namespace,
          address,
          selected: address === toPlainAddress(state.account),
          told: state.details?.[address]?.type ?? null,
          connector,
          // Accounts on an unconfigured network are not queried.
          network: theirs === undefined ? undefined : network,
        }))
      })

    const show = Effect.suspend(() => {
      const next = listed().map(
        ({ account, namespace, address, selected, told, connector }): AccountEntry => {
          const { type, name } = known.get(toAccountKey(connector, account)) ?? toUnknownDetails(namespace)
          return { account, namespace, address, selected, type: told ?? type, name }
        },
      )
      const now = SubscriptionRef.getUnsafe(entries)
      return JSON.stringify(now) === JSON.stringify(next) ? Effect.void : SubscriptionRef.set(entries, next)
    })

    const learn = (one: ListedAccount) =>
      Effect.gen(function* () {
        const { account, address, namespace, connector, network } = one
        if (network === undefined) return
        const key = toAccountKey(connector, account)
        const tell = (of: Partial<AccountDetails>) =>
          Effect.suspend(() => {
            const now = known.get(key)
            if (now !== undefined) known.set(key, { ...now, ...of })
            return show
          })
        known.set(key, toUnknownDetails(namespace))
        const typed =
          one.told === null
            ? Effect.flatMap(fetchAccountType({ connectors, clients }, one, network), (type) =>
                tell({ type }),
              )
            : Effect.void
        const named = Effect.flatMap(clients.profileOf(address, network), ({ name }) => tell({ name }))
        yield* Effect.forkIn(Effect.all([typed, named], { concurrency: 2, discard: true }), scope)
      })

    const use = (namespace: Namespace, address: string) =>
      Effect.suspend(() => {
        board.connectors.get(namespace)?.use?.(address)
        return Effect.andThen(board.dispatch(namespace, { _tag: "Chose", address }), changed)
      })

    /** Keeps the selected account while the wallet shares it, also after a reload. */
    const keepChoice = (namespace: Namespace): Effect.Effect<void> => {
      const address = choices[namespace]
      const state = board.get(namespace)
      const mayComeBack =
        state._tag === "Restoring" || (state._tag === "Disconnected" && state.because !== null)
      if (address === undefined || mayComeBack) return Effect.void
      const shares = state._tag === "Connected" && state.accounts.map(toPlainAddress).includes(address)
      if (!shares) choose(namespace, null)
      return !shares || toPlainAddress(state.account) === address ? Effect.void : use(namespace, address)
    }

    const follow = Effect.gen(function* () {
      yield* Effect.forEach(namespaces, keepChoice, { discard: true })
      const all = listed()
      const keys = new Set(all.map(({ connector, account }) => toAccountKey(connector, account)))
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
      const news = all
        .slice(0, maxDetailedAccounts)
        .filter(({ connector, account }) => !known.has(toAccountKey(connector, account)))
      yield* show
      yield* Effect.forEach(news, learn, { discard: true })
    })

    yield* Effect.forkIn(
      Stream.runForEach(SubscriptionRef.changes(board.state), () => follow),
      scope,
      {
        startImmediately: true,
      },
    )

    return {
      entries,
      select: (account) =>
        Effect.suspend(() => {
          const [namespace, address] = [toNamespace(account), toPlainAddress(account)]
          const state = isNamespace(namespace) ? board.getConnected(namespace) : null
          if (!isNamespace(namespace) || !state?.accounts.map(toPlainAddress).includes(address))
            return new EngineError({ reason: { _tag: "NotConnected" } })
          choose(namespace, address)
          return use(namespace, address)
        }),
    }
  })

/** An id may belong to a wallet of each chain; the account distinguishes them. */
const toAccountKey = ({ id }: Connector, account: CaipAddress): string => `${id} ${account}`

/**
 * Returns `smartAccount` for an account with atomic calls that is not a key's account with delegated code: that one
 * pays its own fees. Without a report of the wallet, and on a chain without smart accounts, returns the chain's usual type.
 */
const fetchAccountType = (
  deps: ChainDeps,
  { account, address, connector }: ListedAccount,
  network: Network,
): Effect.Effect<AccountType> =>
  Effect.gen(function* () {
    const { actions, asking } = yield* loadChain(deps, { network, known: true })
    const { accountType: usual, hasSmartAccounts } = actions.rules
    if (!hasSmartAccounts) return usual
    return yield* Effect.gen(function* () {
      const { capabilities } = yield* connector.calls
      const { atomic } = yield* capabilities({ account, network })
      if (atomic !== "supported") return usual
      return (yield* actions.isDelegated({ ...asking, address })) ? usual : "smartAccount"
    }).pipe(
      catchDefects,
      Effect.orElseSucceed((): AccountType => usual),
    )
  }).pipe(
    catchDefects,
    Effect.orElseSucceed((): AccountType => defaultAccountType),
  )

/** The type of an account while its chain's code is not loaded. */
const defaultAccountType = "eoa" satisfies AccountType
