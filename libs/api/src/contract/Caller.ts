import { exchange, Fetch, type HttpReply, parseJson, readFrom, readPolicy } from "@wmodal/protocol"
import { Effect } from "effect"
import type * as z from "zod/mini"
import { ApiError, type ApiReason } from "./ApiError.ts"
import type { Contract, PathParams } from "./Contract.ts"
import type { UpstreamOptions, WireQuery } from "./Upstream.ts"

/** What one call carries. */
interface Given<Pattern, Query, Body> {
  readonly params: PathParams<Pattern & string>
  readonly query: Query
  readonly body: Body
  /** The platform's own caching; its default where nothing is said. */
  readonly cache?: RequestCache
}

type Send = <
  Pattern extends string,
  Query extends z.ZodMiniType<WireQuery, WireQuery>,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Contract<Pattern, Query, Body, Response>,
  given: Given<Pattern, z.input<Query>, z.input<Body>>,
) => Effect.Effect<z.output<Response>, ApiError>

/** Sends calls with or without a body, each by its contract. */
export interface Caller {
  /** By the one policy for reads. For what changes nothing, whatever its method. */
  readonly read: Send
  /** Once, whatever comes of it: what a person signed is never sent twice. */
  readonly once: Send
}

export const makeCaller = Effect.fnUntraced(function* (
  options: UpstreamOptions,
): Effect.fn.Return<Caller, never, Fetch> {
  const fetch = yield* Fetch
  const base = options.baseUrl.replace(/\/+$/, "")
  const host = URL.canParse(base) ? new URL(base).host : ""
  const sdk: WireQuery = { projectId: options.projectId, st: "wmodal", sv: options.sdk }

  const send =
    (policy: Policy): Send =>
    (contract, { params, query, body, cache }) => {
      const all = contract.method === "GET" ? { ...query, ...sdk } : query
      const search = new URLSearchParams(
        Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])),
      ).toString()
      const url = `${base}${contract.path(params)}${search && `?${search}`}`
      const attempt = Effect.try({
        try: () =>
          new Request(url, {
            method: contract.method,
            credentials: "omit",
            ...(body !== undefined && { body: JSON.stringify(body) }),
            ...(contract.contentType !== null && { headers: { "content-type": contract.contentType } }),
            ...(cache !== undefined && { cache }),
          }),
        catch: (): ApiReason => ({ _tag: "Unreachable", detail: "not a URL to fetch" }),
      }).pipe(
        Effect.flatMap((request) => exchange(fetch, request)),
        Effect.flatMap((reply) => decode(contract.response, reply)),
      )
      return policy(attempt).pipe(
        Effect.mapError((reason) => new ApiError({ host, call: contract.pattern, reason })),
      )
    }

  return { read: send(repeated), once: send(single) }
})

type Policy = <A>(attempt: Effect.Effect<A, ApiReason>) => Effect.Effect<A, ApiReason>

const repeated: Policy = (attempt) =>
  readFrom([null], () => attempt).pipe(Effect.mapError(({ reason }) => reason))

const single: Policy = (attempt) =>
  attempt.pipe(
    Effect.timeoutOrElse({
      duration: readPolicy.attempt,
      orElse: () => Effect.fail<ApiReason>({ _tag: "TimedOut", milliseconds: readPolicy.attempt }),
    }),
  )

const decode = <Shape extends z.ZodMiniType>(
  shape: Shape,
  reply: HttpReply,
): Effect.Effect<z.output<Shape>, ApiReason> => {
  let value: unknown
  if (reply.bytes.length > 0) {
    const body = parseJson(reply)
    if (body._tag === "Failure") return Effect.fail({ _tag: "Malformed", field: "" })
    value = body.success
  }
  const decoded = shape.safeParse(value)
  return decoded.success
    ? Effect.succeed(decoded.data)
    : Effect.fail({ _tag: "Malformed", field: fieldOf(decoded.error.issues[0]).join(".") })
}

/** Of several shapes that a value may have, the first is the one that it is measured by. */
const fieldOf = (issue: z.core.$ZodIssue | undefined): readonly PropertyKey[] => {
  if (issue === undefined) return []
  if (issue.code !== "invalid_union") return issue.path
  return [...issue.path, ...fieldOf(issue.errors[0]?.[0])]
}
