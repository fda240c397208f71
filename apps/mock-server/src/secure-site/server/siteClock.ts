import type { World } from "../../world/World.ts"

/**
 * Milliseconds by which the site tells how long a code holds and when the next may be sent: people wait by this
 * machine's clock, as their page does, and tests move the world's own on. Requests alone move it nowhere.
 */
export const siteNow = (world: Pick<World, "wallNow" | "advanced">): number =>
  world.wallNow() + world.advanced()
