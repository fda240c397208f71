import { EngineError } from "@wmodal/core"
import type { FrameHost } from "@wmodal/frame-rpc/host"
import type { ApprovalPrompt } from "@wmodal/mock-server/frame"
import { Deferred, Effect, type Scope } from "effect"
import { CliError } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitName.ts"
import type { Settings } from "../settings/Settings.ts"
import { formatAttempt } from "../terminal/formatAttempt.ts"
import type { Context } from "./Context.ts"
import { openSecureSiteFile, type SecureSiteFile } from "./secureSiteFile.ts"

/** Puts the site's own question before the person. `host` is where the site is. */
export type AskFrameApproval = (question: ApprovalPrompt, host: string) => Effect.Effect<boolean>

/** The frame of the secure site, in this process. */
export interface OpenFrame {
  readonly host: FrameHost
  readonly file: SecureSiteFile
  /** What there is to say of a failure: that the site did not answer, where it did not. */
  readonly blamed: <E extends Failure>(error: E) => E | CliError
  /** Answers no to what stands, and to whatever is asked from now on. */
  readonly withdraw: Effect.Effect<void>
}

/** Where the secure site is. Fails where there is none. */
export const getSecureSiteUrl = ({ endpoints }: Settings): Effect.Effect<URL, EngineError> =>
  endpoints.secureSite === undefined
    ? Effect.fail(new EngineError({ reason: { _tag: "SecureSiteNotFound" } }))
    : Effect.succeed(new URL(endpoints.secureSite))

/** One command at a time has the frame. Its code loads now. */
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

/** What may have left, and what a person has decided, stands whoever answers. */
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

/** As `fetch`, and knows whether the site answered the last time. Of what is asked it tells the path alone. */
const makeMonitoredFetch = (debug: (text: string) => void) => {
  let isDown = false
  const fetched: typeof fetch = async (input, init) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input)
    const at = Date.now()
    const tell = (outcome: "ok" | "failed", why: string) =>
      debug(formatAttempt({ at, host, method: `POST ${pathname}`, outcome, why, ms: Date.now() - at }))
    try {
      const response = await fetch(input, init)
      isDown = response.status >= 500
      tell(response.ok ? "ok" : "failed", response.ok ? "" : `HTTP status code: ${response.status}`)
      return response
    } catch (error) {
      // What nobody waits for any more says nothing of the site.
      if (init?.signal?.aborted !== true) {
        isDown = true
        tell("failed", "unreachable")
      }
      throw error
    }
  }
  return { fetch: fetched, isDown: () => isDown }
}
