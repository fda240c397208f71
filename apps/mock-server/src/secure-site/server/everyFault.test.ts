import { it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, expect } from "vitest"
import type { ScenarioInput } from "../../faults/Scenario.ts"
import { makeHandler } from "../../Handler.ts"
import { makeSite } from "../frame/answers/Site.ts"
import { type SiteBody, type SiteCall, siteCalls } from "../siteCalls.ts"
import { aDevice, makeSiteClient } from "../testing/siteClient.ts"
import { withStubWallet } from "../testing/stubWallet.ts"

type Fault = NonNullable<ScenarioInput["faults"]>[number]["fault"]

const handler = makeHandler({ ...withStubWallet(), sleep: async () => {} })
afterAll(() => handler.close())

/** What the frame makes of it. Of what is answered, the person is told in words. */
const troubles: Readonly<Record<string, readonly [Fault, string]>> = {
  "a delay": [{ kind: "delay", milliseconds: 2000 }, "answered"],
  "no answer": [{ kind: "hang" }, "nothing"],
  "a reset": [{ kind: "reset" }, "Unreachable"],
  "a 400": [{ kind: "status", status: 400 }, "Malformed"],
  "a 401": [{ kind: "status", status: 401 }, "Malformed"],
  "a 429": [{ kind: "status", status: 429, retryAfter: { seconds: 1 } }, "Malformed"],
  "a 500": [{ kind: "status", status: 500 }, "Malformed"],
  "a 503": [{ kind: "status", status: 503 }, "Malformed"],
  "half an answer": [{ kind: "truncated" }, "Malformed"],
  "an edit of nothing": [{ kind: "edit", replace: [{ text: "no answer has this", with: "!" }] }, "answered"],
  "another content type": [{ kind: "contentType" }, "answered"],
  "a page": [{ kind: "html" }, "Malformed"],
  "an empty body": [{ kind: "empty" }, "Malformed"],
  "an origin that is not allowed": [{ kind: "originNotAllowed" }, "Malformed"],
  "an invalid key": [{ kind: "invalidKey" }, "Malformed"],
  "a token from the future": [{ kind: "jwtNotYetValid" }, "Malformed"],
}

type SiteClient = ReturnType<typeof makeSiteClient>
interface Ready<Name extends SiteCall> {
  readonly body: SiteBody<Name>
  readonly token?: string
}

const email = "vera@shop.example"
const chainId = "eip155:1"
const call = { chainId, type: "eoa", method: "personal_sign", params: [] } as const
const queryOf = (url: string, name: string) => new URL(url).searchParams.get(name) ?? ""

/** Somebody who is signed in, by an email of their own. */
const signedIn = async <const Body>(site: SiteClient, body: Body) => ({
  body,
  token: await site.signIn(`${aDevice()}@shop.example`),
})
const asked = async (site: SiteClient) => {
  const attempt = { email: `${aDevice()}@shop.example`, device: aDevice() }
  await site.call("connect-email", attempt)
  return attempt
}
const askedOnNewDevice = async (site: SiteClient) => {
  const known = `${aDevice()}@shop.example`
  await site.signIn(known)
  const attempt = { email: known, device: aDevice() }
  await site.call("connect-email", attempt)
  return attempt
}
const askedProvider = async (site: SiteClient) => {
  const device = aDevice()
  const { uri } = await site.call("social-uri", { provider: "x", device })
  return { device, state: queryOf(uri, "state") }
}
const askedPhone = async (site: SiteClient) => {
  const device = aDevice()
  const { url } = await site.call("farcaster-uri", { device })
  return { device, channel: queryOf(url, "channel") }
}
const changing = async (site: SiteClient) => {
  const token = await site.signIn(`${aDevice()}@shop.example`)
  await site.call("update-email", { email: `${aDevice()}@shop.example` }, token)
  return token
}

