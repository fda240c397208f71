import { randomBytes } from "node:crypto"
import { beforeAll, expect, it } from "vitest"
import { describeEngines, type EngineWorld } from "../describeEngines.ts"
import type { EngineName } from "../Engine.ts"
import { installZoo } from "./makeZooFiles.ts"
import { zooPages } from "./pages/index.ts"
import { playPage } from "./playPage.ts"

beforeAll(installZoo, 300_000)

const describePages = (name: EngineName, getWorld: () => EngineWorld) => {
  const projectId = `zoo-${randomBytes(6).toString("hex")}`

  for (const page of zooPages.filter(({ exceptIn }) => exceptIn !== name))
    it(`shows, connects and leaves the page as it was in ${page.name}`, async () => {
      expect(await playPage(getWorld(), page, projectId)).toEqual([])
    })
}

describeEngines("host page", describePages)
