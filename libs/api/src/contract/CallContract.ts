import type * as z from "zod/mini"
import { type Contract, defineContract } from "./Contract.ts"

/** A contract that also says what a request carries beside its path and query. */
export interface CallContract<
  Pattern extends string,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
> extends Contract<Pattern, Query, Response> {
  /** `z.undefined()` where the call has no body. Of a POST, body and query are all that travels: no `st`, no `sv`. */
  readonly body: Body
  /** `null` where no header is set, so that a browser says `text/plain` and asks for no leave before it sends. */
  readonly contentType: "application/json" | null
}

/** An empty reply is `undefined` to `response`. */
export const defineCall = <
  const Pattern extends string,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  method: "GET" | "POST",
  pattern: Pattern,
  {
    body,
    contentType,
    ...shapes
  }: {
    readonly query: Query
    readonly body: Body
    readonly contentType: "application/json" | null
    readonly response: Response
  },
): CallContract<Pattern, Query, Body, Response> => ({
  ...defineContract(method, pattern, shapes),
  body,
  contentType,
})
