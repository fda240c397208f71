import { formatSdkVersion, getSupportedChains, getWallets } from "@wmodal/api"
import {
  currentHosts,
  Fetch,
  type HttpReason,
  NetworkError,
  type NotAttempted,
  requestOnce,
  toHttpReason,
} from "@wmodal/protocol"
import { Clock, Effect, Result } from "effect"
import { makeChains } from "../session/chains.ts"
import type { Settings } from "../settings/Settings.ts"
import type { Check } from "./Check.ts"

const checkTimeoutMs = 10_000

/** Milliseconds of clock skew from which servers begin to reject signatures and tokens with a time. */
const maxSkewMs = 30_000

/** Milliseconds of tolerance: the header has whole seconds and is delayed by the network. */
const headerResolutionMs = 2_000

/** Checks that each configured endpoint responds and that its clock agrees with the local one. */
export const checkEndpoints = Effect.fnUntraced(function* ({
  endpoints,
  projectId,
}: Settings): Effect.fn.Return<readonly Check[], never, Fetch> {
  const probes = [
    { name: "directory" as const, base: endpoints.directory, path: getWallets.path({}) },
    { name: "blockchain" as const, base: endpoints.blockchain, path: getSupportedChains.path({}) },
    // The page of the frame. Source: the AppKit 1.7.2 wire.
    { name: "secure site" as const, base: endpoints.secureSite, path: "/sdk" },
  ]
  const asks = {
    projectId: projectId ?? "",
    st: "wmodal",
    sv: formatSdkVersion({ platform: "node", chains: makeChains().map(({ namespace }) => namespace) }),
  }
  const found = yield* Effect.forEach(
    probes,
    ({ base, name, path }) =>
      base === undefined
        ? Effect.succeed({ checks: [toUnsetCheck(name)], skew: null })
        : probeEndpoint({ name, base, path, query: new URLSearchParams(asks) }),
    { concurrency: "unbounded" },
  )
  const skew = found.map((one) => one.skew).find((one) => one !== null)
  return [
    ...found.flatMap(({ checks }) => checks),
    ...(skew === undefined || skew === null ? [] : [toClockCheck(skew)]),
  ]
})

const missingEndpointEffects = {
  directory: "only a few well-known wallets are listed",
  blockchain: "account names and images are not shown",
  "secure site": "email sign-in is unavailable",
} as const

const toUnsetCheck = (name: keyof typeof missingEndpointEffects): Check => ({
  name,
  status: "noted",
  about: "network",
  detail: `not set: ${missingEndpointEffects[name]} (--endpoints)`,
})

const toClockCheck = (skew: number): Check => ({
  name: "clock",
  status: Math.abs(skew) > maxSkewMs ? "failed" : "ok",
  about: "machine",
  detail:
    Math.abs(skew) < headerResolutionMs
      ? "matches the server clock"
      : `${Math.round(Math.abs(skew) / 1000)} s ${skew < 0 ? "behind" : "ahead of"} the server clock`,
})

const probeEndpoint = Effect.fnUntraced(function* ({
  name,
  base,
  path,
  query,
}: {
  readonly name: string
  readonly base: string
  readonly path: string
  readonly query: URLSearchParams
}) {
  const fetch = yield* Fetch
  const hosts = yield* currentHosts
  const { host } = new URL(base)
  const url = `${base.replace(/\/+$/, "")}${path}?${query}`
  let said = Number.NaN
  const start = yield* Clock.currentTimeMillis
  const answer = yield* requestOnce(
    { asked: { hosts, method: `GET ${path}`, refusal: "ofCall" }, target: { host }, limit: checkTimeoutMs },
    () =>
      // `Request` rejects URLs with credentials.
      Effect.try({
        try: () => new Request(url),
        catch: () => new NetworkError({ host, detail: "not a valid URL" }),
      }).pipe(
        Effect.flatMap(fetch.send),
        Effect.mapError(toHttpReason),
        Effect.flatMap(({ body, headers, ok, status }) => {
          said = Date.parse(headers.get("date") ?? "")
          body?.cancel().catch(() => undefined)
          return ok ? Effect.void : Effect.fail<HttpReason>({ _tag: "Status", status })
        }),
      ),
  ).pipe(Effect.result)
  const now = yield* Clock.currentTimeMillis
  const done: Check = {
    name,
    about: "network",
    ms: now - start,
    status: Result.isSuccess(answer) ? "ok" : "failed",
    detail: Result.isSuccess(answer) ? host : `${host}: ${describeHttpFailure(answer.failure)}`,
  }
  return { checks: [done], skew: Number.isNaN(said) ? null : now - said }
})

const describeHttpFailure = (reason: HttpReason | NotAttempted): string => {
  switch (reason._tag) {
    case "Status":
      return `HTTP status code ${reason.status}`
    case "Unreachable":
      return reason.detail
    case "Redirected":
      return `redirects${reason.to && ` to ${reason.to}`}`
    case "TimedOut":
      return `no response in ${reason.milliseconds / 1000} s`
    case "TooLarge":
    case "BackedOff":
    case "BudgetExhausted":
      return "not requested"
  }
}
