import type { Contract, PathParams } from "@wmodal/api"
import type { Context, Hono } from "hono"
import type * as z from "zod/mini"
import type { World } from "../world/World.ts"
import { decodePart, parseJsonBody } from "./decodePart.ts"
import type { Env } from "./Env.ts"
import { reply } from "./reply.ts"
import { getWorld } from "./withWorldLog.ts"

/** A call of a contract, as the server receives it. */
export interface ContractCall<Pattern extends string, Query, Body = undefined> {
  readonly world: World
  readonly param: (name: keyof PathParams<Pattern> & string) => string
  readonly query: Query
  /** JSON, regardless of the content type. `undefined` if the contract has none. */
  readonly body: Body
  readonly header: (name: string) => string | undefined
  /** The client version: `sv` of the query, or the corresponding header. */
  readonly sdkVersion: string | undefined
  /** Base URL of this server, as the client reached it, without a trailing slash. */
  readonly origin: string
}

/** Routes a contract: client and server share one type of the response. */
export const mountContract = <
  Pattern extends string,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  app: Hono<Env>,
  contract: Contract<Pattern, Query, Body, Response>,
  {
    maxAge,
    answer,
  }: {
    /** Seconds for which a client may cache the response. */
    readonly maxAge: number
    /** @throws Failed, AnvilNotFound, AnvilFailed */
    readonly answer: (
      call: ContractCall<Pattern, z.output<Query>, z.output<Body>>,
    ) => Promise<z.output<Response>> | z.output<Response>
  },
): void => {
  app.on(contract.method, contract.pattern, async (c: Context<Env>) => {
    const world = getWorld(c)
    // The world in the base path replaces the project id of a query.
    const query = decodePart("query", contract.query, { ...c.req.query(), projectId: world.projectId })
    const body = decodePart("body", contract.body, parseJsonBody(c.get("body")))
    const answered = await answer({
      world,
      param: (name) => c.req.param(name) ?? "",
      query,
      body,
      header: (name) => c.req.header(name),
      sdkVersion: c.req.query("sv") ?? c.req.header("x-sdk-version"),
      origin: new URL(c.req.url).origin,
    })
    return reply(c, answered === undefined ? "" : JSON.stringify(answered), {
      "cache-control": maxAge === 0 ? "no-store" : `public, max-age=${maxAge}`,
      "content-type": "application/json",
    })
  })
}
