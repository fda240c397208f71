import { randomBytes } from "node:crypto"
import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { Clock, Effect, Result } from "effect"
import type { Settings } from "../settings/Settings.ts"
import type { Check } from "./Check.ts"

const checkTimeoutMs = 10_000

/**
 * Checks that the relay responds to a WebSocket handshake. A rejection for the missing signature is a valid response.
 */
export const checkRelay = Effect.fnUntraced(function* ({ endpoints: { relay } }: Settings) {
  if (relay === undefined) return toRelayCheck("noted", "not set: phones cannot connect (--relay)")
  const url = new URL(relay)
  const start = yield* Clock.currentTimeMillis
  const answer = yield* probeRelay(url).pipe(
    Effect.timeoutOrElse({
      duration: checkTimeoutMs,
      orElse: () => Effect.fail(`no response in ${checkTimeoutMs / 1000} s`),
    }),
    Effect.result,
  )
  const ms = (yield* Clock.currentTimeMillis) - start
  return {
    ...(Result.isSuccess(answer)
      ? toRelayCheck("ok", url.host)
      : toRelayCheck("failed", `${url.host}: ${answer.failure}`)),
    ms,
  }
})

const toRelayCheck = (status: Check["status"], detail: string): Check => ({
  name: "relay",
  status,
  about: "network",
  detail,
})

/** The HTTP status codes of a relay for a handshake without authentication. */
const authRequiredStatuses: ReadonlySet<number | undefined> = new Set([400, 401, 403])

const probeRelay = (url: URL): Effect.Effect<void, string> =>
  Effect.callback((resume) => {
    const request = url.protocol === "wss:" ? httpsRequest : httpRequest
    const asking = request(url.href.replace(/^ws/, "http"), {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": randomBytes(16).toString("base64"),
      },
    })
    asking.on("upgrade", (_response, socket) => {
      socket.destroy()
      resume(Effect.void)
    })
    asking.on("response", ({ statusCode }) => {
      asking.destroy()
      resume(
        authRequiredStatuses.has(statusCode) ? Effect.void : Effect.fail(`HTTP status code ${statusCode}`),
      )
    })
    asking.on("error", (error) => {
      resume(Effect.fail("code" in error && typeof error.code === "string" ? error.code : error.message))
    })
    asking.end()
    return Effect.sync(() => asking.destroy())
  })
