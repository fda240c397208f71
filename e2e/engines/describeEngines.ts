import { join } from "node:path"
import { afterAll, beforeAll, describe } from "vitest"
import { type MockOutside, startMockOutside } from "../src/harness/mockOutside.ts"
import { paths } from "../src/harness/paths.ts"
import { type Site, startSite } from "../src/harness/site.ts"
import { type Engine, type EngineName, engineNames } from "./Engine.ts"
import { launchEngine } from "./launchEngine.ts"

/** What the tests of one engine share. */
export interface EngineWorld {
  readonly engine: Engine
  readonly site: Site
  readonly outside: MockOutside
}

const openWorld = async (name: EngineName): Promise<EngineWorld> => {
  const [engine, site, outside] = await Promise.all([
    launchEngine(name),
    startSite({ ...paths, cdn: join(paths.root, "apps/modal-web/dist/cdn") }),
    startMockOutside(),
  ])
  return { engine, site, outside }
}

/** Engines to test, from `WMODAL_ENGINES`, such as `firefox,webkit`; default: all. */
const wantedEngines: readonly string[] = process.env["WMODAL_ENGINES"]?.split(",") ?? engineNames

/**
 * Describes the same behaviour in each engine, one engine at a time.
 * @param run defines the tests; its second argument returns what they share, once they run
 */
export const describeEngines = (
  title: string,
  run: (name: EngineName, getWorld: () => EngineWorld) => void,
  names = wantedEngines,
): void => {
  for (const name of engineNames.filter((one) => names.includes(one)))
    describe(`${title} in ${name}`, () => {
      let world: EngineWorld | null = null
      beforeAll(async () => {
        world = await openWorld(name)
      })
      afterAll(async () => {
        await Promise.all([world?.engine.close(), world?.site.close(), world?.outside.close()])
      })
      run(name, () => {
        if (world === null) throw new Error("The engine has not started.")
        return world
      })
    })
}
