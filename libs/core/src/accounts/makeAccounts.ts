import type { Connector } from "@wmodal/chains"
import { type CaipAddress, isNamespace, type Namespace, type Network, namespaces } from "@wmodal/protocol"
import { Effect, type Scope, Stream, SubscriptionRef } from "effect"
import * as z from "zod/mini"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import { EngineError } from "../problems/EngineError.ts"
import { chosenKey } from "../storage/Memory.ts"
import type { AccountEntry, Accounts, AccountType } from "./Accounts.ts"

const chosen = { key: chosenKey, schema: z.partialRecord(z.enum(namespaces), z.string()) }

/** Accounts of which more is found out than their address: a wallet may share a thousand. */
const lookedUp = 20

type Details = Pick<AccountEntry, "type" | "name">

/** One account, and whom to ask about it. */
interface Listed {
  readonly account: CaipAddress
  readonly namespace: Namespace
  readonly address: string
  readonly selected: boolean
  /** What its wallet says of it; `null` where that says nothing. */
  readonly told: AccountType | null
  readonly connector: Connector
  readonly network: Network | undefined
}

type Around = Pick<Surroundings, "board" | "networks" | "memory" | "connectors" | "clients" | "changed">

export const makeAccounts = ({
  board,
  networks,
  memory,
  connectors,
  clients,
  changed,
}: Around): Effect.Effect<Accounts, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const entries = yield* SubscriptionRef.make<readonly AccountEntry[]>([])
    const known = new Map<string, Details>()
    const choices: Partial<Record<Namespace, string>> = { ...memory.read(chosen) }

    const choose = (namespace: Namespace, address: string | null) => {
      if (address === null) delete choices[namespace]
      else choices[namespace] = address
      memory.write(chosen, Object.keys(choices).length === 0 ? null : choices)
    }

    const listed = (): readonly Listed[] =>
      namespaces.flatMap((namespace) => {
        const state = board.connectedOn(namespace)
        const connector = board.connectors.get(namespace)
        if (state === null || connector === undefined) return []
        const id = state.account.slice(0, state.account.lastIndexOf(":"))
        const reported = state.walletNetwork ?? id
        const [network, theirs] = [id, reported].map((one) =>
          networks.configured.find(({ caipNetworkId }) => caipNetworkId === one),
        )
        const addresses = [...new Set(state.accounts.map(addressIn))]
        return addresses.map((address) => ({
          account: `${namespace}:${id.slice(namespace.length + 1)}:${address}` as const,
          namespace,
          address,
          selected: address === addressIn(state.account),
          told: state.details?.[address]?.type ?? null,
          connector,
          // On a network that is none of the page's nothing is asked.
          network: theirs === undefined ? undefined : network,
        }))
      })

    const show = Effect.suspend(() => {
      const next = listed().map(
        ({ account, namespace, address, selected, told, connector }): AccountEntry => {
          const { type, name } = known.get(keyOf(connector, account)) ?? unknown(namespace)
          return { account, namespace, address, selected, type: told ?? type, name }
        },
      )
      const now = SubscriptionRef.getUnsafe(entries)
      return JSON.stringify(now) === JSON.stringify(next) ? Effect.void : SubscriptionRef.set(entries, next)
    })

    const learn = (one: Listed) =>
      Effect.gen(function* () {
        const { account, address, namespace, connector, network } = one
        if (network === undefined) return
        const key = keyOf(connector, account)
        const tell = (of: Partial<Details>) =>
          Effect.suspend(() => {
            const now = known.get(key)
            if (now !== undefined) known.set(key, { ...now, ...of })
            return show
          })
        known.set(key, unknown(namespace))
        const typed =
          one.told === null
            ? Effect.flatMap(typeOf({ connectors, clients }, one, network), (type) => tell({ type }))
            : Effect.void
        const named = Effect.flatMap(clients.profileOf(address, network), ({ name }) => tell({ name }))
        yield* Effect.forkIn(Effect.all([typed, named], { concurrency: 2, discard: true }), scope)
      })

    const use = (namespace: Namespace, address: string) =>
      Effect.suspend(() => {
        board.connectors.get(namespace)?.use?.(address)
        return Effect.andThen(board.step(namespace, { _tag: "Chose", address }), changed)
      })

    /** What was chosen counts as long as the wallet shares it, also after a reload. */
    const keepChoice = (namespace: Namespace): Effect.Effect<void> => {
      const address = choices[namespace]
      const state = board.of(namespace)
      const mayComeBack =
        state._tag === "Restoring" || (state._tag === "Disconnected" && state.because !== null)
      if (address === undefined || mayComeBack) return Effect.void
      const shares = state._tag === "Connected" && state.accounts.map(addressIn).includes(address)
      if (!shares) choose(namespace, null)
      return !shares || addressIn(state.account) === address ? Effect.void : use(namespace, address)
    }

    const follow = Effect.gen(function* () {
      yield* Effect.forEach(namespaces, keepChoice, { discard: true })
      const all = listed()
      const keys = new Set(all.map(({ connector, account }) => keyOf(connector, account)))
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
      const news = all
        .slice(0, lookedUp)
        .filter(({ connector, account }) => !known.has(keyOf(connector, account)))
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
          const [namespace = "", , address = ""] = account.split(":")
          const state = isNamespace(namespace) ? board.connectedOn(namespace) : null
          if (!isNamespace(namespace) || !state?.accounts.map(addressIn).includes(address))
            return new EngineError({ reason: { _tag: "NotConnected" } })
          choose(namespace, address)
          return use(namespace, address)
        }),
    }
  })

const addressIn = (account: CaipAddress): string => account.slice(account.lastIndexOf(":") + 1)

/** An id may stand for a wallet of each chain; the account says which. */
const keyOf = ({ id }: Connector, account: CaipAddress): string => `${id} ${account}`

const unknown = (namespace: Namespace): Details => ({ type: defaults[namespace], name: null })

const defaults: Readonly<Record<Namespace, AccountType>> = {
  eip155: "eoa",
  solana: "eoa",
  polkadot: "eoa",
  bip122: "payment",
}

/**
 * A smart account is one whose calls go as one, and that is not a key's own account with borrowed code: that one pays
 * its fees like any other. A wallet that cannot say has none.
 */
const typeOf = (
  around: ChainSurroundings,
  { account, address, connector }: Listed,
  network: Network,
): Effect.Effect<AccountType> =>
  connector.namespace === "eip155"
    ? surviving(
        Effect.gen(function* () {
          const { capabilities } = yield* connector.calls
          const { atomic } = yield* capabilities({ account, network })
          if (atomic !== "supported") return "eoa"
          const { actions, asking } = yield* askChain(around, { network, known: true })
          return (yield* actions.delegated({ ...asking, address })) ? "eoa" : "smartAccount"
        }),
      ).pipe(Effect.orElseSucceed((): AccountType => "eoa"))
    : Effect.succeed(defaults[connector.namespace])
