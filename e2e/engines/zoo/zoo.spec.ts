import { randomBytes } from "node:crypto"
import { beforeAll, expect, it } from "vitest"
import { describeEngines, type EngineWorld, wantedEngines } from "../describeEngines.ts"
import { installZoo } from "./makeZooFiles.ts"
import { zooPages } from "./pages/index.ts"
import { playPage } from "./playPage.ts"

beforeAll(installZoo, 300_000)

/** Not WebKitGTK: its driver needs places of zoomed and sticky elements other than those that the engine tells. */
const engines = wantedEngines.filter((name) => name !== "webkit")

const describePages = (_name: string, getWorld: () => EngineWorld) => {
  const projectId = `zoo-${randomBytes(6).toString("hex")}`

  for (const page of zooPages)
    it(`shows, connects and leaves the page as it was in ${page.name}`, async () => {
      expect(await playPage(getWorld(), page, projectId)).toEqual([])
    })
}

describeEngines("host page", describePages, engines)
