import { afterAll, beforeAll, expect, it } from "vitest"
import { firstAccount } from "../src/harness/modal.ts"
import { buildReactApp, type HostReact, type ReactApp, reactVersions } from "../src/harness/reactPage.ts"
import { makeServedPage } from "../src/harness/servedPage.ts"
import { describeEngines } from "./describeEngines.ts"
import {
  awaitStatus,
  connectAndSign,
  expectQuiet,
  makeJourneyScript,
  openJourneyWorld,
  signature,
  visitPage,
} from "./visitHost.ts"

const apps = new Map<HostReact, ReactApp>()

beforeAll(async () => {
  for (const react of reactVersions) apps.set(react, await buildReactApp(react))
}, 180_000)
afterAll(async () => {
  for (const app of apps.values()) await app.remove()
})

describeEngines("page that a server has rendered", (_name, getWorld) => {
  for (const react of reactVersions)
    it(`hydrates, connects, signs and stays connected after a reload with React ${react}`, async () => {
      const app = apps.get(react)
      if (app === undefined) throw new Error(`No app was built with React ${react}.`)
      const { world } = await openJourneyWorld(getWorld())
      const before = await makeJourneyScript(world)
      const window = await visitPage(getWorld(), makeServedPage(app, world, { cookie: true, before }))
      expect(await connectAndSign(window)).toMatch(signature)
      await expectQuiet(window)
      await window.open(await window.evaluate(() => location.href, null))
      await awaitStatus(window, "connected")
      const readAddress = () => window.evaluate(() => document.querySelector("#address")?.textContent, null)
      await expect.poll(readAddress, { timeout: 30_000 }).toBe(firstAccount)
      await expectQuiet(window)
    })
})
