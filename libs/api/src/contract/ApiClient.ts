import {
  currentHosts,
  exchange,
  executeRead,
  Fetch,
  type HttpReply,
  type NotAttempted,
  parseJson,
  requestOnce,
} from "@wmodal/protocol"
import { Effect } from "effect"
import type * as z from "zod/mini"
import { parseServerRejection } from "../serverRejection/ServerRejection.ts"
import { ApiError, type ApiReason } from "./ApiError.ts"
import type { BearerHeader, Contract, PathParams, Route } from "./Contract.ts"

/** Where an API is, and who asks. */
export interface ApiClientOptions {
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
interface CallInput<Pattern, Query, Body> {
  readonly params: PathParams<Pattern & string>
  readonly query: Query
  readonly body: Body
  /** Tokens by header; a header without one is left out. */
  readonly bearer?: Readonly<Partial<Record<BearerHeader, string | undefined>>>
  /** The platform's own caching; its default where nothing is said. */
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
  /** By the one policy for reads. For what changes nothing, whatever its method. */
  readonly read: SendCall
  /** Once, whatever comes of it: what a person signed is never sent twice. */
  readonly requestOnce: SendCall
  /** By the policy for reads. */
  readonly image: <Pattern extends string>(
    route: Route<Pattern>,
    params: PathParams<Pattern>,
  ) => Effect.Effect<Blob, ApiError>
  /** Where a GET without a query of its own goes. */
  readonly url: <Pattern extends string>(route: Route<Pattern>, params: PathParams<Pattern>) => string
}

export const makeApiClient = Effect.fnUntraced(function* (
  options: ApiClientOptions,
): Effect.fn.Return<ApiClient, never, Fetch> {
  const fetch = yield* Fetch
  const hosts = yield* currentHosts
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

  /** What cannot be a request, as where the base URL is none or a token has a line feed in it, is never sent. */
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

  /** What is wrong with the call may well be why a host refuses it, so a refusal says nothing of the host. */
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
    (policy: CallPolicy, redirect: RequestRedirect): SendCall =>
    (contract, { params, query, body, bearer = {}, cache }) => {
      const { method, contentType, pattern, response } = contract
      const request = () => {
        const headers = new Headers(contentType === null ? {} : { "content-type": contentType })
        for (const name of contract.headers) if (bearer[name]) headers.set(name, `Bearer ${bearer[name]}`)
        return new Request(urlOf(method, contract.path(params), query), {
          method,
          headers,
          credentials: "omit",
          redirect,
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(cache !== undefined && { cache }),
        })
      }
      return policy(
        pattern,
        attempt(request, (reply) => decodeReply(response, reply)),
      )
    }

  const url: ApiClient["url"] = (route, params) => urlOf("GET", route.path(params), {})
  return {
    read: send(repeated, "follow"),
    // What a person signed is for this API, not for whomever it names.
    requestOnce: send(single, "error"),
    image: (route, params) =>
      repeated(
        route.pattern,
        attempt(() => new Request(url(route, params), { credentials: "omit" }), decodeImage),
      ),
    url,
  }
})

/** What a call fails with, before anybody looks at what the server said. */
type CallFailure = Exclude<ApiReason, { readonly _tag: "Refused" | "NoEndpoint" }>
/** The same of one attempt. */
type AttemptFailure = Exclude<CallFailure, NotAttempted>

type CallPolicy = <A>(method: string, attempt: Effect.Effect<A, AttemptFailure>) => Effect.Effect<A, ApiError>

/** What a server says with a failure is kept only where it is one of the three refusals. */
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

/** Some names are the server's own: of any length, with anything in them. */
const toPrintableKey = (step: PropertyKey) => (/^[\w-]{1,40}$/.test(String(step)) ? String(step) : "*")

/** Of several shapes that a value may have, the first is the one that it is measured by. */
const getIssuePath = (issue: z.core.$ZodIssue | undefined): readonly PropertyKey[] => {
  if (issue === undefined) return []
  if (issue.code !== "invalid_union") return issue.path
  return [...issue.path, ...getIssuePath(issue.errors[0]?.[0])]
}

// A blob of another type, opened by its URL, would be a page of the host's own origin.
// So would an SVG: images from outside belong in an `<img>`, where no script of theirs runs.
const decodeImage = ({ bytes, contentType }: HttpReply) =>
  /^image\//i.test(contentType) && bytes.length > 0
    ? Effect.succeed(new Blob([bytes], { type: contentType }))
    : failMalformed("content-type")

const failMalformed = (field: string): Effect.Effect<never, AttemptFailure> =>
  Effect.fail({ _tag: "Malformed", field })
