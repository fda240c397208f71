import { getSupportedChains, getWallets } from "@wmodal/api"
import { Fetch } from "@wmodal/protocol"
import { Clock, Effect, Result } from "effect"
import type { Settings } from "../settings/Settings.ts"
import type { Check } from "./Check.ts"

const patience = 10_000

/** From here on, signatures and tokens that carry a time begin to be refused. Milliseconds. */
const skewLimit = 30_000

/** The header has whole seconds, and is as old as the way back. Milliseconds. */
const headerStep = 2_000

/** Each endpoint that is set answers, and its clock agrees with ours. */
export const checkEndpoints = Effect.fnUntraced(function* ({
  endpoints,
  projectId,
}: Settings): Effect.fn.Return<readonly Check[], never, Fetch> {
  const probes = [
    { name: "directory", base: endpoints.directory, path: getWallets.path({}) },
    { name: "blockchain", base: endpoints.blockchain, path: getSupportedChains.path({}) },
  ]
  const found = yield* Effect.forEach(
    probes,
    ({ base, name, path }) =>
      base === undefined
        ? Effect.succeed({ checks: [notSet(name)], skew: null })
        : probe(
            name,
            base,
            `${base.replace(/\/+$/, "")}${path}?${new URLSearchParams({ projectId: projectId ?? "" })}`,
          ),
    { concurrency: "unbounded" },
  )
  const skew = found.map((one) => one.skew).find((one) => one !== null)
  return [
    ...found.flatMap(({ checks }) => checks),
    ...(skew === undefined || skew === null ? [] : [clock(skew)]),
  ]
})

const notSet = (name: string): Check => ({
  name,
  status: "noted",
  about: "network",
  detail: "not set: what needs it is off (--endpoints)",
})

const clock = (skew: number): Check => ({
  name: "clock",
  status: Math.abs(skew) > skewLimit ? "failed" : "ok",
  about: "machine",
  detail:
    Math.abs(skew) < headerStep
      ? "agrees with the server's"
      : `${Math.round(Math.abs(skew) / 1000)} s ${skew < 0 ? "behind" : "ahead of"} the server's`,
})

const probe = Effect.fnUntraced(function* (name: string, base: string, url: string) {
  const fetch = yield* Fetch
  const start = yield* Clock.currentTimeMillis
  const answer = yield* fetch.send(new Request(url)).pipe(
    Effect.mapError(({ detail }) => detail),
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(`no answer in ${patience / 1000} s`),
    }),
    Effect.result,
  )
  const now = yield* Clock.currentTimeMillis
  const { host } = new URL(base)
  const check = { name, about: "network", ms: now - start } as const
  if (Result.isFailure(answer)) {
    const failed: Check = { ...check, status: "failed", detail: `${host}: ${answer.failure}` }
    return { checks: [failed], skew: null }
  }
  const { headers, ok, status } = answer.success
  yield* Effect.promise(() => answer.success.body?.cancel() ?? Promise.resolve())
  const said = Date.parse(headers.get("date") ?? "")
  const done: Check = {
    ...check,
    status: ok ? "ok" : "failed",
    detail: ok ? host : `${host}: HTTP status code ${status}`,
  }
  return { checks: [done], skew: Number.isNaN(said) ? null : now - said }
})
