import { EngineError } from "@wmodal/core"
import type { FrameHost } from "@wmodal/frame-rpc/host"
import type { ApprovalPrompt } from "@wmodal/mock-server/frame"
import { withoutRedirects } from "@wmodal/protocol"
import { Deferred, Effect, type Scope } from "effect"
import { CliError } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitName.ts"
import type { Settings } from "../settings/Settings.ts"
import { formatAttempt } from "../terminal/formatAttempt.ts"
import type { Context } from "./Context.ts"
import { openSecureSiteFile, type SecureSiteFile } from "./secureSiteFile.ts"

/** Prompts the user with the text of the secure site. `host` is the host of the site. */
export type AskFrameApproval = (question: ApprovalPrompt, host: string) => Effect.Effect<boolean>

/** The frame of the secure site in this process. */
export interface OpenFrame {
  readonly host: FrameHost
  readonly file: SecureSiteFile
  /** Maps a failure to `NoSite` when the site did not respond. */
  readonly blamed: <E extends Failure>(error: E) => E | CliError
  /** Declines the pending request and all later ones. */
  readonly withdraw: Effect.Effect<void>
}

/** Returns the URL of the secure site. Fails when none is configured. */
export const getSecureSiteUrl = ({ endpoints }: Settings): Effect.Effect<URL, EngineError> =>
  endpoints.secureSite === undefined
    ? Effect.fail(new EngineError({ reason: { _tag: "SecureSiteNotFound" } }))
    : Effect.succeed(new URL(endpoints.secureSite))

/** Opens the frame, for one command at a time. Its code loads here. */
export const openFrame = Effect.fnUntraced(function* (
  { folder, output, prompts }: Context,
  site: URL,
  approve: AskFrameApproval,
): Effect.fn.Return<OpenFrame, CliError, Scope.Scope> {
  const file = yield* openSecureSiteFile(folder, site.origin, (turn) =>
    prompts.during("Waiting for another wmodal command", turn),
  )
  const { openFrameInNode } = yield* Effect.promise(() => import("@wmodal/mock-server/frame"))
  const line = makeMonitoredFetch(output.debug)
  const left = yield* Deferred.make<false>()
  return {
    host: openFrameInNode({
      approve: (question) => Effect.raceFirst(Deferred.await(left), approve(question, site.host)),
      storage: file.storage,
      fetch: line.fetch,
    }),
    file,
    withdraw: Effect.asVoid(Deferred.succeed(left, false)),
    blamed: (error) =>
      line.isDown() && !isFinalFailure(error)
        ? new CliError({ reason: { _tag: "NoSite", host: site.host } })
        : error,
  }
})

/**
 * Returns whether the failure holds regardless of the site's state: something may have been sent, or the user decided.
 */
const isFinalFailure = (error: Failure): boolean => {
  switch (error._tag) {
    case "ConnectorError":
      return error.reason._tag === "Declined"
    case "FrameError":
    case "EngineError":
    case "RestoreError":
      return false
    case "SendError":
    case "SwapError":
      return error.reason._tag !== "Wallet" || isFinalFailure(error.reason.error)
    default:
      return true
  }
}

/** Wraps `fetch` and records whether the last request got a response. Logs only the path of a request. */
const makeMonitoredFetch = (debug: (text: string) => void) => {
  let isDown = false
  const fetched: typeof fetch = async (input, init) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input)
    const at = Date.now()
    const tell = (outcome: "ok" | "failed", why: string) =>
      debug(formatAttempt({ at, host, method: `POST ${pathname}`, outcome, why, ms: Date.now() - at }))
    try {
      const response = await withoutRedirects(fetch)(input, init)
      isDown = response.status >= 500
      tell(response.ok ? "ok" : "failed", response.ok ? "" : `HTTP status code: ${response.status}`)
      return response
    } catch (error) {
      // An aborted request does not show whether the site is reachable.
      if (init?.signal?.aborted !== true) {
        isDown = true
        tell("failed", "unreachable")
      }
      throw error
    }
  }
  return { fetch: fetched, isDown: () => isDown }
}
