import { bundledDirectory, type Directory, type WalletPage, type WalletsRequest } from "@wmodal/api"
import { parseAppLink } from "@wmodal/chains/walletconnect"
import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectorsInternal } from "../connectors/makeConnectors.ts"
import type { WalletEntry } from "../connectors/WalletEntry.ts"
import { makeExclusionTest } from "../connectors/walletRows.ts"
import type { EmitEvent } from "../EngineEvent.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { Options } from "../options/Options.ts"
import { makeToWalletEntries } from "./makeToWalletEntries.ts"
import type { Wallets, WalletsState } from "./Wallets.ts"

export interface WalletsDeps extends Pick<ConnectorsInternal, "listed"> {
  /** The directory, or the bundled one without a directory endpoint. */
  readonly directory: Pick<Directory, "wallets" | "walletImageUrl">
  readonly options: Pick<Options, "chains" | "networks" | "excludedWallets" | "includedWallets">
  readonly isInstalled: (entry: WalletEntry) => boolean
  readonly emit: EmitEvent
  readonly warn: (text: string) => void
}

/** The number of wallets in one page, and in all results of a search. Source: the AppKit 1.7.2 wire. */
const walletsPerPage = 40
const walletsPerSearch = 100

/** The minimum length of a search query. */
const minQueryLength = 2

/** Milliseconds after the last key. */
const searchDelayMs = 500

/** The loaded pages, and the directory's count of wallets beyond the recommended ones. */
interface LoadedPages {
  readonly read: readonly WalletEntry[]
  readonly pages: number
  readonly total: number
  readonly status: "ready" | "end" | "offline" | "failed"
}

const isDirectoryId = (name: string) => /^[0-9a-f]{64}$/.test(name)

