import type { HistoryTransaction } from "@wmodal/api"
import { type ChainActions, sanitizeLine } from "@wmodal/chains"
import { type Network, parseImageUrl, parseNamedImage, SubscriptionRef, truncate } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { isSpam } from "../activity/movements.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import { joinShared } from "../effects/joinShared.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import {
  type ActiveAccount,
  getActiveAccount,
  isActiveAccount,
  watchActiveAccount,
} from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { getNextCursor, type HistoryPages } from "../services/historyPages.ts"
import { type ChainDeps, loadChain } from "../services/loadChain.ts"
import type { Collectible, Collectibles, CollectiblesState } from "./Collectibles.ts"

/**
 * Returns the collectibles that an account received in these transactions, newest first. Spam and other chains are left
 * out.
 */
const findCandidates = (
  transactions: readonly HistoryTransaction[],
  {
    network,
    address,
    rules,
    imageHosts,
  }: Pick<ChainActions, "address" | "rules"> & {
    readonly network: Network
    readonly imageHosts: readonly string[]
  },
): readonly Collectible[] =>
  transactions.flatMap(({ metadata: { chain, status }, transfers }) => {
    if (status !== "confirmed" || (chain != null && chain !== network.caipNetworkId)) return []
    return transfers.flatMap((transfer) => {
      const { nft_info, direction } = transfer
      if (nft_info == null || direction !== "in" || isSpam(transfer)) return []
      const { contract_address, token_id, name, content } = nft_info
      const contract = contract_address == null ? null : address(contract_address)
      const tokenId = rules.parseCollectibleId(token_id)
      // The chain's ownership lookup needs both.
      if (contract === null || tokenId === null) return []
      const collectible: Collectible = {
        network: network.caipNetworkId,
        contract,
        tokenId,
        name: sanitizeLine(name ?? "", 64) || (tokenId === "" ? truncate(contract) : `#${tokenId}`),
        ...findImages([content?.preview?.url, content?.detail?.url], imageHosts),
      }
      return [collectible]
    })
  })

/** Returns the first picture that may be loaded, else the first that the user may ask for. */
const findImages = (
  urls: readonly unknown[],
  imageHosts: readonly string[],
): Pick<Collectible, "image" | "unnamedImage"> => {
  const image = urls.map((url) => parseNamedImage(url, imageHosts)).find((url) => url !== null) ?? null
  const unnamed = urls.map(parseImageUrl).find((url) => url !== null) ?? null
  return { image, unnamedImage: image === null ? unnamed : null }
}

/** Returns the key of a collectible. */
const toCollectibleKey = ({ contract, tokenId }: Pick<Collectible, "contract" | "tokenId">): string =>
  `${contract} ${tokenId}`

/** Maximum number of history pages per search. */
const maxPagesPerSearch = 5

/** Number of collectibles after which a search ends. */
const collectiblesPerSearch = 12

/** The searched part of one account's history. */
interface CollectiblesProgress {
  readonly of: ActiveAccount
  readonly found: readonly Collectible[]
  /** The keys of all looked-up collectibles, owned or not. */
  readonly seen: ReadonlySet<string>
  /** The cursor of the next page; `null` for the first. */
  readonly cursor: string | null
  readonly used: ReadonlySet<string>
  readonly ended: boolean
  /** There is no history to search. */
  readonly unsupported: boolean
}

