import { describe, expect, it } from "vitest"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { setupOwnHandler } from "../testing/setupOwnHandler.ts"
import { makeDeviceId, makeSiteClient } from "../testing/siteClient.ts"

const handler = setupTestHandler({ wallNow: () => 0 })
const email = "vera@shop.example"
const wrong = (code: string) => (code === "000000" ? "000001" : "000000")

/** Opens a site that has sent a code by email. */
const requestCode = async (world: string) => {
  const site = makeSiteClient(handler, world)
  const device = makeDeviceId()
  return { site, device, code: await site.requestCode({ email, device }) }
}

describe("email sign-in", () => {
  it("returns a session for the code in the email", async () => {
    const { site, device, code } = await requestCode("code")
    expect(await site.lastMail()).toMatchObject({ to: email, subject: "Your sign-in code", link: null })
    expect(code).toMatch(/^\d{6}$/)
    const { token } = await site.call("connect-otp", { email, device, otp: code })
    expect(await site.call("is-connected", {}, token)).toEqual({ isConnected: true })
    expect((await site.state()).users).toMatchObject([
      { email, username: null, provider: "email", sessions: 1 },
    ])
  })

  it("accepts an email in any case and with surrounding blanks", async () => {
    const { site, device, code } = await requestCode("case")
    await site.call("connect-otp", { email: "  VERA@Shop.example ", device, otp: ` ${code} ` })
    expect((await site.state()).users.map((user) => user.email)).toEqual([email])
  })

  it("accepts a code once", async () => {
    const { site, device, code } = await requestCode("once")
    await site.call("connect-otp", { email, device, otp: code })
    expect(await site.refusal("connect-otp", { email, device, otp: code })).toEqual([
      400,
      "Please request a code first.",
    ])
  })

  it("accepts a code only from its device and email", async () => {
    const { site, device, code } = await requestCode("whose")
    const none = [400, "Please request a code first."]
    expect(await site.refusal("connect-otp", { email, device: makeDeviceId(), otp: code })).toEqual(none)
    expect(await site.refusal("connect-otp", { email: "milo@shop.example", device, otp: code })).toEqual(none)
  })

  it("invalidates a code after five wrong attempts", async () => {
    const { site, device, code } = await requestCode("tries")
    const attempt = (otp: string) => site.refusal("connect-otp", { email, device, otp })
    const isWrong = [400, "This code is wrong. Please try again."]
    const tooMany = [429, "Too many wrong codes. Please request a new one."]
    const answers = [
      await attempt(wrong(code)),
      await attempt(""),
      await attempt("1e5"),
      await attempt(`${code}0`),
    ]
    expect(answers).toEqual([isWrong, isWrong, isWrong, isWrong])
    expect([await attempt(wrong(code)), await attempt(code)]).toEqual([tooMany, tooMany])
    await site.advance(30)
    await site.call("connect-email", { email, device })
    await site.call("connect-otp", { email, device, otp: await site.code() })
  })

  it("expires a code after ten minutes", async () => {
    const { site, device, code } = await requestCode("late")
    await site.advance(599)
    expect(await site.refusal("connect-otp", { email, device, otp: wrong(code) })).toEqual([
      400,
      "This code is wrong. Please try again.",
    ])
    await site.advance(1)
    expect(await site.refusal("connect-otp", { email, device, otp: code })).toEqual([
      410,
      "This code has expired. Please request a new one.",
    ])
  })

  it("sends a code every 30 s, independent of the device, and returns the time to wait", async () => {
    const { site, device, code } = await requestCode("throttle")
    expect(await site.refusal("connect-email", { email, device })).toEqual([
      429,
      "Please try again after 30 seconds",
    ])
    await site.advance(12)
    expect(await site.refusal("connect-email", { email, device: makeDeviceId() })).toEqual([
      429,
      "Please try again after 18 seconds",
    ])
    await site.requestCode({ email: "milo@shop.example", device })
    await site.advance(18)
    await site.call("connect-email", { email, device })
    const second = await site.code()
    // Codes could repeat once in a million, but not with this world's seed.
    expect(second).not.toBe(code)
    expect((await site.refusal("connect-otp", { email, device, otp: code }))[0]).toBe(400)
    await site.call("connect-otp", { email, device, otp: second })
  })

  it("sends another code at once after a successful sign-in", async () => {
    const { site, device, code } = await requestCode("again")
    await site.call("connect-otp", { email, device, otp: code })
    expect(await site.call("connect-email", { email, device })).toEqual({ action: "VERIFY_OTP" })
  })

  it("follows this machine's clock, which users wait by", async () => {
    let now = 0
    const slow = setupOwnHandler({ wallNow: () => now })
    const site = makeSiteClient(slow, "wall")
    const device = makeDeviceId()
    await site.requestCode({ email, device })
    now = 29_001
    expect(await site.refusal("connect-email", { email, device })).toEqual([
      429,
      "Please try again after 1 seconds",
    ])
    now = 30_000
    await site.call("connect-email", { email, device })
    now = 630_000
    expect((await site.refusal("connect-otp", { email, device, otp: await site.code() }))[0]).toBe(410)
  })

  it("requires no code while the session for the same email is valid", async () => {
    const { site, device, code } = await requestCode("still")
    const { token } = await site.call("connect-otp", { email, device, otp: code })
    expect(await site.call("connect-email", { email, device }, token)).toEqual({ action: "CONNECT" })
    const other = { email: "milo@shop.example", device }
    expect(await site.call("connect-email", other, token)).toEqual({ action: "VERIFY_DEVICE" })
    await site.call("sign-out", {}, token)
    expect(await site.call("connect-email", { email, device }, token)).toEqual({ action: "VERIFY_OTP" })
  })
})

