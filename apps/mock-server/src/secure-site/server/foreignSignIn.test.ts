import { describe, expect, it, vi } from "vitest"
import { getApprovalText, terminalHeader } from "../siteCalls.ts"
import { makeApprovalKey } from "../testing/makeApprovalKey.ts"
import { setupOwnHandler } from "../testing/setupOwnHandler.ts"
import { makeDeviceId, makeSiteClient } from "../testing/siteClient.ts"
import { withStubWallet } from "../testing/stubWallet.ts"

const email = "vera@shop.example"
const call = { chainId: "eip155:1", type: "eoa", method: "personal_sign", params: ["0x00"] } as const
const notApproved = [403, "The wallet's own window did not approve this request."]
const shop = "https://shop.example"
const evil = "https://evil.example"

/** Opens a world with the frame of a user's page and a server that acts as a frame of its own. */
const openWorld = () => {
  const perform = vi.fn(async () => "0xsignature")
  const handler = setupOwnHandler(withStubWallet({ perform }))
  return {
    handler,
    perform,
    site: makeSiteClient(handler, "p", shop),
    thief: makeSiteClient(handler, "p", evil),
  }
}

describe("foreign sign-in server", () => {
  it("signs nothing with a code that was relayed from the user's own sign-in", async () => {
    const { perform, site, thief } = openWorld()
    const device = makeDeviceId()
    const otp = await site.requestCode({ email, device })
    expect((await thief.refusal("connect-otp", { email, device: makeDeviceId(), otp }))[0]).toBe(400)
    // Even with the frame's device ID, the session belongs to the frame's key.
    const { token } = await thief.call("connect-otp", { email, device, otp })
    const request = await thief.approve(call, token, { origin: shop })
    expect(await thief.refusal("perform", request, token)).toEqual(notApproved)
    expect(perform).not.toHaveBeenCalled()
  })

  it.each(["known", "unknown"])(
    "signs nothing for a %s user who does not confirm its device, and the email names its origin",
    async (kind) => {
      const { perform, site, thief } = openWorld()
      if (kind === "known") await site.signIn(email)
      const device = makeDeviceId()
      expect(await thief.call("connect-email", { email, device })).toEqual({ action: "VERIFY_DEVICE" })
      const { code, requester, text } = await site.lastMail()
      expect([code, requester]).toEqual([null, evil])
      expect(text).toContain(`${evil} wants to sign in with your email on a device that is new.`)
      expect((await thief.refusal("connect-otp", { email, device, otp: "000000" }))[0]).toBe(400)
      const request = { ...call, id: "a", approval: "A".repeat(86) }
      expect((await thief.refusal("perform", request, "guessed"))[0]).toBe(401)
      expect(perform).not.toHaveBeenCalled()
    },
  )

  it("names the foreign origin in the email with a code and on the pages of its links", async () => {
    const { site, thief } = openWorld()
    const device = makeDeviceId()
    await thief.requestCode({ email, device })
    const { requester, text } = await site.lastMail()
    expect([requester, text.startsWith(`${evil} requested this code`)]).toEqual([evil, true])
    const param = (url: string, name: string) => new URL(url).searchParams.get(name) ?? ""
    const { uri } = await thief.call("social-uri", { provider: "google", device })
    const { url } = await thief.call("farcaster-uri", { device })
    await site.signIn("milo@shop.example")
    await thief.call("connect-email", { email: "milo@shop.example", device: makeDeviceId() })
    const link = (await site.lastMail()).link ?? ""
    for (const token of [param(uri, "state"), param(url, "channel"), param(link, "token")])
      expect(await site.call("requester-of", { token })).toEqual({ origin: evil })
  })

  it("says in the email that the code belongs into the site's own window only", async () => {
    const { site } = openWorld()
    await site.requestCode({ email, device: makeDeviceId(), inFrame: true })
    const { text } = await site.lastMail()
    expect(text).toContain(`${shop} started this. Enter the code only in the window of ${site.origin}`)
  })

  it("delivers a provider's result to the claimed origin only, so a false claim gains nothing", async () => {
    const { perform, site, thief } = openWorld()
    const device = makeDeviceId()
    const { uri } = await thief.call("social-uri", {
      provider: "google",
      device,
      requester: { ...thief.requester, origin: shop },
    })
    const state = new URL(uri).searchParams.get("state") ?? ""
    const { origin, resultUri } = await site.call("social-result", { state, email })
    // The browser delivers it to this origin's window only.
    expect(origin).toBe(shop)
    expect((await site.refusal("connect-social", { uri: resultUri, device: makeDeviceId() }))[0]).toBe(410)
    expect(perform).not.toHaveBeenCalled()
  })
})

