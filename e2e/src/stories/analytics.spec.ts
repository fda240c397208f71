import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { makeHostPage } from "../harness/hostPage.ts"
import type { MockOutside } from "../harness/mockOutside.ts"
import { firstAccount, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { TestWorld } from "../harness/testWorld.ts"

const eventsSchema = z.object({
  events: z.array(
    z.object({
      eventId: z.uuidv4(),
      url: z.string(),
      domain: z.string(),
      timestamp: z.number(),
      props: z.object({
        type: z.string(),
        event: z.string(),
        address: z.optional(z.string()),
        properties: z.optional(z.record(z.string(), z.unknown())),
      }),
    }),
  ),
})

/** Returns the events that the analytics endpoint has received, oldest first. */
const fetchEvents = async ({ control }: MockOutside, { projectId }: TestWorld) => {
  const response = await fetch(`${control}/worlds/${projectId}/events`)
  return eventsSchema.parse(await response.json()).events
}

const makeAnalyticsPage = (world: TestWorld, analytics: boolean) => {
  const { blockchain, directory } = world
  return makeHostPage(world, {
    options: { features: { analytics }, endpoints: { directory, blockchain, analytics: directory } },
  })
}

describe("analytics", { tags: "full" }, () => {
  story(
    "reports what a visitor does only to a host that has turned it on",
    async ({ outside, visitor, wallet, world }) => {
      const quiet = await visitor.visit(makeAnalyticsPage(world, false))
      // The server knows no world before its first request.
      const asked = quiet.waitForResponse(/\/getWallets/)
      await getModalViews(quiet).connectButton.click()
      await asked
      await quiet.close()

      const page = await visitor.visit(makeAnalyticsPage(world, true))
      const modal = getModalViews(page)
      await modal.connectButton.waitFor()
      expect(await fetchEvents(outside, world)).toEqual([])
      await modal.connectButton.click()
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await prompt.approve()
      await page.bringToFront()
      await modal.accountButton().waitFor()
      const names = async () => (await fetchEvents(outside, world)).map(({ props }) => props.event)
      await expect.poll(names).toContain("CONNECT_SUCCESS")
      const told = await names()
      expect(told).not.toContain("MODAL_CREATED")
      expect(told.indexOf("MODAL_OPEN")).toBeLessThan(told.indexOf("SELECT_WALLET"))
      expect(told.indexOf("SELECT_WALLET")).toBeLessThan(told.indexOf("CONNECT_SUCCESS"))
      const events = await fetchEvents(outside, world)
      const { hostname } = new URL(page.url())
      for (const { domain, props } of events) expect([domain, props.type]).toEqual([hostname, "track"])
      expect(events.find(({ props }) => props.event === "MODAL_OPEN")?.props).toMatchObject({
        properties: { connected: false },
      })
      await modal.accountButton().click()
      await expect
        .poll(async () => (await fetchEvents(outside, world)).at(-1)?.props)
        .toMatchObject({ event: "MODAL_OPEN", address: firstAccount, properties: { connected: true } })
    },
  )

  story("says once that the project does not allow this page", async ({ plan, visitor, world }) => {
    const page = await visitor.visit(makeAnalyticsPage(world, true))
    const modal = getModalViews(page)
    await plan([{ match: { path: "/e" }, fault: { kind: "status", status: 403 } }])
    await modal.connectButton.click()
    await modal.text("Invalid App Configuration").waitFor()
    expect(await modal.text("Invalid App Configuration").count()).toBe(1)
  })
})
