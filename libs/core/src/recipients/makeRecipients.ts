import type { HistoryTransaction } from "@wmodal/api"
import type { ChainActions, ChainRules } from "@wmodal/chains"
import { Clock, normalizeAddress, parseCaipAddress, SubscriptionRef, sanitizeName } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { type ActiveAccount, getActiveAccount } from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { getNextCursor, type HistoryPages, type HistorySlice } from "../services/historyPages.ts"
import { type LoadedChain, loadChain } from "../services/loadChain.ts"
import { getNameAddress } from "./getNameAddress.ts"
import { getRecipientWarnings } from "./getRecipientWarnings.ts"
import { collectKnownAddresses, type KnownAddresses } from "./knownAddresses.ts"
import { loadNormalName } from "./loadNormalizer.ts"
import { parseRecipient } from "./parseRecipient.ts"
import { type Recipient, RecipientError, type Recipients } from "./Recipients.ts"

/** Maximum number of history pages that are searched for known addresses. */
const maxHistoryPages = 5
/** Maximum numbers of suggested earlier recipients and of suggested own accounts. */
const maxSuggestions = 10
/** Milliseconds until the name of an address, or a history page for a recipient, times out. */
const lookupTimeoutsMs = { name: 2_000, page: 5_000 } as const

export const makeRecipients = (
  deps: EngineServices & { readonly ledger: Ledger; readonly history: HistoryPages },
): Recipients => {
  const { board, clients, ledger, history, networks } = deps

  /** Returns the readable part of the history. */
  const recent = (of: ActiveAccount): Effect.Effect<readonly HistoryTransaction[]> =>
    Effect.gen(function* () {
      const used = new Set<string>()
      const transactions: HistoryTransaction[] = []
      let cursor: string | null = null
      for (let page = 0; page < maxHistoryPages; page++) {
        const read: Result.Result<HistorySlice, unknown> = yield* Effect.result(
          history.page({ of, cursor }).pipe(
            Clock.timeoutOrElse({
              duration: lookupTimeoutsMs.page,
              orElse: () => Effect.fail("slow"),
            }),
          ),
        )
        if (Result.isFailure(read)) break
        transactions.push(...read.success.data)
        cursor = getNextCursor(read.success, used)
        if (cursor === null) break
        used.add(cursor)
      }
      return transactions
    })

  const ownAddresses = (of: ActiveAccount): readonly string[] =>
    (board.getConnected(of.network.chainNamespace)?.accounts ?? []).flatMap((account) => {
      const parts = parseCaipAddress(account)
      return Result.isSuccess(parts) ? [parts.success.address] : []
    })

  const fetchAcquaintances = (of: ActiveAccount, rules: KnownAddressRules): Effect.Effect<KnownAddresses> =>
    Effect.map(recent(of), (transactions) =>
      collectKnownAddresses({
        holder: of,
        rules,
        entries: SubscriptionRef.getUnsafe(ledger.entries),
        history: transactions,
        own: ownAddresses(of),
      }),
    )

  /** Returns whether the address is a token contract, which returns no tokens; false if no node responds. */
  const isToken = (address: string, of: ActiveAccount): Effect.Effect<boolean> =>
    loadChain(deps, of).pipe(
      Effect.flatMap(({ actions, asking }) => catchDefects(actions.token({ ...asking, token: address }))),
      Effect.map((description) => description !== null),
      Effect.orElseSucceed(() => false),
    )

  /** Resolves a name; `null` if it is not registered. Fails with `unsupported` if no server resolves names here. */
  const lookUp = (name: string, of: ActiveAccount, { actions }: LoadedChain) =>
    Effect.gen(function* () {
      const { api } = clients
      const network = of.network.caipNetworkId
      if (api === null || !(yield* api.gate.supports(network))) return yield* Effect.fail(unsupported)
      const record = yield* api.names.account(network, name).pipe(
        Effect.catch((error) => {
          const refused = error.reason._tag === "Status" && /^40[04]$/.test(String(error.reason.status))
          return refused ? Effect.succeed({ addresses: {} }) : Effect.fail(error)
        }),
      )
      return getNameAddress(record, of.network, actions)
    })

  /** Returns the name of an address if the name resolves back to it: reverse records can be forged. */
  const known = (address: string, of: ActiveAccount, chain: LoadedChain): Effect.Effect<Recipient> =>
    Effect.gen(function* () {
      const nameless: Recipient = { address, name: null, image: null }
      const { name, image } = yield* clients.profileOf(address, of.network)
      if (name === null) return nameless
      const { rules } = chain.actions
      const parsed = parseRecipient(name, { network: of.network, networks: [], rules })
      if (Result.isFailure(parsed) || parsed.success._tag !== "Name") return nameless
      const normalized = yield* loadNormalName(parsed.success.name)
      if (normalized === null) return nameless
      const back = yield* lookUp(normalized, of, chain)
      return back === address ? { address, name: normalized, image } : nameless
    }).pipe(
      Clock.timeoutOrElse({ duration: lookupTimeoutsMs.name, orElse: () => Effect.fail("slow") }),
      Effect.orElseSucceed((): Recipient => ({ address, name: null, image: null })),
    )

  return {
    resolve: (text) =>
      Effect.gen(function* () {
        const fail = (reason: RecipientError["reason"]) => new RecipientError({ text, reason })
        const of = getActiveAccount(deps)
        if (of === null) return yield* fail({ _tag: "NameNotRead" })
        const chain = yield* loadChain(deps, of).pipe(Effect.mapError(() => fail({ _tag: "NameNotRead" })))
        const parsed = yield* Effect.fromResult(
          parseRecipient(text, {
            network: of.network,
            networks: networks.configured,
            rules: chain.actions.rules,
          }),
        )
        const link = parsed.link === undefined ? {} : { link: parsed.link }
        if (parsed._tag === "Address") {
          const address = chain.actions.address(parsed.address)
          if (address === null) return yield* fail({ _tag: "WrongChecksum" })
          return { ...(yield* known(address, of, chain)), ...link }
        }
        const unread = Effect.mapError(() => fail({ _tag: "NameNotRead" }))
        const name = yield* loadNormalName(parsed.name).pipe(unread)
        if (name === null) return yield* fail({ _tag: "NotAnAddress" })
        const address = yield* lookUp(name, of, chain).pipe(
          Effect.mapError((error) =>
            fail({ _tag: error === unsupported ? "NamesUnsupported" : "NameNotRead" }),
          ),
        )
        if (address === null) return yield* fail({ _tag: "UnknownName" })
        return { address, name, image: null, ...link }
      }),

    suggestions: Effect.suspend(() => {
      const of = getActiveAccount(deps)
      if (of === null) return Effect.succeed([])
      return loadChain(deps, of).pipe(
        Effect.bindTo("chain"),
        Effect.bind("known", ({ chain }) => fetchAcquaintances(of, chain.actions.rules)),
        Effect.map(({ chain: { actions }, known: { paid: sent } }) => {
          const own = ownAddresses(of)
            .slice(0, maxSuggestions)
            .map((address) => ({ address, name: null }))
          const paid = [...sent.values()].toSorted((a, b) => b.at - a.at).slice(0, maxSuggestions)
          const self = normalizeAddress(of.network.chainNamespace, of.address)
          const found = new Map<string, Recipient>()
          for (const { address, name } of [...paid, ...own]) {
            const checked = actions.address(address)
            const key = normalizeAddress(of.network.chainNamespace, address)
            if (checked === null || key === self || found.has(key)) continue
            found.set(key, { address: checked, name: name && sanitizeName(name), image: null })
          }
          return [...found.values()]
        }),
        Effect.orElseSucceed(() => []),
      )
    }),

    stops: (address, token, name) =>
      Effect.suspend(() => {
        const of = getActiveAccount(deps)
        if (of === null) return Effect.succeed([{ _tag: "FirstTime", address }])
        const namespace = of.network.chainNamespace
        return Effect.gen(function* () {
          const chain = yield* Effect.result(loadChain(deps, of))
          const { rules, address: check } = Result.isSuccess(chain) ? chain.success.actions : unloadedChain
          const [acquaintances, keepsTokens] = yield* Effect.all(
            [fetchAcquaintances(of, rules), token === null ? noToken : isToken(address, of)],
            { concurrency: "unbounded" },
          )
          return getRecipientWarnings({
            namespace,
            rules,
            address,
            name,
            token: keepsTokens ? address : token,
            acquaintances,
          }).map((stop) =>
            stop._tag === "LookAlike" ? { ...stop, known: check(stop.known) ?? stop.known } : stop,
          )
        })
      }),
  }
}

/** No server resolves names of the network. */
const unsupported = "unsupported"

const noToken = Effect.succeed(false)

type KnownAddressRules = Pick<ChainRules, "spendsUtxos">

/** While a chain's code fails to load no payment can be made, and every recipient is a first-time recipient. */
const unloadedChain: Pick<ChainActions, "address"> & {
  readonly rules: KnownAddressRules & Pick<ChainRules, "isBurnAddress">
} = { address: () => null, rules: { spendsUtxos: false, isBurnAddress: () => false } }
