import type { HistoryPage, HistoryTransaction } from "@wmodal/api"
import { sanitizeLine } from "@wmodal/chains"
import { parseCaipAddress } from "@wmodal/protocol"
import { Effect, Result, SubscriptionRef } from "effect"
import { type HistoryPages, nextCursor } from "../activity/historyPages.ts"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainAtHand } from "../flows/askChain.ts"
import { type Holder, holderOf } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import { safePicture } from "../flows/safePicture.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { type Acquaintances, acquaintancesOf } from "./acquaintances.ts"
import { addressIn } from "./addressIn.ts"
import { sameForm } from "./lookAlike.ts"
import { parseRecipient } from "./parseRecipient.ts"
import { type Recipient, RecipientError, type Recipients } from "./Recipients.ts"
import { stopsOf } from "./stopsOf.ts"

/** Pages of history that are looked through for people the account knows. */
const mostPages = 5
/** How many of those paid before are suggested, and how many of the account's own others. */
const mostSuggestions = 10
/** Milliseconds that an address may wait for its name, and a recipient for each page of history. */
const patience = { name: 2_000, page: 5_000 } as const

export const makeRecipients = (
  around: Surroundings & { readonly ledger: Ledger; readonly history: HistoryPages },
): Recipients => {
  const { board, clients, ledger, history, networks } = around

  /** As much of it as can be read. */
  const recent = (of: Holder): Effect.Effect<readonly HistoryTransaction[]> =>
    Effect.gen(function* () {
      const used = new Set<string>()
      const transactions: HistoryTransaction[] = []
      let cursor: string | null = null
      for (let page = 0; page < mostPages; page++) {
        const read: Result.Result<HistoryPage, unknown> = yield* Effect.result(
          Effect.timeoutOrElse(history.page({ of, cursor }), {
            duration: patience.page,
            orElse: () => Effect.fail("slow"),
          }),
        )
        if (Result.isFailure(read)) break
        transactions.push(...read.success.data)
        cursor = nextCursor(read.success, used)
        if (cursor === null) break
        used.add(cursor)
      }
      return transactions
    })

  const ownAddresses = (of: Holder): readonly string[] =>
    (board.connectedOn(of.network.chainNamespace)?.accounts ?? []).flatMap((account) => {
      const parts = parseCaipAddress(account)
      return Result.isSuccess(parts) ? [parts.success.address] : []
    })

  const acquaintances = (of: Holder): Effect.Effect<Acquaintances> =>
    Effect.map(recent(of), (transactions) =>
      acquaintancesOf({
        holder: of,
        entries: SubscriptionRef.getUnsafe(ledger.entries),
        history: transactions,
        own: ownAddresses(of),
      }),
    )

  /** Histories write addresses in small letters; a person compares them with what they have elsewhere. */
  const checksumOf = (of: Holder): Effect.Effect<(address: string) => string> =>
    askChain(around, of).pipe(
      Effect.map(
        ({ actions }) =>
          (address: string) =>
            actions.address(address) ?? address,
      ),
      Effect.orElseSucceed(() => (address: string) => address),
    )

  /** Whether a token's contract stands there, which gives no token back; not where nobody can say. */
  const isToken = (address: string, of: Holder): Effect.Effect<boolean> =>
    askChain(around, of).pipe(
      Effect.flatMap(({ actions, asking }) => surviving(actions.token({ ...asking, token: address }))),
      Effect.map((description) => description !== null),
      Effect.orElseSucceed(() => false),
    )

  /** Where a name leads; `null` where nobody has it. Fails where nobody could be asked. */
  const lookUp = (name: string, of: Holder, { actions }: ChainAtHand) =>
    Effect.gen(function* () {
      const { api } = clients
      const network = of.network.caipNetworkId
      if (api === null || !(yield* api.gate.supports(network))) return yield* Effect.fail("nobody to ask")
      const record = yield* api.names.account(network, name).pipe(
        Effect.catch((error) => {
          const refused = error.reason._tag === "Status" && /^40[04]$/.test(String(error.reason.status))
          return refused ? Effect.succeed({ addresses: {} }) : Effect.fail(error)
        }),
      )
      return addressIn(record, of.network, actions.address)
    })

  /** What an address is called, where that name leads back to it: anybody may give an address any name. */
  const known = (address: string, of: Holder, chain: ChainAtHand): Effect.Effect<Recipient> =>
    Effect.gen(function* () {
      const nameless: Recipient = { address, name: null, image: null }
      const { name, image } = yield* clients.profileOf(address, of.network)
      if (name === null) return nameless
      const parsed = parseRecipient(name, of.network, [])
      if (Result.isFailure(parsed) || parsed.success._tag !== "Name") return nameless
      const back = yield* lookUp(parsed.success.name, of, chain)
      return back === address ? { address, name, image: safePicture(image) } : nameless
    }).pipe(
      Effect.timeoutOrElse({ duration: patience.name, orElse: () => Effect.fail("slow") }),
      Effect.orElseSucceed((): Recipient => ({ address, name: null, image: null })),
    )

  return {
    resolve: (text) =>
      Effect.gen(function* () {
        const fail = (reason: RecipientError["reason"]) => new RecipientError({ text, reason })
        const of = holderOf(around)
        if (of === null) return yield* fail({ _tag: "NameNotRead" })
        const chain = yield* askChain(around, of).pipe(Effect.mapError(() => fail({ _tag: "NameNotRead" })))
        const parsed = yield* Effect.fromResult(parseRecipient(text, of.network, networks.configured))
        if (parsed._tag === "Address") {
          const address = chain.actions.address(parsed.address)
          if (address === null) return yield* fail({ _tag: "WrongChecksum" })
          return yield* known(address, of, chain)
        }
        const address = yield* lookUp(parsed.name, of, chain).pipe(
          Effect.mapError(() => fail({ _tag: "NameNotRead" })),
        )
        if (address === null) return yield* fail({ _tag: "UnknownName" })
        return { address, name: sanitizeLine(parsed.name, 255), image: null }
      }),

    suggestions: Effect.suspend(() => {
      const of = holderOf(around)
      if (of === null) return Effect.succeed([])
      return Effect.all([acquaintances(of), askChain(around, of)]).pipe(
        Effect.map(([{ sent }, { actions }]) => {
          const own = ownAddresses(of)
            .slice(0, mostSuggestions)
            .map((address) => ({ address, name: null }))
          const paid = [...sent.values()].toSorted((a, b) => b.at - a.at).slice(0, mostSuggestions)
          const self = sameForm(of.network.chainNamespace, of.address)
          const found = new Map<string, Recipient>()
          for (const { address, name } of [...paid, ...own]) {
            const checked = actions.address(address)
            const key = sameForm(of.network.chainNamespace, address)
            if (checked === null || key === self || found.has(key)) continue
            found.set(key, { address: checked, name: name && sanitizeLine(name, 64), image: null })
          }
          return [...found.values()]
        }),
        Effect.orElseSucceed(() => []),
      )
    }),

    stops: (address, token) =>
      Effect.suspend(() => {
        const of = holderOf(around)
        if (of === null) return Effect.succeed([{ _tag: "FirstTime", address }])
        const namespace = of.network.chainNamespace
        return Effect.map(
          Effect.all([acquaintances(of), checksumOf(of), token === null ? noToken : isToken(address, of)], {
            concurrency: "unbounded",
          }),
          ([known, checksum, keepsTokens]) =>
            stopsOf({ namespace, address, token: keepsTokens ? address : token, acquaintances: known }).map(
              (stop) => (stop._tag === "LookAlike" ? { ...stop, known: checksum(stop.known) } : stop),
            ),
        )
      }),
  }
}

const noToken = Effect.succeed(false)
