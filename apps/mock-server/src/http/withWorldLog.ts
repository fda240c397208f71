import { postNameAccount } from "@wmodal/api"
import type { Context, MiddlewareHandler } from "hono"
import { applyFault, type Sleep } from "../faults/applyFault.ts"
import { ConnectionReset } from "../faults/ConnectionReset.ts"
import { getFaultKinds } from "../faults/FaultPlan.ts"
import { getLoggedMethods, parseBody } from "../rpc/JsonRpc.ts"
import { BoundedMap } from "../world/BoundedMap.ts"
import type { LoggedResponse } from "../world/LogEntry.ts"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import { parseJson } from "./decodePart.ts"
import type { Env } from "./Env.ts"
import { getForeignPage } from "./getForeignPage.ts"
import { RequestError, toErrorResponse } from "./RequestError.ts"
import { readBody } from "./readBody.ts"

export interface WorldLogOptions {
  readonly worlds: Worlds
  readonly sleep: Sleep
  /** Aborts when the server stops. */
  readonly closing: AbortSignal
  /** The logged parts of requests and responses. Default: everything. */
  readonly told?: {
    readonly query: (query: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
    readonly body: (body: string) => string
  }
}

const logWholeBody: WorldLogOptions["told"] & {} = { query: (query) => query, body: (body) => body }

/** Finds a request's world, logs request and response, and applies its fault plan. */
export const withWorldLog = ({
  worlds,
  sleep,
  closing,
  told = logWholeBody,
}: WorldLogOptions): MiddlewareHandler<Env> => {
  /** The last world by `Origin`, which is empty for clients other than web pages. */
  const lastAsked = new BoundedMap<string, string>()
  const bodyInTurn = makeBodyReader()
  return async (c, next) => {
    const body = await bodyInTurn(c)
    const text = typeof body === "string" ? body : ""
    const page = c.req.header("origin") ?? ""
    const projectId = getProjectId(c, text) || (isWithoutWorld(c) && lastAsked.get(page)) || ""
    if (projectId === "") {
      if (typeof body !== "string") throw body
      c.set("body", text)
      return next()
    }
    const world = worlds.open(projectId, getForeignPage(c.req.raw.headers, c.req.url))
    // Inserted again at the end, where it is removed last.
    lastAsked.delete(page)
    lastAsked.set(page, projectId)
    c.set("world", world)
    c.set("body", text)
    const path = c.req.param("world") === undefined ? c.req.path : c.req.path.replace(/^\/w\/[^/]+/, "")
    const rpc =
      c.req.method === "POST" && /^\/(?:v1\/?|rpc\/[^/]*(?:\/[1-9])?)$/.test(path)
        ? parseBody(text)
        : undefined
    if (rpc !== undefined) c.set("rpc", rpc)
    const asked = {
      method: c.req.method,
      path,
      query: c.req.query(),
      rpc: rpc === undefined ? [] : getLoggedMethods(rpc),
      body: text,
    }
    const known = new Map([[new URL(c.req.url).origin, "{origin}"]])
    const entry = world.enter({
      ...asked,
      query: replaceKnownValues(told.query(asked.query), known),
      headers: replaceKnownValues(
        pickHeaders(c.req.raw.headers, ["origin", "content-type", "x-sdk-version"]),
        known,
      ),
      body: replaceKnown(told.body(text), known),
    })
    c.header("x-request-id", entry.id)
    const stroke = world.faults().faultFor(asked)
    const faults = stroke === null ? [] : getFaultKinds(stroke)
    c.set("unanswered", () => entry.leave({ faults, response: null }))
    const hangs = stroke?.rule?.fault.kind === "hang"
    if (hangs && !stroke.rule?.carriedOut) entry.leave({ faults, response: null })

    const answer = async () => {
      await entry.run(async () => {
        if (typeof body === "string") await next()
        else c.res = await toErrorResponse(body, c)
      })
      if (hangs) entry.leave({ faults, response: null })
      return c.res
    }
    try {
      if (stroke === null) await answer()
      else {
        const struck = await applyFault(stroke, {
          signal: () => AbortSignal.any([c.req.raw.signal, closing]),
          sleep,
          wallNow: world.wallNow,
          carryOut: answer,
        })
        if (struck !== c.res) {
          c.res = struck
          c.set("replied", undefined)
        }
      }
    } catch (error) {
      entry.leave({ faults, response: null })
      throw error
    }
    const date = c.res.headers.get("retry-after") ?? ""
    if (date.endsWith("GMT")) known.set(date, "{date}")
    entry.leave({ faults, response: await toLoggedResponse(c, known, told.body) })
  }
}

/**
 * Makes a reader that reads the bodies of one connection in order: otherwise a request could overtake one whose body
 * arrives in two pieces.
 */
const makeBodyReader = () => {
  const reading = new WeakMap<object, Promise<unknown>>()
  return async (c: Context<Env>): Promise<string | RequestError> => {
    const read = ["POST", "PATCH"].includes(c.req.method)
      ? readBody(c).catch(toRequestError)
      : Promise.resolve("")
    const connection = c.env?.incoming?.socket
    if (connection === undefined) return read
    const before = reading.get(connection)
    const mine = Promise.all([read, before]).then(([body]) => body)
    reading.set(connection, mine)
    return mine
  }
}

/** Returns whether the client sends no project id and takes only the host of a base URL. */
const isWithoutWorld = ({ req }: Context<Env>): boolean =>
  req.method === postNameAccount.method && req.path === postNameAccount.pattern

const toRequestError = (error: unknown): RequestError => {
  if (error instanceof RequestError) return error
  // The client disconnected before the whole request was received.
  throw new ConnectionReset()
}

/**
 * Returns the project id of the base path `/w/<projectId>`, which covers all calls of a base URL; then of the query,
 * then of the body.
 */
const getProjectId = (c: Context<Env>, body: string): string => {
  const named = c.req.param("world") ?? c.req.query("projectId") ?? ""
  if (named !== "" || !body.includes('"projectId"')) return named
  const value = parseJson(body)
  if (typeof value !== "object" || value === null || !("projectId" in value)) return ""
  return typeof value.projectId === "string" ? value.projectId : ""
}

const pickHeaders = (headers: Headers, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  )

const toLoggedResponse = async (
  c: Context<Env>,
  known: ReadonlyMap<string, string>,
  told: (body: string) => string,
): Promise<LoggedResponse> => ({
  status: c.res.status,
  headers: replaceKnownValues(
    pickHeaders(c.res.headers, ["cache-control", "content-type", "retry-after"]),
    known,
  ),
  body: replaceKnown(told(c.get("replied") ?? (await c.res.clone().text())), known),
})

const replaceKnown = (text: string, known: ReadonlyMap<string, string>): string =>
  [...known].reduce((all, [value, name]) => all.replaceAll(value, name), text)

const replaceKnownValues = (
  values: Readonly<Record<string, string>>,
  known: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, replaceKnown(value, known)]))

/** Returns the world of a request that names one. */
export const getWorld = (c: Context<Env>): World => {
  const world = c.get("world")
  if (world === undefined)
    throw new RequestError({ status: 401, field: "authentication", description: "Project ID is missing" })
  return world
}
