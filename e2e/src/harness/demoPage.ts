import type { Host } from "./site.ts"
import type { World } from "./world.ts"

/** The demo as `npm start` serves it, with this world behind it. @param chains namespaces; Ethereum's alone where absent. @param more endpoints */
export const demoPage = (
  { projectId, directory, blockchain, relay }: World,
  chains: readonly string[] = ["eip155"],
  more: Partial<Pick<World, "secureSite">> = {},
): Host => ({
  folder: "demo",
  files: {
    "/config.json": JSON.stringify({
      projectId,
      endpoints: { directory, blockchain, relay, ...more },
      chains,
    }),
  },
})
