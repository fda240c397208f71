import type * as z from "zod/mini"

/** The parameters of a path pattern: `"/v1/identity/:address"` has `{ address: string }`. */
export type PathParams<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown

type Method = "GET" | "POST" | "PATCH"

/** The path of a call. A server routes by `pattern` (in Hono's syntax), a client fills it by `path`. */
export interface Route<Pattern extends string> {
  readonly method: Method
  readonly pattern: Pattern
  /** Returns the pattern with percent-encoded parameters. It starts with a slash and has no query. */
  readonly path: (params: PathParams<Pattern>) => string
}

/** A header whose value is `Bearer <token>`. */
export type BearerHeader = "authorization" | "x-nonce-jwt"

/** One call with a JSON response, shared by client and server. */
export interface Contract<
  Pattern extends string,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
> extends Route<Pattern> {
  /** The call's own query; every value is a string on the wire. A GET also carries `SdkQuery`, a POST nothing else. */
  readonly query: Query
  /** `z.undefined()` where the call has no body. */
  readonly body: Body
  /** `null` when no header is set, so that a browser sends `text/plain` without a preflight. */
  readonly contentType: "application/json" | null
  /** Names of the optional headers in addition to the content type, each as `Bearer <token>`. */
  readonly headers: readonly BearerHeader[]
  /**
   * Unknown fields pass; a missing required one is an error that names it. An empty response decodes as `undefined`.
   */
  readonly response: Response
}

/** Defines a call with a binary response, such as an image. */
export const defineRoute = <const Pattern extends string>(
  method: Method,
  pattern: Pattern,
): Route<Pattern> => ({
  method,
  pattern,
  path: (params) => {
    const values = new Map(Object.entries(params ?? {}))
    // A lone surrogate, which an external id may contain, would make the encoder throw.
    return pattern.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(values.get(name)).replace(/\p{Surrogate}/gu, "\uFFFD")),
    )
  },
})

/** Defines a call of the API: method, path with `:parameters`, and the schemas of query, body and response. */
export const defineCall = <
  const Pattern extends string,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  method: Method,
  pattern: Pattern,
  shapes: {
    readonly query: Query
    readonly body: Body
    readonly contentType: "application/json" | null
    readonly headers?: readonly BearerHeader[]
    readonly response: Response
  },
): Contract<Pattern, Query, Body, Response> => ({ headers: [], ...defineRoute(method, pattern), ...shapes })
