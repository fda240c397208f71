import {
  currentHosts,
  exchange,
  executeRead,
  Fetch,
  type HttpReply,
  type NotAttempted,
  parseJson,
  parseUrl,
  requestOnce,
} from "@wmodal/protocol"
import { Effect } from "effect"
import type * as z from "zod/mini"
import { parseServerRejection } from "../serverRejection/ServerRejection.ts"
import { ApiError, type ApiReason } from "./ApiError.ts"
import type { BearerHeader, Contract, PathParams, Route } from "./Contract.ts"

/** The base URL of an API, and the client's identity. */
export interface ApiClientOptions {
  /** With or without a path: `https://api.example`, `http://127.0.0.1:7000/w/my-project`. */
  readonly baseUrl: string
  readonly projectId: string
  /** `sv`, by `sdkVersion`. */
  readonly sdk: string
}

/** Query values as strings. Empty and missing ones are omitted. */
export type WireQuery = { readonly [name: string]: string | undefined }

/** The input of one call. */
interface CallInput<Pattern, Query, Body> {
  readonly params: PathParams<Pattern & string>
  readonly query: Query
  readonly body: Body
  /** Tokens by header; a header without a token is omitted. */
  readonly bearer?: Readonly<Partial<Record<BearerHeader, string | undefined>>>
  /** The cache mode of the platform's fetch; its default when absent. */
  readonly cache?: RequestCache
}

type SendCall = <
  Pattern extends string,
  Query extends z.ZodMiniType<WireQuery, WireQuery>,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Contract<Pattern, Query, Body, Response>,
  given: CallInput<Pattern, z.input<Query>, z.input<Body>>,
) => Effect.Effect<z.output<Response>, ApiError>

/** Calls one API, each call by its contract. */
export interface ApiClient {
  /** Reads with the retry policy, for calls without side effects of any method. */
  readonly read: SendCall
  /** Sends once: a signed request is never repeated. */
  readonly requestOnce: SendCall
  /** Returns the URL of a GET without its own query. */
  readonly url: <Pattern extends string>(route: Route<Pattern>, params: PathParams<Pattern>) => string
}

/** Makes an HTTP client that sends the calls of a contract and decodes their responses. */
export const makeApiClient = Effect.fnUntraced(function* (
  options: ApiClientOptions,
): Effect.fn.Return<ApiClient, never, Fetch> {
  const fetch = yield* Fetch
  const hosts = yield* currentHosts
  const base = options.baseUrl.replace(/\/+$/, "")
  const host = parseUrl(base)?.host ?? ""
  const sdk: WireQuery = { projectId: options.projectId, st: "wmodal", sv: options.sdk }

  const urlOf = (method: Route<string>["method"], path: string, query: WireQuery) => {
    const all = { ...query, ...(method === "GET" && sdk) }
    const search = new URLSearchParams(
      Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ).toString()
    return `${base}${path}${search && `?${search}`}`
  }

  /**
   * Makes one attempt. An invalid request, such as one with an invalid base URL or a line feed in a token, is never
   * sent.
   */
  const attempt = <A>(
    request: () => Request,
    decode: (reply: HttpReply) => Effect.Effect<A, AttemptFailure>,
  ): Effect.Effect<A, AttemptFailure> =>
    Effect.try({
      try: request,
      catch: (): AttemptFailure => ({ _tag: "Unreachable", detail: "invalid request" }),
    }).pipe(
      Effect.flatMap((request) => exchange(fetch, request)),
      Effect.flatMap(decode),
    )

  /** Returns the read context. A rejection may be caused by the call itself, so it does not count against the host. */
  const asked = (method: string) => ({ hosts, method, refusal: "ofCall" as const })
  const repeated: CallPolicy = (method, attempt) =>
    executeRead({ ...asked(method), tiers: [[{ host }]] }, () => attempt).pipe(
      Effect.mapError(({ reason }) => reason),
      inCall(method),
    )
  const single: CallPolicy = (method, attempt) =>
    requestOnce({ asked: asked(method), target: { host } }, () => attempt).pipe(inCall(method))

  const inCall = (call: string) =>
    Effect.mapError((reason: CallFailure) => new ApiError({ host, call, reason: toApiReason(reason) }))

  const send =
    (policy: CallPolicy): SendCall =>
    (contract, { params, query, body, bearer = {}, cache }) => {
      const { method, contentType, pattern, response } = contract
      const request = () => {
        const headers = new Headers(contentType === null ? {} : { "content-type": contentType })
        for (const name of contract.headers) if (bearer[name]) headers.set(name, `Bearer ${bearer[name]}`)
        return new Request(urlOf(method, contract.path(params), query), {
          method,
          headers,
          credentials: "omit",
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(cache !== undefined && { cache }),
        })
      }
      return policy(
        pattern,
        attempt(request, (reply) => decodeReply(response, reply)),
      )
    }

  return {
    read: send(repeated),
    requestOnce: send(single),
    url: (route, params) => urlOf("GET", route.path(params), {}),
  }
})

/** The failure of a call, before its response text is read. */
type CallFailure = Exclude<ApiReason, { readonly _tag: "Refused" | "NoEndpoint" }>
/** The failure of one attempt. */
type AttemptFailure = Exclude<CallFailure, NotAttempted>

type CallPolicy = <A>(method: string, attempt: Effect.Effect<A, AttemptFailure>) => Effect.Effect<A, ApiError>

/** Keeps the server's text only when it is one of the three rejections. */
const toApiReason = (reason: CallFailure): ApiReason => {
  if (reason._tag !== "Status") return reason
  const { said = "", ...rest } = reason
  const refusal = rest.status === 401 || rest.status === 403 ? parseServerRejection(said) : null
  return refusal === null ? rest : { _tag: "Refused", status: rest.status, refusal }
}

const decodeReply = <Shape extends z.ZodMiniType>(
  shape: Shape,
  reply: HttpReply,
): Effect.Effect<z.output<Shape>, AttemptFailure> => {
  let value: unknown
  if (reply.bytes.length > 0) {
    const body = parseJson(reply)
    if (body._tag === "Failure") return failMalformed("")
    value = body.success
  }
  const decoded = shape.safeParse(value)
  return decoded.success
    ? Effect.succeed(decoded.data)
    : failMalformed(getIssuePath(decoded.error.issues[0]).map(toPrintableKey).join("."))
}

/** Replaces keys that the server chooses: they may have any length and content. */
const toPrintableKey = (step: PropertyKey) => (/^[\w-]{1,40}$/.test(String(step)) ? String(step) : "*")

/** Returns the path of an issue; for a union, that of its first member. */
const getIssuePath = (issue: z.core.$ZodIssue | undefined): readonly PropertyKey[] => {
  if (issue === undefined) return []
  if (issue.code !== "invalid_union") return issue.path
  return [...issue.path, ...getIssuePath(issue.errors[0]?.[0])]
}

const failMalformed = (field: string): Effect.Effect<never, AttemptFailure> =>
  Effect.fail({ _tag: "Malformed", field })
