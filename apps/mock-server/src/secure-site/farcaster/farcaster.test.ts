import { describe, expect, it } from "vitest"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { setupOwnHandler } from "../testing/setupOwnHandler.ts"
import { makeDeviceId, makeSiteClient } from "../testing/siteClient.ts"

const handler = setupTestHandler({ wallNow: () => 0 })
const tooLate = [410, "This link is no longer valid. Please try again."]

/** Opens a site with a pending link. */
const beginSignIn = async (world: string) => {
  const site = makeSiteClient(handler, world)
  const device = makeDeviceId()
  const { url } = await site.call("farcaster-uri", { device })
  const { origin, pathname, searchParams } = new URL(url)
  expect([origin, pathname, searchParams.get("projectId")]).toEqual([site.origin, "/farcaster", world])
  return { site, device, channel: searchParams.get("channel") ?? "" }
}

describe("Farcaster sign-in", () => {
  it("waits for the phone and signs in the user who approves there", async () => {
    const { site, device, channel } = await beginSignIn("approve")
    expect((await site.state()).farcaster).toEqual({ waiting: true })
    const waiting = site.call("connect-farcaster", { device })
    await site.call("farcaster-answer", { channel, approve: true, userName: " Vera.eth " })
    const { token, userName } = await waiting
    expect(userName).toBe("vera.eth")
    expect(await site.call("is-connected", {}, token)).toEqual({ isConnected: true })
    const { farcaster, users } = await site.state()
    expect(farcaster).toEqual({ waiting: false })
    expect(users).toMatchObject([{ email: null, username: "vera.eth", provider: "farcaster" }])
  })

  it("returns once a response that arrived before the call", async () => {
    const { site, device } = await beginSignIn("before")
    await site.control("secure-site/farcaster-approve", { userName: "milo" })
    expect(await site.call("connect-farcaster", { device })).toMatchObject({ userName: "milo" })
    expect(await site.refusal("connect-farcaster", { device })).toEqual(tooLate)
  })

  it("returns a session to one of two waiting calls", async () => {
    const { site, device } = await beginSignIn("two")
    const both = [site.send("connect-farcaster", { device }), site.send("connect-farcaster", { device })]
    await site.control("secure-site/farcaster-approve", {})
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 410])
    expect((await site.state()).users).toMatchObject([{ username: "vera", sessions: 1 }])
  })

  it("rejects the sign-in when the phone declines", async () => {
    const { site, device, channel } = await beginSignIn("decline")
    const waiting = site.refusal("connect-farcaster", { device })
    await site.control("secure-site/farcaster-decline", {})
    expect(await waiting).toEqual([403, "The sign-in was declined on the phone."])
    expect(await site.refusal("farcaster-answer", { channel, approve: false })).toEqual(tooLate)
    expect((await site.state()).users).toEqual([])
  })

  it("accepts one response to a device's newest link, within ten minutes", async () => {
    const { site, device, channel } = await beginSignIn("newest")
    const first = site.refusal("connect-farcaster", { device })
    const { url } = await site.call("farcaster-uri", { device })
    expect(await first).toEqual(tooLate)
    const yes = { approve: true, userName: "vera" } as const
    expect(await site.refusal("farcaster-answer", { channel, ...yes })).toEqual(tooLate)
    const newest = new URL(url).searchParams.get("channel") ?? ""
    await site.call("farcaster-answer", { channel: newest, ...yes })
    expect(await site.refusal("farcaster-answer", { channel: newest, ...yes })).toEqual(tooLate)
    expect(await site.refusal("connect-farcaster", { device: makeDeviceId() })).toEqual(tooLate)
    const later = await beginSignIn("later")
    await later.site.advance(600)
    expect(await later.site.refusal("farcaster-answer", { channel: later.channel, ...yes })).toEqual(tooLate)
    expect(await later.site.control("secure-site/farcaster-approve", {})).toMatchObject({ status: 404 })
  })

  it.each(["", "Vera Nova", "../x", "<b>", "v".repeat(65), "\u202evera"])(
    "rejects the name %j",
    async (userName) => {
      const { site, channel } = await beginSignIn(`name-${userName.length}`)
      expect((await site.refusal("farcaster-answer", { channel, approve: true, userName }))[0]).toBe(400)
    },
  )

  it("waits ten minutes at most", async () => {
    const late = setupOwnHandler({ wallNow: () => 0, sleep: async () => {} })
    const site = makeSiteClient(late, "p")
    const device = makeDeviceId()
    await site.call("farcaster-uri", { device })
    expect(await site.refusal("connect-farcaster", { device })).toEqual(tooLate)
  })
})
