import type * as z from "zod/mini"

/** The names after the colons of a path pattern: `"/v1/identity/:address"` has `{ address: string }`. */
export type PathParams<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown

/** Where a call goes. A server routes by `pattern` (written as Hono reads it), a client fills it by `path`. */
export interface Route<Pattern extends string> {
  readonly method: "GET" | "POST"
  readonly pattern: Pattern
  /** The pattern with each parameter percent-encoded into its place. Starts with a slash, has no query. */
  readonly path: (params: PathParams<Pattern>) => string
}

/** One call whose reply is JSON, as both ends of the wire agree on it. */
export interface Contract<Pattern extends string, Query extends z.ZodMiniType, Response extends z.ZodMiniType>
  extends Route<Pattern> {
  /** The call's own query, beside `SdkQuery`. Every value is a string on the wire. */
  readonly query: Query
  /** Unknown fields pass; a missing required one is an error that names it. */
  readonly response: Response
}

/** A call that answers bytes, such as an image. */
export const defineRoute = <const Pattern extends string>(
  method: "GET" | "POST",
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

export const defineContract = <
  const Pattern extends string,
  Query extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  method: "GET" | "POST",
  pattern: Pattern,
  shapes: { readonly query: Query; readonly response: Response },
): Contract<Pattern, Query, Response> => ({ ...defineRoute(method, pattern), ...shapes })
