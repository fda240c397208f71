import type { FrameLink } from "@wmodal/frame-rpc"
import { serveFrame } from "@wmodal/frame-rpc/frame"
import { Effect, Queue, type Scope } from "effect"
import type { OpenApprovalKey } from "./ApprovalKey.ts"
import type { Approve } from "./ApprovalPrompt.ts"
import type { AskCode } from "./CodePrompt.ts"
import { makeFrameSession } from "./FrameSession.ts"
import type { FrameStorage } from "./FrameStorage.ts"
import { followSite, type SiteEvent } from "./followSite.ts"
import { makeWalletHandlers, type Theme } from "./makeWalletHandlers.ts"
import { type Fetch, makeSiteApi } from "./SiteApi.ts"

export interface ServeWalletOptions {
  /** The frame's address, which contains the site, the world and the network. */
  readonly url: string
  readonly fetch: Fetch
  readonly storage: FrameStorage
  readonly openKey: OpenApprovalKey
  /** The link to the embedding page or terminal. */
  readonly parent: FrameLink
  /** The parent's origin as reported by the browser; `null` in a terminal. */
  readonly parentOrigin: string | null
  readonly approve: Approve
  readonly askCode?: AskCode | undefined
  readonly themed: (theme: Theme) => void
  /** See `AnswersOptions`. */
  readonly performing: (count: number) => void
  /** Runs work that keeps a connection open while the frame may be visible, and reports pauses. Default: always. */
  readonly whileVisible?: (work: Effect.Effect<never>, unseen: () => void) => Effect.Effect<never>
  /** Reloads a frame that stopped responding. */
  readonly restart: () => void
}

/**
 * Serves the embedded wallet of a frame's address until it is interrupted. A frame that the server has frozen
 * sends nothing at all, not even a first message.
 */
export const serveWallet = Effect.fnUntraced(function* ({
  approve,
  askCode,
  fetch,
  openKey,
  parent,
  parentOrigin,
  performing,
  restart,
  storage,
  themed,
  url,
  whileVisible = (work) => work,
}: ServeWalletOptions): Effect.fn.Return<never, never, Scope.Scope> {
  const address = new URL(url)
  const projectId = address.searchParams.get("projectId") ?? ""
  const here = { fetch, origin: address.origin, projectId, isTerminal: parentOrigin === null }
  const site = makeSiteApi(here)
  const session = makeFrameSession({
    storage,
    projectId,
    origin: parentOrigin,
    chainId: address.searchParams.get("chainId") ?? "",
  })

  const key = yield* Effect.cached(openKey(session.keyName))

  const serve = Effect.gen(function* () {
    const ended = yield* Queue.unbounded<void>()
    const { handlers, checkSession } = yield* makeWalletHandlers({
      site,
      session,
      approve,
      askCode,
      key,
      place: { site: address.origin, projectId, origin: parentOrigin },
      themed,
      performing,
      sessionEnded: () => Queue.offerUnsafe(ended, undefined),
    })
    const side = yield* serveFrame({ parent, answers: handlers, version: "4" })
    // The session's token stays inside the frame.
    yield* Queue.take(ended).pipe(
      Effect.andThen(side.push("SESSION_UPDATE", { token: "" })),
      Effect.forever,
      Effect.forkScoped,
    )
    return checkSession
  })

  const events = yield* Queue.unbounded<SiteEvent | "stored" | null>()
  storage.listen?.(() => Queue.offerUnsafe(events, "stored"))
  const heard = (event: SiteEvent | null) => void Queue.offerUnsafe(events, event)
  yield* whileVisible(followSite(here, heard), () => heard(null)).pipe(Effect.forkScoped)

  /** Completes when the server has frozen the frame. */
  const untilFrozen = (revokedBefore: number) =>
    Effect.gen(function* () {
      const checkSession = yield* serve
      let revoked = revokedBefore
      for (;;) {
        const event = yield* Queue.take(events)
        if (event === null) continue
        if (event === "stored") {
          yield* checkSession
          continue
        }
        if (event.frozen) return
        if (event.revoked !== revoked) yield* checkSession
        revoked = event.revoked
      }
    }).pipe(Effect.scoped)

  // Without events the frame is treated as not frozen.
  const untilThawed = Effect.gen(function* () {
    for (;;) {
      const event = yield* Queue.take(events)
      if (event === "stored") continue
      if (!event?.frozen) return event?.revoked ?? 0
    }
  })

  yield* untilFrozen(yield* untilThawed)
  yield* untilThawed
  restart()
  return yield* Effect.never
})