describe("approval of a request", () => {
  const signedIn = async () => {
    const world = openWorld()
    return { ...world, token: await world.site.signIn(email) }
  }

  it("performs the approved request, once", async () => {
    const { perform, site, token } = await signedIn()
    const request = await site.approve(call, token)
    expect(await site.call("perform", request, token)).toEqual({ result: "0xsignature" })
    expect(await site.call("perform", request, token)).toEqual({ result: "0xsignature" })
    expect(perform).toHaveBeenCalledTimes(1)
  })

  it("rejects an approval under another ID, so it cannot be replayed", async () => {
    const { perform, site, token } = await signedIn()
    const request = await site.approve(call, token)
    await site.call("perform", request, token)
    const { id } = await site.call("describe", call, token)
    expect(await site.refusal("perform", { ...request, id }, token)).toEqual(notApproved)
    expect(perform).toHaveBeenCalledTimes(1)
  })

  it("rejects the approval of a request that was never described", async () => {
    const { perform, site, token } = await signedIn()
    const request = await site.approve(call, token, { id: "own" })
    expect(await site.refusal("perform", { ...request, id: "own" }, token)).toEqual([
      409,
      "Request is unknown or was aborted",
    ])
    expect(perform).not.toHaveBeenCalled()
  })

  it.each([
    { params: ["0x01"] },
    { method: "eth_sendTransaction" },
    { chainId: "eip155:2" },
    { type: "smartAccount" },
  ] as const)("rejects an approval for another request: %j", async (other) => {
    const { perform, site, token } = await signedIn()
    const request = await site.approve(call, token)
    expect(await site.refusal("perform", { ...request, ...other }, token)).toEqual(notApproved)
    // Also when the approval itself is for the other one, which was not described.
    const signed = await site.approve(call, token, { call: { ...call, ...other } })
    expect(await site.refusal("perform", { ...signed, ...other }, token)).toEqual([
      409,
      "This request ID was used for a different request.",
    ])
    expect(perform).not.toHaveBeenCalled()
  })

  it("rejects approvals by another key, and for another session, world, page or site", async () => {
    const { perform, site, token } = await signedIn()
    const other = await site.signIn("milo@shop.example")
    for (const over of [
      { sign: makeApprovalKey().sign },
      { token: other },
      { projectId: "q" },
      { origin: evil },
      { origin: null },
      { site: "http://other.localhost" },
    ])
      expect(await site.refusal("perform", await site.approve(call, token, over), token)).toEqual(notApproved)
    const request = await site.approve(call, token)
    expect(await site.refusal("perform", request, other)).toEqual(notApproved)
    expect((await site.send("perform", { ...request, approval: undefined }, bearer(token))).status).toBe(400)
    expect(perform).not.toHaveBeenCalled()
  })

  it("rejects every approval when the session's key is not a point of the curve", async () => {
    const { perform, site } = openWorld()
    const device = makeDeviceId()
    const requester = { key: `B${"A".repeat(86)}`, origin: shop }
    const otp = await site.requestCode({ email, device, requester })
    const { token } = await site.call("connect-otp", { email, device, otp })
    expect(await site.refusal("perform", await site.approve(call, token), token)).toEqual(notApproved)
    expect(perform).not.toHaveBeenCalled()
  })

  it("requires the key at the start of a sign-in", async () => {
    const { site } = openWorld()
    for (const name of ["connect-email", "social-uri", "farcaster-uri"]) {
      const body = { email, provider: "google", device: makeDeviceId(), requester: undefined }
      expect([name, (await site.send(name, body)).status]).toEqual([name, 400])
    }
    expect((await site.state()).mails).toEqual([])
  })

  it("reports no connection to a frame that has lost the session's key", async () => {
    const { site, token } = await signedIn()
    const isConnected = async (key: string) => (await site.call("is-connected", { key }, token)).isConnected
    expect(await isConnected(site.requester.key)).toBe(true)
    expect(await isConnected(makeApprovalKey().publicKey)).toBe(false)
  })
})

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe("list of origins", () => {
  it("admits every origin without a list, and only the listed ones with one", async () => {
    const { perform, site, thief } = openWorld()
    const token = await thief.signIn("milo@shop.example")
    const before = await thief.approve(call, token)
    expect(await site.control("secure-site/origins", { origins: [shop] })).toMatchObject({
      status: 200,
      body: { origins: [shop] },
    })
    const refused = [403, `${evil} is not on the list of origins that may use this wallet.`]
    const device = makeDeviceId()
    expect(await thief.refusal("connect-email", { email, device })).toEqual(refused)
    expect(await thief.refusal("social-uri", { provider: "x", device })).toEqual(refused)
    expect(await thief.refusal("farcaster-uri", { device })).toEqual(refused)
    // A session from before the list ends with it.
    expect(await thief.refusal("describe", call, token)).toEqual(refused)
    expect(await thief.refusal("perform", before, token)).toEqual(refused)
    expect(perform).not.toHaveBeenCalled()

    const own = await site.signIn(email)
    await site.call("perform", await site.approve(call, own), own)
    expect(perform).toHaveBeenCalledTimes(1)
    await site.control("secure-site/origins", { origins: null })
    await thief.call("perform", before, token)
    expect(perform).toHaveBeenCalledTimes(2)
  })

  it("always admits the site's own pages", async () => {
    const { handler } = openWorld()
    const dashboard = makeSiteClient(handler, "p", "http://site.localhost")
    await dashboard.control("secure-site/origins", { origins: [] })
    expect(await dashboard.signIn(email)).toMatch(/^[\da-f]+$/)
  })

  it("rejects entries that are not origins", async () => {
    const { site } = openWorld()
    for (const entry of ["shop.example", "https://shop.example/", "https://Shop.example", "*", 1])
      expect((await site.control("secure-site/origins", { origins: [entry] })).status).toBe(400)
    expect((await site.state()).origins).toBeNull()
  })
})

