import type { World } from "../../world/World.ts"

/**
 * Returns the time in milliseconds for code expiry and email intervals. It follows this machine's clock, which users
 * wait by, and the tests' clock changes. Requests do not move it.
 */
export const siteNow = (world: Pick<World, "wallNow" | "advanced">): number =>
  world.wallNow() + world.advanced()