export const makeWallets = ({ directory, options, listed, isInstalled, emit, warn }: WalletsDeps) =>
  Effect.gen(function* () {
    const slot = yield* makeTaskHandle
    const entriesIn = makeToWalletEntries(directory)
    const excludedIds = options.excludedWallets.filter(isDirectoryId)
    const state = yield* SubscriptionRef.make<WalletsState>({
      query: "",
      certified: false,
      entries: [],
      count: 0,
      status: "loading",
    })
    let pages: LoadedPages | null = null
    let opened = false

    const now = () => SubscriptionRef.getUnsafe(state)
    const amend = (change: Partial<WalletsState>) =>
      SubscriptionRef.update(state, (before) => ({ ...before, ...change }))

    const isSearch = () => now().certified || now().query.trim().length >= minQueryLength

    /** Returns the usable wallets of a response: without a chain, a wallet without a link cannot connect. */
    const shown = ({ data }: WalletPage, excludes: ReturnType<typeof makeExclusionTest>) =>
      entriesIn(data).filter(
        (entry) =>
          !excludes([entry.id, entry.name, entry.rdns]) && (options.chains.length > 0 || hasLink(entry)),
      )

    const inOrder = (entries: readonly WalletEntry[]) => {
      const each = [...new Map(entries.map((entry) => [entry.id, entry])).values()]
      return [...each.filter(isInstalled), ...each.filter((entry) => !isInstalled(entry))]
    }

    const ask = (request: WalletsRequest) => {
      const wanted = {
        ...request,
        chains: options.networks.map(({ caipNetworkId }) => caipNetworkId),
        include: options.includedWallets,
      }
      return directory.wallets(wanted).pipe(
        Effect.map((page) => ({ page, online: true })),
        Effect.catch((error) => {
          warn(`The wallet directory could not be read: ${error.message}`)
          return bundledDirectory.wallets(wanted).pipe(
            Effect.orElseSucceed((): WalletPage => ({ count: 0, data: [] })),
            Effect.map((page) => ({ page, online: false })),
          )
        }),
      )
    }

    /** Shows the loaded pages below the recommended wallets. */
    const showPages = Effect.gen(function* () {
      if (pages === null) return
      const { featured, recommended } = yield* listed
      const entries = inOrder([...featured, ...recommended, ...pages.read])
      const first = new Set([...featured, ...recommended].map(({ id }) => id)).size
      yield* amend({
        entries,
        count: Math.max(entries.length, pages.total + first),
        status: pages.status === "offline" && entries.length === 0 ? "failed" : pages.status,
      })
    })

    const readPage = Effect.gen(function* () {
      const before = pages ?? { read: [], pages: 0, total: 0 }
      const { featured, recommended, excluded } = yield* listed
      const excludes = makeExclusionTest({ options, excluded })
      const { page, online } = yield* ask({
        page: before.pages + 1,
        entries: walletsPerPage,
        exclude: [...recommended.map(({ id }) => id), ...excludedIds, ...featured.map(({ id }) => id)],
      })
      if (!online) {
        // Loaded pages stay, without bundled wallets below them.
        const read = before.pages === 0 ? shown(page, excludes) : before.read
        pages = { ...before, read, status: "offline" }
      } else {
        // Bundled wallets do not stay above a loaded page.
        const read = [...(before.pages === 0 ? [] : before.read), ...shown(page, excludes)]
        const total = Math.max(before.total, page.count)
        const isLast = page.data.length === 0 || (before.pages + 1) * walletsPerPage >= total
        pages = { read, pages: before.pages + 1, total, status: isLast ? "end" : "ready" }
      }
      yield* showPages
    })

    const find = Effect.gen(function* () {
      const { query, certified } = now()
      const search = query.trim().length >= minQueryLength ? query.trim() : ""
      const { excluded } = yield* listed
      const { page, online } = yield* ask({
        page: 1,
        entries: walletsPerSearch,
        exclude: excludedIds,
        ...(search === "" ? {} : { search }),
        ...(certified ? { badge: "certified" as const } : {}),
      })
      const entries = inOrder(shown(page, makeExclusionTest({ options, excluded })))
      yield* amend({
        entries,
        count: Math.max(entries.length, page.count),
        status: online ? "end" : entries.length === 0 ? "failed" : "offline",
      })
      yield* emit("SEARCH_WALLET", { badge: certified ? "certified" : "", search })
    })

    const run = (reading: Effect.Effect<void>) => Effect.asVoid(slot.run(reading))

    const wallets: Wallets = {
      state,
      open: Effect.suspend(() => {
        if (opened) return wallets.retry
        opened = true
        return isSearch() ? Effect.void : run(readPage)
      }),
      more: Effect.suspend(() =>
        now().status !== "ready" || isSearch()
          ? Effect.void
          : Effect.andThen(amend({ status: "more" }), run(readPage)),
      ),
      search: (query, certified) =>
        Effect.suspend(() => {
          const before = isSearch() ? `${now().certified} ${now().query.trim()}` : ""
          const typed = amend({ query, certified })
          const looking = Effect.suspend(() => {
            const after = isSearch() ? `${certified} ${query.trim()}` : ""
            if (after === before) return Effect.void
            if (after !== "")
              return Effect.andThen(
                amend({ entries: [], count: 0, status: "loading" }),
                run(Clock.delay(find, searchDelayMs)),
              )
            return pages === null
              ? Effect.andThen(amend({ entries: [], count: 0, status: "loading" }), run(readPage))
              : Effect.andThen(slot.stop, showPages)
          })
          return Effect.andThen(typed, looking)
        }),
      retry: Effect.suspend(() => {
        const { status, entries } = now()
        if (status !== "offline" && status !== "failed") return Effect.void
        const next = isSearch() ? find : readPage
        return Effect.andThen(amend({ status: entries.length === 0 ? "loading" : "more" }), run(next))
      }),
    }
    return wallets
  })

const hasLink = ({ links }: WalletEntry) =>
  Object.values(links).some((link) => link !== null && parseAppLink(link) !== null)
