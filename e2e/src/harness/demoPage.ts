import type { HostOptions } from "./site.ts"
import type { TestWorld } from "./testWorld.ts"

/**
 * Makes the demo as `npm start` serves it, with this world behind it. @param chains namespaces; default: Ethereum's
 * only. @param more endpoints
 */
export const makeDemoPage = (
  { projectId, directory, blockchain, relay }: TestWorld,
  chains: readonly string[] = ["eip155"],
  more: Partial<Pick<TestWorld, "secureSite" | "prices">> = {},
): HostOptions => ({
  folder: "demo",
  files: {
    "/config.json": JSON.stringify({
      projectId,
      endpoints: { directory, blockchain, relay, ...more },
      chains,
    }),
  },
})
