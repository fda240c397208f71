import type { Contract, PathParams } from "@wmodal/api"
import type { Hono } from "hono"
import * as z from "zod/mini"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import type { Env } from "./Env.ts"
import { enter } from "./enter.ts"
import { Failed } from "./Failed.ts"

/** A call of a contract, as a server answers it. */
export interface Call<Pattern extends string, Query> {
  readonly world: World
  readonly param: (name: keyof PathParams<Pattern> & string) => string
  readonly query: Query
  /** This server, as the client reached it, without a slash at its end. */
  readonly origin: string
}

/** Routes a contract: what the client reads and what the server gives are one type. */
export const implement = <
  Pattern extends string,
  Query extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  app: Hono<Env>,
  worlds: Worlds,
  contract: Contract<Pattern, Query, Response>,
  {
    maxAge,
    answer,
  }: {
    /** Seconds for which a client may keep the answer. */
    readonly maxAge: number
    /** @throws Failed, AnvilNotFound, AnvilFailed */
    readonly answer: (
      call: Call<Pattern, z.output<Query>>,
    ) => Promise<z.output<Response>> | z.output<Response>
  },
): void => {
  app.on(contract.method, contract.pattern, async (c) => {
    const world = enter(c, worlds)
    const query = z.safeParse(contract.query, c.req.query())
    if (!query.success) {
      const [issue] = query.error.issues
      throw new Failed({
        status: 400,
        field: issue?.path.join(".") ?? "query",
        description: issue?.message ?? "Invalid input",
      })
    }
    const body = await answer({
      world,
      param: (name) => c.req.param(name) ?? "",
      query: query.data,
      origin: new URL(c.req.url).origin,
    })
    c.header("cache-control", maxAge === 0 ? "no-store" : `public, max-age=${maxAge}`)
    c.header("content-type", "application/json")
    return c.body(JSON.stringify(body))
  })
}