export const makeCollectibles = (
  deps: Pick<EngineServices, "account" | "networks" | "options"> &
    ChainDeps & { readonly history: HistoryPages },
) =>
  Effect.gen(function* () {
    const {
      history,
      options: { imageHosts },
    } = deps
    const scope = yield* Effect.scope
    const state = yield* SubscriptionRef.make<CollectiblesState>({ _tag: "Disconnected" })
    /** False until the UI requests collectibles; from then on every shown account is read. */
    let wanted = false
    let begun = 0
    let book: CollectiblesProgress | null = null
    let looking: number | null = null

    const empty = (of: ActiveAccount): CollectiblesProgress => ({
      of,
      found: [],
      seen: new Set(),
      cursor: null,
      used: new Set(),
      ended: false,
      unsupported: false,
    })

    /** Searches one more page, and keeps the collectibles that the account owns on the chain. */
    const turnPage = (
      from: CollectiblesProgress,
      how: keyof HistoryPages,
    ): Effect.Effect<CollectiblesProgress, ReadProblem> =>
      Effect.gen(function* () {
        const { of } = from
        const page = yield* history[how]({ of, cursor: from.cursor })
        const cursor = getNextCursor(page, from.used)
        const used = cursor === null ? from.used : new Set([...from.used, cursor])
        const unsupported = page.unsupported === true
        const next: CollectiblesProgress = { ...from, cursor, used, ended: cursor === null, unsupported }
        if (page.data.length === 0) return next
        const { actions, asking } = yield* loadChain(deps, of)
        const candidates = new Map<string, Collectible>()
        for (const one of findCandidates(page.data, { network: of.network, imageHosts, ...actions }))
          if (!from.seen.has(toCollectibleKey(one)) && !candidates.has(toCollectibleKey(one)))
            candidates.set(toCollectibleKey(one), one)
        if (candidates.size === 0) return next
        const owned = yield* catchDefects(
          actions.filterOwned({ ...asking, owner: of.address, collectibles: [...candidates.values()] }),
        )
        const theirs = new Set(owned.map(toCollectibleKey))
        return {
          ...next,
          found: [
            ...from.found,
            ...[...candidates.values()].filter((one) => theirs.has(toCollectibleKey(one))),
          ],
          seen: new Set([...from.seen, ...candidates.keys()]),
        }
      })

    /** Collectibles that were found stay after a failure. A result for an earlier account is dropped. */
    const look = (from: CollectiblesProgress, how: keyof HistoryPages): Effect.Effect<void> =>
      Effect.suspend(() => {
        const turn = ++begun
        looking = turn
        const settle = Effect.sync(() => {
          if (looking === turn) looking = null
        })
        return Effect.ensuring(lookAs(turn, from, how), settle)
      })

    const lookAs = (turn: number, from: CollectiblesProgress, how: keyof HistoryPages): Effect.Effect<void> =>
      Effect.gen(function* () {
        const chain = yield* Effect.result(loadChain(deps, from.of))
        if (turn !== begun || !isActiveAccount(deps, from.of)) return
        if (Result.isSuccess(chain) && !chain.success.actions.rules.hasCollectibles) {
          const hidden: CollectiblesState = { _tag: "Hidden" }
          return yield* SubscriptionRef.set(state, hidden)
        }
        let at = from
        for (let page = 0; page < maxPagesPerSearch; page++) {
          const result: Result.Result<CollectiblesProgress, ReadProblem> = yield* Effect.result(
            turnPage(at, how),
          )
          if (turn !== begun || !isActiveAccount(deps, from.of)) return
          if (Result.isFailure(result)) {
            const problem = result.failure
            book = at.found.length === 0 ? null : at
            const failed: CollectiblesState = { _tag: "Failed", problem }
            return yield* SubscriptionRef.set(
              state,
              book === null ? failed : { ...toLoadedState(at), problem },
            )
          }
          at = result.success
          if (at.ended || at.found.length >= from.found.length + collectiblesPerSearch) break
        }
        book = at
        yield* SubscriptionRef.set(state, toLoadedState(at))
      })

    const ifConnected = (act: (of: ActiveAccount) => Effect.Effect<void>) =>
      Effect.suspend(() => {
        wanted = true
        const of = getActiveAccount(deps)
        return of === null ? Effect.void : joinShared(act(of), scope)
      })
    const isOpen = (of: ActiveAccount) => book !== null && book.of.account === of.account

    yield* watchActiveAccount(deps, (holder) =>
      Effect.gen(function* () {
        begun++
        book = null
        yield* SubscriptionRef.set(state, { _tag: holder === null ? "Disconnected" : "Loading" })
        if (holder !== null && wanted) yield* Effect.forkIn(look(empty(holder), "page"), scope)
      }),
    )

    const collectibles: Collectibles = {
      state,
      load: ifConnected((of) => (isOpen(of) ? Effect.void : look(empty(of), "page"))),
      more: ifConnected((of) =>
        book === null || !isOpen(of) || book.ended || looking !== null ? Effect.void : look(book, "page"),
      ),
      retry: ifConnected((of) =>
        Effect.andThen(SubscriptionRef.set(state, { _tag: "Loading" }), look(empty(of), "refetch")),
      ),
    }
    return collectibles
  })

const toLoadedState = ({ found, ended, unsupported }: CollectiblesProgress) =>
  ({ _tag: "Loaded", collectibles: found, more: !ended, ...(unsupported && { unsupported }) }) as const
