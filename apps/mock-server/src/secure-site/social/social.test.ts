import { describe, expect, it } from "vitest"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { makeDeviceId, makeSiteClient } from "../testing/siteClient.ts"
import { pageProviders } from "../User.ts"

const handler = setupTestHandler({ wallNow: () => 0 })
const email = "vera@shop.example"
const expiredRejection = [410, "This sign-in is no longer valid. Please try again."]

/** Opens a site with an open provider's page. */
const beginSocialSignIn = async (world: string, provider: (typeof pageProviders)[number] = "google") => {
  const site = makeSiteClient(handler, world)
  const device = makeDeviceId()
  const { uri } = await site.call("social-uri", { provider, device })
  const url = new URL(uri)
  expect([url.origin, url.pathname, url.searchParams.get("projectId")]).toEqual([
    site.origin,
    `/social/${provider}`,
    world,
  ])
  return { site, device, state: url.searchParams.get("state") ?? "" }
}

describe("social sign-in", () => {
  it.each(pageProviders)("returns a session of the identity that the %s page reports", async (provider) => {
    const { site, device, state } = await beginSocialSignIn(`by-${provider}`, provider)
    const { resultUri } = await site.call("social-result", { state, email: " Vera@shop.example" })
    expect(new URL(resultUri).origin).toBe(site.origin)
    const { token, ...who } = await site.call("connect-social", { uri: resultUri, device })
    expect(who).toEqual({ email, userName: "vera" })
    expect(await site.call("is-connected", {}, token)).toEqual({ isConnected: true })
    expect((await site.state()).users).toMatchObject([{ email, username: "vera", provider }])
  })

  it("returns the same user on a later sign-in", async () => {
    const { site, device, state } = await beginSocialSignIn("back")
    const again = new URL((await site.call("social-uri", { provider: "google", device })).uri)
    for (const each of [state, again.searchParams.get("state") ?? ""]) {
      const { resultUri } = await site.call("social-result", { state: each, email })
      await site.call("connect-social", { uri: resultUri, device })
    }
    expect((await site.state()).users).toMatchObject([{ sessions: 2 }])
  })

  it("separates a provider's user from the email user with the same address", async () => {
    const { site, device, state } = await beginSocialSignIn("others")
    await site.signIn(email)
    const { resultUri } = await site.call("social-result", { state, email })
    await site.call("connect-social", { uri: resultUri, device })
    expect(new Set((await site.state()).users.map(({ id }) => id)).size).toBe(2)
  })

  it("accepts a result once", async () => {
    const { site, device, state } = await beginSocialSignIn("once")
    const { resultUri: uri } = await site.call("social-result", { state, email })
    expect(await site.refusal("social-result", { state, email })).toEqual(expiredRejection)
    await site.call("connect-social", { uri, device })
    expect(await site.refusal("connect-social", { uri, device })).toEqual(expiredRejection)
  })

  it("accepts a result only from the requesting device, for which it stays valid", async () => {
    const { site, device, state } = await beginSocialSignIn("device")
    const { resultUri: uri } = await site.call("social-result", { state, email })
    expect(await site.refusal("connect-social", { uri, device: makeDeviceId() })).toEqual(expiredRejection)
    await site.call("connect-social", { uri, device })
  })

  it("rejects results of another origin or world, and invalid ones", async () => {
    const { site, device, state } = await beginSocialSignIn("foreign")
    const { resultUri } = await site.call("social-result", { state, email })
    const foreign = [
      resultUri.replace(site.origin, "http://evil.localhost"),
      resultUri.replace("http:", "https:"),
      resultUri.replace(site.origin, `${site.origin}@evil.localhost`),
      `${site.origin}/social/google/result`,
      `${site.origin}/social/google/result?code=__proto__`,
      "javascript:alert(1)",
      "",
    ]
    for (const uri of foreign)
      expect(await site.refusal("connect-social", { uri, device })).toEqual(expiredRejection)
    const other = makeSiteClient(handler, "foreign-too")
    expect(await other.refusal("connect-social", { uri: resultUri, device })).toEqual(expiredRejection)
    await site.call("connect-social", { uri: resultUri, device })
  })

  it("expires after ten minutes, on the page and after it", async () => {
    const { site, device, state } = await beginSocialSignIn("late")
    const other = new URL((await site.call("social-uri", { provider: "x", device })).uri)
    const { resultUri: uri } = await site.call("social-result", { state, email })
    await site.advance(600)
    expect(await site.refusal("connect-social", { uri, device })).toEqual(expiredRejection)
    const late = { state: other.searchParams.get("state") ?? "", email }
    expect(await site.refusal("social-result", late)).toEqual(expiredRejection)
  })
})