describe("client without a browser", () => {
  const terminal = { [terminalHeader.name]: terminalHeader.value }
  const post = (
    { handler, site }: ReturnType<typeof openWorld>,
    name: string,
    body: unknown,
    headers: Record<string, string>,
  ) =>
    handler.secureSite.fetch(
      new Request(`${site.origin}/w/p/wallet/${name}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      }),
    )

  it("rejects a client that sends no origin and does not declare itself", async () => {
    const world = openWorld()
    const token = await world.site.signIn(email)
    const request = await world.site.approve(call, token)
    for (const headers of [{}, { [terminalHeader.name]: "page" }])
      expect((await post(world, "perform", request, { ...bearer(token).headers, ...headers })).status).toBe(
        403,
      )
    expect(world.perform).not.toHaveBeenCalled()
  })

  it("separates the sessions of pages from those of terminals", async () => {
    const world = openWorld()
    const { perform, site } = world
    const token = await site.signIn(email)
    const request = await site.approve(call, token)
    expect((await post(world, "perform", request, { ...bearer(token).headers, ...terminal })).status).toBe(
      401,
    )

    const key = makeApprovalKey()
    const attempt = { email: "milo@shop.example", device: makeDeviceId() }
    const requester = { key: key.publicKey, origin: null }
    expect((await post(world, "connect-email", { ...attempt, requester }, terminal)).status).toBe(200)
    expect((await site.lastMail()).text).toMatch(/^A terminal program wants to sign in/)
    await site.control("secure-site/verify-device", {})
    expect((await site.lastMail()).text).toMatch(/^A terminal program requested this code\./)
    const begun = await post(world, "connect-otp", { ...attempt, otp: await site.code() }, terminal)
    const own: string = (await begun.json()).token
    const headers = { ...bearer(own).headers, ...terminal }
    expect((await site.refusal("describe", call, own))[0]).toBe(401)
    const { id } = await (await post(world, "describe", call, headers)).json()
    const subject = { site: site.origin, projectId: "p", token: own, origin: null, id, call }
    const approved = { ...call, id, approval: key.sign(getApprovalText(subject)) }
    expect(perform).not.toHaveBeenCalled()
    expect((await post(world, "perform", approved, headers)).status).toBe(200)
    expect(perform).toHaveBeenCalledTimes(1)
  })

  it("rejects a terminal's sign-in for a page, and a page's without an origin", async () => {
    const world = openWorld()
    const { site } = world
    const body = { email, device: makeDeviceId(), requester: site.requester }
    expect((await post(world, "connect-email", body, terminal)).status).toBe(403)
    const hidden = { ...body, requester: { ...site.requester, origin: null } }
    expect((await site.refusal("connect-email", hidden))[0]).toBe(403)
    expect((await site.state()).mails).toEqual([])
  })

  it("admits terminals by a list of origins that names them", async () => {
    const world = openWorld()
    const { site } = world
    const begin = async () => {
      const requester = { key: makeApprovalKey().publicKey, origin: null }
      const body = { email: `${makeDeviceId()}@shop.example`, device: makeDeviceId(), requester }
      return (await post(world, "connect-email", body, terminal)).status
    }
    await site.control("secure-site/origins", { origins: [shop] })
    expect(await begin()).toBe(403)
    await site.control("secure-site/origins", { origins: [shop, "terminal"] })
    expect(await begin()).toBe(200)
  })
})
