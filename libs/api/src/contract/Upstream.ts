import { exchange, Fetch, type HttpReply, parseJson, readFrom } from "@wmodal/protocol"
import { Effect } from "effect"
import type * as z from "zod/mini"
import { ApiError, type ApiReason } from "./ApiError.ts"
import type { Contract, PathParams, Route } from "./Contract.ts"

/** Where an API is, and who asks. */
export interface UpstreamOptions {
  /** With a path of its own or without: `https://api.example`, `http://127.0.0.1:7000/w/my-project`. */
  readonly baseUrl: string
  readonly projectId: string
  /** `sv`, by `sdkVersion`. */
  readonly sdk: string
}

/** Query values as they travel. Empty and missing ones are left out. */
export type WireQuery = { readonly [name: string]: string | undefined }

/** Reads from one API, each call by its contract and by the one policy for reads. */
export interface Upstream {
  readonly json: <
    Pattern extends string,
    Query extends z.ZodMiniType<WireQuery, WireQuery>,
    Response extends z.ZodMiniType,
  >(
    contract: Contract<Pattern, Query, z.ZodMiniType, Response>,
    params: PathParams<Pattern>,
    query: z.input<Query>,
  ) => Effect.Effect<z.output<Response>, ApiError>
  readonly image: <Pattern extends string>(
    route: Route<Pattern>,
    params: PathParams<Pattern>,
  ) => Effect.Effect<Blob, ApiError>
  /** Where a call goes, with the query that every call has. */
  readonly url: (path: string, query: WireQuery) => string
}

export const makeUpstream = Effect.fnUntraced(function* (
  options: UpstreamOptions,
): Effect.fn.Return<Upstream, never, Fetch> {
  const fetch = yield* Fetch
  const base = options.baseUrl.replace(/\/+$/, "")
  const host = URL.canParse(base) ? new URL(base).host : ""

  const url = (path: string, query: WireQuery) => {
    const all = { ...query, projectId: options.projectId, st: "wmodal", sv: options.sdk }
    const given = Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : []))
    return `${base}${path}?${new URLSearchParams(given)}`
  }

  const read = <A>(
    call: string,
    url: string,
    decode: (reply: HttpReply) => Effect.Effect<A, ApiReason>,
  ): Effect.Effect<A, ApiError> =>
    readFrom([url], () =>
      Effect.try({
        try: () => new Request(url, { credentials: "omit" }),
        catch: (): ApiReason => ({ _tag: "Unreachable", detail: "not a URL to fetch" }),
      }).pipe(
        Effect.flatMap((request) => exchange(fetch, request)),
        Effect.flatMap(decode),
      ),
    ).pipe(Effect.mapError(({ reason }) => new ApiError({ host, call, reason })))

  return {
    url,
    json: (contract, params, query) =>
      read(contract.pattern, url(contract.path(params), query), (reply) =>
        decodeJson(contract.response, reply),
      ),
    image: (route, params) => read(route.pattern, url(route.path(params), {}), decodeImage),
  }
})

const decodeJson = <Shape extends z.ZodMiniType>(
  shape: Shape,
  reply: HttpReply,
): Effect.Effect<z.output<Shape>, ApiReason> => {
  const body = parseJson(reply)
  if (body._tag === "Failure") return malformed("")
  const decoded = shape.safeParse(body.success)
  return decoded.success
    ? Effect.succeed(decoded.data)
    : malformed(decoded.error.issues[0]?.path.join(".") ?? "")
}

// A blob of another type, opened by its URL, would be a page of the host's own origin.
// So would an SVG: images from outside belong in an `<img>`, where no script of theirs runs.
const decodeImage = ({ bytes, contentType }: HttpReply) =>
  contentType.startsWith("image/")
    ? Effect.succeed(new Blob([bytes], { type: contentType }))
    : malformed("content-type")

const malformed = (field: string): Effect.Effect<never, ApiReason> =>
  Effect.fail({ _tag: "Malformed", field })
