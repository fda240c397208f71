import type { Context } from "hono"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import type { Env } from "./Env.ts"
import { Failed } from "./Failed.ts"

/** A request's world, and the request's entry in its log. `rpc` are the JSON-RPC methods of its body. */
export const enter = (c: Context<Env>, worlds: Worlds, rpc: readonly string[] = []): World => {
  const world = findWorld(c, worlds)
  if (world === null)
    throw new Failed({ status: 401, field: "authentication", description: "Project ID is missing" })
  record(c, world, rpc)
  return world
}

/** The same for a request that needs no project id: an `<img>` may ask for a picture by its address alone. */
export const enterIfNamed = (c: Context<Env>, worlds: Worlds): void => {
  const world = findWorld(c, worlds)
  if (world !== null) record(c, world, [])
}

/** The base path `/w/<projectId>` goes first, so that all calls of one base URL are of one world. */
const findWorld = (c: Context<Env>, worlds: Worlds): World | null => {
  const projectId = c.req.param("world") ?? c.req.query("projectId") ?? ""
  return projectId === "" ? null : worlds.open(projectId)
}

const record = (c: Context<Env>, world: World, rpc: readonly string[]) => {
  const path = c.req.param("world") === undefined ? c.req.path : c.req.path.replace(/^\/w\/[^/]+/, "")
  const { id } = world.record({ method: c.req.method, path, query: c.req.query(), rpc })
  c.header("x-request-id", id)
}
