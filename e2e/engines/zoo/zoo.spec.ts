import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { describeEngines, type EngineWorld } from "../describeEngines.ts"
import type { EngineName } from "../Engine.ts"
import { installZoo } from "./makeZooFiles.ts"
import { zooPages } from "./pages/index.ts"
import { playPage } from "./playPage.ts"

/** Whether the journey passed in each page that was played, by engine. */
const ends: Partial<Record<EngineName, readonly boolean[]>> = {}

beforeAll(installZoo, 300_000)

afterAll(() => {
  const cells = Object.values(ends).flat()
  const failed = cells.filter((hasPassed) => !hasPassed).length
  const engines = Object.entries(ends).map(([name, { length }]) => `${name} ${length}`)
  // Runs that keep the output of passed tests to themselves show this.
  process.stdout.write(
    `\n${zooPages.length} pages; cells: ${engines.join(", ")}, together ${cells.length}, ${failed} failed\n`,
  )
})

const describePages = (name: EngineName, getWorld: () => EngineWorld) => {
  const projectId = `zoo-${randomBytes(6).toString("hex")}`

  for (const page of zooPages)
    it(`shows, connects and leaves the page as it was in ${page.name}`, async ({ onTestFinished }) => {
      onTestFinished(({ task }) => {
        ends[name] = [...(ends[name] ?? []), task.result?.state === "pass"]
      })
      expect(await playPage(getWorld(), page, projectId)).toEqual([])
    })
}

describeEngines("host page", describePages)