describe("limits of a day", () => {
  const refused = [
    429,
    "10 codes were requested for this email within a day. Please try again after 1970-01-02 00:00 UTC.",
  ]
  /** Requests codes for an email every 30 s. Returns the statuses. */
  const requestCodes = async (site: ReturnType<typeof makeSiteClient>, count: number) => {
    const statuses: number[] = []
    for (let at = 0; at < count; at++) {
      statuses.push((await site.send("connect-email", { email, device: makeDeviceId() })).status)
      await site.advance(30)
    }
    return statuses
  }

  it("refuses the eleventh request within a day for an email by an origin, and says until when", async () => {
    const site = makeSiteClient(handler, "eleventh")
    expect(await requestCodes(site, 11)).toEqual([...Array(10).fill(200), 429])
    expect(await site.refusal("connect-email", { email, device: makeDeviceId() })).toEqual(refused)
    // Another email, and the same by another origin.
    await site.call("connect-email", { email: "milo@shop.example", device: makeDeviceId() })
    const other = makeSiteClient(handler, "eleventh", "https://other.example")
    await other.call("connect-email", { email, device: makeDeviceId() })
    await site.advance(86_400 - 330)
    await site.call("connect-email", { email, device: makeDeviceId() })
  })

  it("refuses the eleventh request within a day from a network address that states many origins", async () => {
    const statuses: number[] = []
    const incoming = { socket: { remoteAddress: "203.0.113.7" } }
    for (let at = 0; at < 11; at++) {
      const site = makeSiteClient(
        {
          fetch: handler.fetch,
          secureSite: { fetch: (request) => handler.secureSite.fetch(request, { incoming }) },
        },
        "peer",
        `https://origin-${at}.example`,
      )
      statuses.push((await site.send("connect-email", { email, device: makeDeviceId() })).status)
      await site.advance(30)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it("counts again from the first after a sign-in", async () => {
    const site = makeSiteClient(handler, "counted")
    await requestCodes(site, 9)
    await site.signIn(email)
    expect(await requestCodes(site, 10)).toEqual(Array(10).fill(200))
  })

  it("refuses the eleventh code for a new address within a day, whichever accounts request it", async () => {
    const site = makeSiteClient(handler, "new addresses")
    const newEmail = "victim@shop.example"
    const statuses: number[] = []
    for (let at = 0; at < 11; at++) {
      const token = await site.signIn(`thief${at}@shop.example`)
      statuses.push((await site.send("update-email", { email: newEmail }, site.bearer(token))).status)
      await site.advance(30)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it("refuses the eleventh change of an email within a day", async () => {
    const site = makeSiteClient(handler, "changes")
    const token = await site.signIn(email)
    for (let at = 0; at < 10; at++) {
      await site.call("update-email", { email: `v${at}@shop.example` }, token)
      await site.advance(30)
    }
    expect(await site.refusal("update-email", { email: "v10@shop.example" }, token)).toEqual(refused)
  })
})

describe("email sign-in on a new device", () => {
  const openLink = async (world: string, isKnown = true) => {
    const site = makeSiteClient(handler, world)
    if (isKnown) await site.signIn(email)
    const device = makeDeviceId()
    expect(await site.call("connect-email", { email, device })).toEqual({ action: "VERIFY_DEVICE" })
    const { link, code } = await site.lastMail()
    expect(code).toBeNull()
    const url = new URL(link ?? "")
    expect(`${url.origin}${url.pathname}`).toBe(`${site.origin}/verify-device`)
    expect(url.searchParams.get("projectId")).toBe(world)
    return { site, device, token: url.searchParams.get("token") ?? "" }
  }

  it("asks for the link and sends the same email whether a user has the email or not", async () => {
    const [known, unknown] = [await openLink("is-known"), await openLink("is-unknown", false)]
    const [one, other] = await Promise.all([known, unknown].map(({ site }) => site.lastMail()))
    expect(one).toEqual({ ...other, at: one?.at, link: expect.stringContaining("/verify-device?") })
    for (const { site, device, token } of [known, unknown]) {
      await site.call("confirm-device", { token })
      await site.call("connect-otp", { email, device, otp: await site.code() })
      expect((await site.state()).users).toHaveLength(1)
    }
  })

  it("waits until the link in the email is opened, and then accepts the next code", async () => {
    const { site, device, token } = await openLink("link")
    expect((await site.refusal("connect-otp", { email, device, otp: "000000" }))[0]).toBe(400)
    const waiting = site.call("connect-device", { email, device })
    expect(await site.call("confirm-device", { token })).toEqual({ email })
    expect(await waiting).toEqual({})
    await site.call("connect-otp", { email, device, otp: await site.code() })
    expect((await site.state()).users).toHaveLength(1)
  })

  it("knows the device once its link was opened", async () => {
    const { site, device, token } = await openLink("known")
    await site.call("confirm-device", { token })
    await site.advance(30)
    expect(await site.call("connect-email", { email, device })).toEqual({ action: "VERIFY_OTP" })
  })

  it("returns when the link was opened before the call, and sends no further email", async () => {
    const { site, device, token } = await openLink("before")
    await site.call("confirm-device", { token })
    const { length } = (await site.state()).mails
    await Promise.all([
      site.call("connect-device", { email, device }),
      site.call("connect-device", { email, device }),
    ])
    await site.call("confirm-device", { token })
    expect((await site.state()).mails).toHaveLength(length)
  })

  it("confirms a device through the control API by an address's newest link", async () => {
    const { site, device } = await openLink("control")
    const waiting = site.call("connect-device", { email, device })
    expect(await site.control("secure-site/verify-device", { email: "milo@shop.example" })).toMatchObject({
      status: 404,
    })
    expect(await site.control("secure-site/verify-device", {})).toMatchObject({ status: 200 })
    expect(await waiting).toEqual({})
    expect(await site.control("secure-site/verify-device", {})).toMatchObject({ status: 404 })
  })

  it("rejects a link that is ten minutes old or unknown", async () => {
    const { site, device, token } = await openLink("old")
    await site.advance(600)
    const tooLate = [410, "This link is no longer valid. Please sign in again."]
    expect(await site.refusal("confirm-device", { token })).toEqual(tooLate)
    expect(await site.refusal("confirm-device", { token: "0".repeat(64) })).toEqual(tooLate)
    expect(await site.refusal("connect-device", { email, device: makeDeviceId() })).toEqual(tooLate)
    expect(await site.control("secure-site/verify-device", {})).toMatchObject({ status: 404 })
    await site.call("connect-email", { email, device })
  })

  it("stops waiting for a link that a newer one replaced", async () => {
    const { site, device, token } = await openLink("newer")
    const waiting = site.refusal("connect-device", { email, device })
    await site.advance(30)
    await site.call("connect-email", { email, device })
    expect(await waiting).toEqual([410, "This sign-in was replaced by a newer one."])
    expect((await site.refusal("confirm-device", { token }))[0]).toBe(410)
  })

  it("waits ten minutes at most by the server's timer", async () => {
    const late = setupOwnHandler({ wallNow: () => 0, sleep: async () => {} })
    const site = makeSiteClient(late, "p")
    await site.signIn(email)
    const device = makeDeviceId()
    await site.call("connect-email", { email, device })
    expect((await site.refusal("connect-device", { email, device }))[0]).toBe(410)
  })

  it("stops waiting when the caller disconnects and when the server closes", async () => {
    const own = setupOwnHandler({ wallNow: () => 0 })
    const site = makeSiteClient(own, "p")
    await site.signIn(email)
    const device = makeDeviceId()
    await site.call("connect-email", { email, device })
    const gone = new AbortController()
    const first = site.send("connect-device", { email, device }, { signal: gone.signal })
    const second = site.send("connect-device", { email, device })
    gone.abort()
    await expect(first).rejects.toMatchObject({ _tag: "ConnectionReset" })
    await own.close()
    await expect(second).rejects.toMatchObject({ _tag: "ConnectionReset" })
  })
})
