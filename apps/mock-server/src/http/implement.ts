import type { Contract, PathParams } from "@wmodal/api"
import type { Context, Hono } from "hono"
import * as z from "zod/mini"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import type { Env } from "./Env.ts"
import { enter } from "./enter.ts"
import { Failed } from "./Failed.ts"
import { limited } from "./limited.ts"

/** A call of a contract, as a server answers it. */
export interface Call<Pattern extends string, Query, Body = undefined> {
  readonly world: World
  readonly param: (name: keyof PathParams<Pattern> & string) => string
  readonly query: Query
  /** JSON, whatever the content type says. `undefined` where the contract has none. */
  readonly body: Body
  readonly header: (name: string) => string | undefined
  /** This server, as the client reached it, without a slash at its end. */
  readonly origin: string
}

/** Routes a contract: what the client reads and what the server gives are one type. */
export const implement = <
  Pattern extends string,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  app: Hono<Env>,
  worlds: Worlds,
  contract: Contract<Pattern, Query, Body, Response>,
  {
    maxAge,
    answer,
  }: {
    /** Seconds for which a client may keep the answer. */
    readonly maxAge: number
    /** @throws Failed, AnvilNotFound, AnvilFailed */
    readonly answer: (
      call: Call<Pattern, z.output<Query>, z.output<Body>>,
    ) => Promise<z.output<Response>> | z.output<Response>
  },
): void => {
  const handlers = [
    limited,
    async (c: Context<Env>) => {
      const world = enter(c, worlds)
      const query = decoded("query", contract.query, c.req.query())
      const body = decoded("body", contract.body, contract.method === "GET" ? undefined : await readJson(c))
      const reply = await answer({
        world,
        param: (name) => c.req.param(name) ?? "",
        query,
        body,
        header: (name) => c.req.header(name),
        origin: new URL(c.req.url).origin,
      })
      c.header("cache-control", maxAge === 0 ? "no-store" : `public, max-age=${maxAge}`)
      c.header("content-type", "application/json")
      return c.body(reply === undefined ? "" : JSON.stringify(reply))
    },
  ] as const
  app.on(contract.method, contract.pattern, ...handlers)
}

/** @throws Failed naming the field, or `part` where it is the whole. */
const decoded = <Shape extends z.ZodMiniType>(
  part: string,
  shape: Shape,
  value: unknown,
): z.output<Shape> => {
  const result = z.safeParse(shape, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Failed({
    status: 400,
    field: issue?.path.join(".") || part,
    description: issue?.message ?? "Invalid input",
  })
}

/**
 * `undefined` where there is no body.
 * @throws Failed where it is no JSON.
 */
const readJson = async (c: Context<Env>): Promise<unknown> => {
  const text = await c.req.text()
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Failed({ status: 422, field: "body", description: "Not JSON" })
  }
}
