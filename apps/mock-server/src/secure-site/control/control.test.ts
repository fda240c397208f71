import { expect, it } from "vitest"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { getFrameEventsPath } from "../siteCalls.ts"
import { setupOwnHandler } from "../testing/setupOwnHandler.ts"
import { makeDeviceId, makeSiteClient } from "../testing/siteClient.ts"

const handler = setupTestHandler({ wallNow: () => 0 })

/** Returns a function that reads the next event of a stream. */
const readEvents = (response: Response) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    next: async () => JSON.parse((await reader?.read())?.value?.replace("data: ", "") ?? ""),
    end: () => reader?.cancel(),
  }
}

it("returns the sent emails and the users", async () => {
  const site = makeSiteClient(handler, "shows")
  expect(await site.state()).toEqual({
    mails: [],
    users: [],
    farcaster: { waiting: false },
    origins: null,
    frame: { frozen: false, revoked: 0 },
  })
  await site.signIn("vera@shop.example")
  const { mails, users } = await site.state()
  expect(mails).toMatchObject([
    { to: "vera@shop.example", code: null, link: expect.stringContaining("/verify-device?") },
    { to: "vera@shop.example", code: expect.stringMatching(/^\d{6}$/), link: null },
  ])
  expect(users).toMatchObject([{ email: "vera@shop.example", preferred: null, sessions: 1 }])
})

it("sends the same codes in every run and different ones in another world", async () => {
  const codeOf = async (world: string) => {
    const site = makeSiteClient(setupOwnHandler({ wallNow: () => 0 }), world)
    return site.requestCode({ email: "vera@shop.example", device: makeDeviceId() })
  }
  const [code, again, other] = [await codeOf("one"), await codeOf("one"), await codeOf("two")]
  expect(again).toBe(code)
  expect(other).not.toBe(code)
})

it("keeps the newest hundred emails", async () => {
  const site = makeSiteClient(handler, "many")
  for (let i = 0; i < 101; i++)
    await site.call("connect-email", { email: `v${i}@shop.example`, device: makeDeviceId() })
  const { mails } = await site.state()
  expect([mails.length, mails[0]?.to]).toEqual([100, "v1@shop.example"])
})

it("emits an event for every change", async () => {
  const site = makeSiteClient(handler, "events")
  const events = readEvents(
    await handler.fetch(new Request("http://localhost/control/worlds/events/secure-site/events")),
  )
  expect(await events.next()).toMatchObject({ mails: [] })
  await site.call("connect-email", { email: "vera@shop.example", device: makeDeviceId() })
  expect(await events.next()).toMatchObject({ mails: [{ to: "vera@shop.example" }] })
  await events.end()
})

it("freezes frames and notifies them", async () => {
  const site = makeSiteClient(handler, "frames")
  const events = readEvents(
    await handler.secureSite.fetch(new Request(`${site.origin}${getFrameEventsPath("frames")}`)),
  )
  expect(await events.next()).toEqual({ frozen: false, revoked: 0 })
  await site.control("secure-site/frame", { do: "freeze" })
  expect(await events.next()).toEqual({ frozen: true, revoked: 0 })
  await site.control("secure-site/frame", { do: "thaw" })
  expect(await events.next()).toEqual({ frozen: false, revoked: 0 })
  await site.control("secure-site/revoke", {})
  expect(await events.next()).toEqual({ frozen: false, revoked: 1 })
  await events.end()
})

it("sends frames no emails and no names", async () => {
  const site = makeSiteClient(handler, "quiet")
  const events = readEvents(
    await handler.secureSite.fetch(new Request(`${site.origin}${getFrameEventsPath("quiet")}`)),
  )
  await events.next()
  await site.signIn("vera@shop.example")
  await site.control("secure-site/frame", { do: "freeze" })
  expect(await events.next()).toEqual({ frozen: true, revoked: 0 })
  await events.end()
})

it.each([
  ["frame", { do: "melt" }],
  ["frame", {}],
  ["revoke", { email: "vera" }],
  ["revoke", { user: "vera" }],
  ["farcaster-approve", { userName: "<b>" }],
])("rejects %s with invalid params: %j", async (name, body) => {
  const site = makeSiteClient(handler, "refused")
  expect(await site.control(`secure-site/${name}`, body)).toMatchObject({ status: 400 })
})

it("rejects requests from other machines", async () => {
  const url = "http://localhost/control/worlds/p/secure-site"
  const headers = { origin: "https://shop.example" }
  expect((await handler.fetch(new Request(url, { headers }))).status).toBe(403)
  expect((await handler.fetch(new Request(url.replace("localhost", "shop.example")))).status).toBe(403)
  const site = makeSiteClient(handler, "p")
  expect(
    (await handler.secureSite.fetch(new Request(url.replace("http://localhost", site.origin)))).status,
  ).toBe(404)
})
