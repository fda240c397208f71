import { describe, expect, it } from "vitest"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { makeDeviceId, makeSiteClient } from "../testing/siteClient.ts"

const handler = setupTestHandler({ wallNow: () => 0 })
const [email, newEmail] = ["vera@shop.example", "nova@shop.example"]
const wrong = (code: string) => (code === "000000" ? "000001" : "000000")
const noCode = [400, "Please request a code first."]

const signInUser = async (world: string) => {
  const site = makeSiteClient(handler, world)
  const device = makeDeviceId()
  return { site, device, token: await site.signIn(email, device) }
}

describe("email change", () => {
  it("requires a code of the old address and then one of the new", async () => {
    const { site, device, token } = await signInUser("both")
    expect(await site.call("update-email", { email: newEmail }, token)).toEqual({
      action: "VERIFY_PRIMARY_OTP",
    })
    expect(await site.lastMail()).toMatchObject({ to: email, subject: "Confirm the change of your email" })
    await site.call("update-email-primary", { otp: await site.code() }, token)
    expect(await site.lastMail()).toMatchObject({ to: newEmail, subject: "Confirm your new email" })
    expect(await site.call("update-email-secondary", { otp: await site.code() }, token)).toEqual({ newEmail })
    const { users } = await site.state()
    expect(users).toMatchObject([{ email: newEmail, sessions: 1 }])
    // The same user signs in by the new address, and the old one is free.
    await site.signIn(newEmail, device)
    await site.signIn(email, device)
    const after = (await site.state()).users
    expect(after.map((user) => [user.email, user.sessions])).toEqual([
      [newEmail, 2],
      [email, 1],
    ])
    expect(after[0]?.id).toBe(users[0]?.id)
    expect(after[1]?.id).not.toBe(users[0]?.id)
  })

  it("rejects a code of one address only, or in the wrong order", async () => {
    const { site, token } = await signInUser("order")
    expect(await site.refusal("update-email-primary", { otp: "000000" }, token)).toEqual(noCode)
    expect(await site.refusal("update-email-secondary", { otp: "000000" }, token)).toEqual(noCode)
    await site.call("update-email", { email: newEmail }, token)
    const otp = await site.code()
    expect(await site.refusal("update-email-secondary", { otp }, token)).toEqual(noCode)
    await site.call("update-email-primary", { otp }, token)
    expect(await site.refusal("update-email-primary", { otp }, token)).toEqual(noCode)
    const second = await site.code()
    expect(await site.refusal("update-email-secondary", { otp: wrong(second) }, token)).toEqual([
      400,
      "This code is wrong. Please try again.",
    ])
    expect((await site.state()).users).toMatchObject([{ email }])
    await site.call("update-email-secondary", { otp: second }, token)
    expect(await site.refusal("update-email-secondary", { otp: second }, token)).toEqual(noCode)
  })

  it("belongs to the session that started it", async () => {
    const { site, token } = await signInUser("session")
    const other = await site.signIn("milo@shop.example")
    await site.call("update-email", { email: newEmail }, token)
    expect(await site.refusal("update-email-primary", { otp: await site.code() }, other)).toEqual(noCode)
  })

  it("tells that another user has an address only to who reads its email", async () => {
    const { site, token } = await signInUser("known")
    await site.signIn("milo@shop.example")
    await site.advance(30)
    const asked = await site.call("update-email", { email: "milo@shop.example" }, token)
    await site.advance(30)
    expect(await site.call("update-email", { email: "nobody@shop.example" }, token)).toEqual(asked)
    await site.advance(30)
    await site.call("update-email", { email: "milo@shop.example" }, token)
    await site.call("update-email-primary", { otp: await site.code() }, token)
    expect(await site.lastMail()).toMatchObject({ to: "milo@shop.example" })
    expect(await site.refusal("update-email-secondary", { otp: await site.code() }, token)).toEqual([
      409,
      "This email is already in use.",
    ])
  })

  it("rejects an address that another user takes in the meantime", async () => {
    const { site, token } = await signInUser("taken")
    const taken = [409, "This email is already in use."]
    expect(await site.refusal("update-email", { email }, token)).toEqual([400, "This is already your email."])
    await site.call("update-email", { email: newEmail }, token)
    await site.call("update-email-primary", { otp: await site.code() }, token)
    const otp = await site.code()
    await site.advance(30)
    await site.signIn(newEmail)
    expect(await site.refusal("update-email-secondary", { otp }, token)).toEqual(taken)
    expect((await site.state()).users.map((user) => user.email)).toContain(email)
  })

  it("sends a code every 30 s", async () => {
    const { site, token } = await signInUser("throttled")
    await site.call("update-email", { email: newEmail }, token)
    expect(await site.refusal("update-email", { email: "a@shop.example" }, token)).toEqual([
      429,
      "Please try again after 30 seconds",
    ])
    await site.advance(30)
    await site.call("update-email", { email: "a@shop.example" }, token)
  })

  it("requires only a code of the new address when there was none", async () => {
    const site = makeSiteClient(handler, "none")
    const device = makeDeviceId()
    await site.call("farcaster-uri", { device })
    await site.control("secure-site/farcaster-approve", {})
    const { token } = await site.call("connect-farcaster", { device })
    expect(await site.call("update-email", { email: newEmail }, token)).toEqual({
      action: "VERIFY_SECONDARY_OTP",
    })
    await site.call("update-email-secondary", { otp: await site.code() }, token)
    expect((await site.state()).users).toMatchObject([{ email: newEmail, provider: "farcaster" }])
    // A user who signs in by that address differs from the Farcaster user.
    await site.signIn(newEmail)
    expect((await site.state()).users).toHaveLength(2)
  })
})
