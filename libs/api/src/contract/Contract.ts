import type * as z from "zod/mini"

/** The names after the colons of a path pattern: `"/v1/identity/:address"` has `{ address: string }`. */
export type PathParams<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown

type Method = "GET" | "POST" | "PATCH"

/** Where a call goes. A server routes by `pattern` (written as Hono reads it), a client fills it by `path`. */
export interface Route<Pattern extends string> {
  readonly method: Method
  readonly pattern: Pattern
  /** The pattern with each parameter percent-encoded into its place. Starts with a slash, has no query. */
  readonly path: (params: PathParams<Pattern>) => string
}

/** A header whose value is `Bearer <token>`. */
export type BearerHeader = "authorization" | "x-nonce-jwt"

/** One call whose reply is JSON, as both ends of the wire agree on it. */
export interface Contract<
  Pattern extends string,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
> extends Route<Pattern> {
  /** The call's own query; every value is a string on the wire. A GET carries `SdkQuery` beside it, a POST nothing. */
  readonly query: Query
  /** `z.undefined()` where the call has no body. */
  readonly body: Body
  /** `null` where no header is set, so that a browser says `text/plain` and asks for no leave before it sends. */
  readonly contentType: "application/json" | null
  /** Names of the headers that the call may carry beside its content type, each as `Bearer <token>`. */
  readonly headers: readonly BearerHeader[]
  /** Unknown fields pass; a missing required one is an error that names it. An empty reply is `undefined` to it. */
  readonly response: Response
}

/** A call that answers bytes, such as an image. */
export const defineRoute = <const Pattern extends string>(
  method: Method,
  pattern: Pattern,
): Route<Pattern> => ({
  method,
  pattern,
  path: (params) => {
    const values = new Map(Object.entries(params ?? {}))
    // Half a character, which an id from outside may hold, would make the encoder throw.
    return pattern.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(values.get(name)).toWellFormed()),
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