/** What makes each call one that is answered. */
const ready: { readonly [Name in SiteCall]: (site: SiteClient) => Promise<Ready<Name>> } = {
  "connect-email": async () => ({ body: { email: `${aDevice()}@shop.example`, device: aDevice() } }),
  "connect-device": async (site) => {
    const body = await askedOnNewDevice(site)
    await site.control("secure-site/verify-device", {})
    return { body }
  },
  "connect-otp": async (site) => ({ body: { ...(await asked(site)), otp: await site.code() } }),
  "confirm-device": async (site) => {
    await askedOnNewDevice(site)
    return { body: { token: queryOf((await site.lastMail()).link ?? "", "token") } }
  },
  "social-uri": async () => ({ body: { provider: "x", device: aDevice() } }),
  "social-result": async (site) => ({ body: { state: (await askedProvider(site)).state, email } }),
  "connect-social": async (site) => {
    const { device, state } = await askedProvider(site)
    const { resultUri: uri } = await site.call("social-result", { state, email })
    return { body: { uri, device } }
  },
  "farcaster-uri": async () => ({ body: { device: aDevice() } }),
  "farcaster-answer": async (site) => {
    const { channel } = await askedPhone(site)
    return { body: { channel, approve: true, userName: "vera" } }
  },
  "connect-farcaster": async (site) => {
    const { channel, device } = await askedPhone(site)
    await site.call("farcaster-answer", { channel, approve: true, userName: "vera" })
    return { body: { device } }
  },
  "is-connected": (site) => signedIn(site, {}),
  "sign-out": (site) => signedIn(site, {}),
  user: (site) => signedIn(site, { chainId }),
  networks: (site) => signedIn(site, {}),
  prefer: (site) => signedIn(site, { type: "eoa", chainId }),
  "update-email": (site) => signedIn(site, { email: `${aDevice()}@shop.example` }),
  "update-email-primary": async (site) => ({
    token: await changing(site),
    body: { otp: await site.code() },
  }),
  "update-email-secondary": async (site) => {
    const token = await changing(site)
    await site.call("update-email-primary", { otp: await site.code() }, token)
    return { token, body: { otp: await site.code() } }
  },
  describe: (site) => signedIn(site, call),
  read: (site) => signedIn(site, { ...call, method: "eth_blockNumber" }),
  perform: (site) => signedIn(site, { ...call, id: "a" }),
  abort: (site) => signedIn(site, { id: "a" }),
}

const names = Object.keys(siteCalls).filter((name): name is SiteCall => name in ready)

/** What the frame makes of one answer. */
const told = Effect.fnUntraced(function* (world: string, name: SiteCall) {
  const client = makeSiteClient(handler, world)
  const { body, token = null } = yield* Effect.promise(
    async (): Promise<Ready<SiteCall>> => ready[name](client),
  )
  const frame = makeSite({
    origin: client.origin,
    projectId: world,
    fetch: async (input, init) => handler.secureSite.fetch(new Request(input, init)),
  })
  return yield* frame
    .ask(name, body, token)
    .pipe(Effect.match({ onSuccess: () => "answered", onFailure: ({ reason }) => reason._tag }))
})

/** What comes of a call that is waited for in vain. Nobody's time passes but that of who waits. */
const inVain = Effect.fnUntraced(function* (asked: ReturnType<typeof told>) {
  const waiting = yield* asked.pipe(Effect.timeoutOption("30 seconds"), Effect.forkChild)
  yield* TestClock.adjust("30 seconds")
  return Option.getOrElse(yield* Fiber.join(waiting), () => "nothing")
})

const setFaults = (world: string, faults: readonly object[]) =>
  Effect.promise(async () => {
    const plan = new Request(`http://localhost/control/worlds/${world}/faults`, {
      method: "PUT",
      body: JSON.stringify({ faults }),
    })
    expect((await handler.fetch(plan)).status).toBe(200)
  })

it.effect.each(names)(
  "%s: an answer, or known to be none, under every fault, and an answer once it is lifted",
  (name) =>
    Effect.gen(function* () {
      const world = `faulty-${name}`
      for (const [trouble, [fault, expected]] of Object.entries(troubles)) {
        yield* setFaults(world, [{ match: { path: `/wallet/${name}` }, times: 1, fault }])
        const under = yield* fault.kind === "hang" ? inVain(told(world, name)) : told(world, name)
        expect([trouble, under, yield* told(world, name)]).toEqual([trouble, expected, "answered"])
      }
    }),
)
