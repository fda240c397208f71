import { exchange, Fetch, type HttpReply, parseJson, readFrom, readPolicy } from "@wmodal/protocol"
import { Effect } from "effect"
import type * as z from "zod/mini"
import { parseServerRefusal } from "../refusal/ServerRefusal.ts"
import { ApiError, type ApiReason } from "./ApiError.ts"
import type { BearerHeader, Contract, PathParams, Route } from "./Contract.ts"

/** Where an API is, and who asks. */
export interface CallerOptions {
  /** With a path of its own or without: `https://api.example`, `http://127.0.0.1:7000/w/my-project`. */
  readonly baseUrl: string
  readonly projectId: string
  /** `sv`, by `sdkVersion`. */
  readonly sdk: string
  /**
   * The `did:key` of the WalletConnect client while one is connected, read before each call; `null` before and after.
   * The blockchain API alone is told.
   */
  readonly clientId?: () => string | null
}

/** Query values as they travel. Empty and missing ones are left out. */
export type WireQuery = { readonly [name: string]: string | undefined }

/** What one call carries. */
interface Given<Pattern, Query, Body> {
  readonly params: PathParams<Pattern & string>
  readonly query: Query
  readonly body: Body
  /** Tokens by header; a header without one is left out. */
  readonly bearer?: Readonly<Partial<Record<BearerHeader, string | undefined>>>
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

/** Calls one API, each call by its contract. */
export interface Caller {
  /** By the one policy for reads. For what changes nothing, whatever its method. */
  readonly read: Send
  /** Once, whatever comes of it: what a person signed is never sent twice. */
  readonly once: Send
  /** By the policy for reads. */
  readonly image: <Pattern extends string>(
    route: Route<Pattern>,
    params: PathParams<Pattern>,
  ) => Effect.Effect<Blob, ApiError>
  /** Where a GET without a query of its own goes. */
  readonly url: <Pattern extends string>(route: Route<Pattern>, params: PathParams<Pattern>) => string
}

export const makeCaller = Effect.fnUntraced(function* (
  options: CallerOptions,
): Effect.fn.Return<Caller, never, Fetch> {
  const fetch = yield* Fetch
  const base = options.baseUrl.replace(/\/+$/, "")
  const host = URL.canParse(base) ? new URL(base).host : ""
  const sdk: WireQuery = { projectId: options.projectId, st: "wmodal", sv: options.sdk }

  const urlOf = (method: Route<string>["method"], path: string, query: WireQuery) => {
    const all = { ...query, ...(method === "GET" && sdk), clientId: options.clientId?.() ?? "" }
    const search = new URLSearchParams(
      Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ).toString()
    return `${base}${path}${search && `?${search}`}`
  }

  const attempt = <A>(
    url: string,
    init: RequestInit,
    decode: (reply: HttpReply) => Effect.Effect<A, Failure>,
  ): Effect.Effect<A, Failure> =>
    Effect.try({
      try: () => new Request(url, { ...init, credentials: "omit" }),
      catch: (): Failure => ({ _tag: "Unreachable", detail: "not a URL to fetch" }),
    }).pipe(
      Effect.flatMap((request) => exchange(fetch, request)),
      Effect.flatMap(decode),
    )

  const inCall = (call: string) =>
    Effect.mapError((reason: Failure) => new ApiError({ host, call, reason: refused(reason) }))

  const send =
    (policy: Policy): Send =>
    (contract, { params, query, body, bearer = {}, cache }) => {
      const { method, contentType, pattern, response } = contract
      const headers = new Headers(contentType === null ? {} : { "content-type": contentType })
      for (const name of contract.headers) if (bearer[name]) headers.set(name, `Bearer ${bearer[name]}`)
      const init = {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(cache !== undefined && { cache }),
      }
      return Effect.suspend(() =>
        policy(
          attempt(urlOf(method, contract.path(params), query), init, (reply) => decode(response, reply)),
        ),
      ).pipe(inCall(pattern))
    }

  const url: Caller["url"] = (route, params) => urlOf("GET", route.path(params), {})
  return {
    read: send(repeated),
    once: send(single),
    image: (route, params) =>
      Effect.suspend(() => repeated(attempt(url(route, params), {}, decodeImage))).pipe(
        inCall(route.pattern),
      ),
    url,
  }
})

/** What an attempt fails with, before anybody looks at what the server said. */
type Failure = Exclude<ApiReason, { readonly _tag: "Refused" }>

type Policy = <A>(attempt: Effect.Effect<A, Failure>) => Effect.Effect<A, Failure>

const repeated: Policy = (attempt) =>
  readFrom([null], () => attempt).pipe(Effect.mapError(({ reason }) => reason))

const single: Policy = (attempt) =>
  attempt.pipe(
    Effect.timeoutOrElse({
      duration: readPolicy.attempt,
      orElse: () => Effect.fail<Failure>({ _tag: "TimedOut", milliseconds: readPolicy.attempt }),
    }),
  )

/** What a server says with a 401 or a 403 is kept only where it is one of the three refusals. */
const refused = (reason: Failure): ApiReason => {
  if (reason._tag !== "Status") return reason
  const { said = "", ...rest } = reason
  const refusal = parseServerRefusal(said)
  return refusal === null ? rest : { _tag: "Refused", status: rest.status, refusal }
}

const decode = <Shape extends z.ZodMiniType>(
  shape: Shape,
  reply: HttpReply,
): Effect.Effect<z.output<Shape>, Failure> => {
  let value: unknown
  if (reply.bytes.length > 0) {
    const body = parseJson(reply)
    if (body._tag === "Failure") return malformed("")
    value = body.success
  }
  const decoded = shape.safeParse(value)
  return decoded.success
    ? Effect.succeed(decoded.data)
    : malformed(fieldOf(decoded.error.issues[0]).join("."))
}

/** Of several shapes that a value may have, the first is the one that it is measured by. */
const fieldOf = (issue: z.core.$ZodIssue | undefined): readonly PropertyKey[] => {
  if (issue === undefined) return []
  if (issue.code !== "invalid_union") return issue.path
  return [...issue.path, ...fieldOf(issue.errors[0]?.[0])]
}

// A blob of another type, opened by its URL, would be a page of the host's own origin.
// So would an SVG: images from outside belong in an `<img>`, where no script of theirs runs.
const decodeImage = ({ bytes, contentType }: HttpReply) =>
  contentType.startsWith("image/") && bytes.length > 0
    ? Effect.succeed(new Blob([bytes], { type: contentType }))
    : malformed("content-type")

const malformed = (field: string): Effect.Effect<never, Failure> => Effect.fail({ _tag: "Malformed", field })
