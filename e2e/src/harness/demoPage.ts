import type { Host } from "./site.ts"
import type { World } from "./world.ts"

/** The demo as `npm start` serves it, with this world behind it. */
export const demoPage = ({ projectId, directory, blockchain }: World): Host => ({
  folder: "demo",
  files: { "/config.json": JSON.stringify({ projectId, endpoints: { directory, blockchain } }) },
})
