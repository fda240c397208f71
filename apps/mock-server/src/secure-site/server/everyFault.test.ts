import { it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, expect } from "vitest"
import type { ScenarioInput } from "../../faults/Scenario.ts"
import { makeHandler } from "../../Handler.ts"
import { makeSiteApi } from "../frame/wallet/SiteApi.ts"
import { type SiteBody, type SiteCall, siteCalls } from "../siteCalls.ts"
import { makeDeviceId, makeSiteClient } from "../testing/siteClient.ts"
import { withStubWallet } from "../testing/stubWallet.ts"

type SiteFault = NonNullable<ScenarioInput["faults"]>[number]["fault"]

const handler = makeHandler({ ...withStubWallet(), sleep: async () => {} })
afterAll(() => handler.close())

/** The frame's outcome per fault. For responses the user sees a description. */
const faultCases: Readonly<Record<string, readonly [SiteFault, string]>> = {
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

type TestSiteClient = ReturnType<typeof makeSiteClient>
interface PreparedCall<Name extends SiteCall> {
  readonly body: SiteBody<Name>
  readonly token?: string
}

const email = "vera@shop.example"
const chainId = "eip155:1"
const call = { chainId, type: "eoa", method: "personal_sign", params: [] } as const
const { requester } = makeSiteClient(handler, "requester")
const getQueryParam = (url: string, name: string) => new URL(url).searchParams.get(name) ?? ""

/** Signs in a user with an email of their own. */
const signInUser = async <const Body>(site: TestSiteClient, body: Body) => ({
  body,
  token: await site.signIn(`${makeDeviceId()}@shop.example`),
})
const beginEmailSignIn = async (site: TestSiteClient) => {
  const attempt = { email: `${makeDeviceId()}@shop.example`, device: makeDeviceId() }
  await site.call("connect-email", attempt)
  return attempt
}
const beginSocialSignIn = async (site: TestSiteClient) => {
  const device = makeDeviceId()
  const { uri } = await site.call("social-uri", { provider: "x", device })
  return { device, state: getQueryParam(uri, "state") }
}
const beginFarcasterSignIn = async (site: TestSiteClient) => {
  const device = makeDeviceId()
  const { url } = await site.call("farcaster-uri", { device })
  return { device, channel: getQueryParam(url, "channel") }
}
const beginEmailChange = async (site: TestSiteClient) => {
  const token = await site.signIn(`${makeDeviceId()}@shop.example`)
  await site.call("update-email", { email: `${makeDeviceId()}@shop.example` }, token)
  return token
}

/** Prepares a state and a body in which each call succeeds. */
const preparedCalls: { readonly [Name in SiteCall]: (site: TestSiteClient) => Promise<PreparedCall<Name>> } =
  {
    "connect-email": async () => ({
      body: { email: `${makeDeviceId()}@shop.example`, device: makeDeviceId(), requester },
    }),
    "connect-device": async (site) => {
      const body = await beginEmailSignIn(site)
      await site.control("secure-site/verify-device", {})
      return { body }
    },
    "connect-otp": async (site) => {
      const attempt = { email: `${makeDeviceId()}@shop.example`, device: makeDeviceId() }
      return { body: { ...attempt, otp: await site.requestCode(attempt) } }
    },
    "requester-of": async (site) => ({ body: { token: (await beginSocialSignIn(site)).state } }),
    "confirm-device": async (site) => {
      await beginEmailSignIn(site)
      return { body: { token: getQueryParam((await site.lastMail()).link ?? "", "token") } }
    },
    "social-uri": async () => ({ body: { provider: "x", device: makeDeviceId(), requester } }),
    "social-result": async (site) => ({ body: { state: (await beginSocialSignIn(site)).state, email } }),
    "connect-social": async (site) => {
      const { device, state } = await beginSocialSignIn(site)
      const { resultUri: uri } = await site.call("social-result", { state, email })
      return { body: { uri, device } }
    },
    "farcaster-uri": async () => ({ body: { device: makeDeviceId(), requester } }),
    "farcaster-answer": async (site) => {
      const { channel } = await beginFarcasterSignIn(site)
      return { body: { channel, approve: true, userName: "vera" } }
    },
    "connect-farcaster": async (site) => {
      const { channel, device } = await beginFarcasterSignIn(site)
      await site.call("farcaster-answer", { channel, approve: true, userName: "vera" })
      return { body: { device } }
    },
    "is-connected": (site) => signInUser(site, {}),
    "sign-out": (site) => signInUser(site, {}),
    user: (site) => signInUser(site, { chainId }),
    networks: (site) => signInUser(site, {}),
    prefer: (site) => signInUser(site, { type: "eoa", chainId }),
    "update-email": (site) => signInUser(site, { email: `${makeDeviceId()}@shop.example` }),
    "update-email-primary": async (site) => ({
      token: await beginEmailChange(site),
      body: { otp: await site.code() },
    }),
    "update-email-secondary": async (site) => {
      const token = await beginEmailChange(site)
      await site.call("update-email-primary", { otp: await site.code() }, token)
      return { token, body: { otp: await site.code() } }
    },
    describe: (site) => signInUser(site, call),
    read: (site) => signInUser(site, { ...call, method: "eth_blockNumber" }),
    perform: async (site) => {
      const token = await site.signIn(`${makeDeviceId()}@shop.example`)
      return { token, body: await site.approve(call, token) }
    },
    abort: (site) => signInUser(site, { id: "a" }),
  }

const names = Object.keys(siteCalls).filter((name): name is SiteCall => name in preparedCalls)

/** Returns the frame's outcome of one call. */
const getCallOutcome = Effect.fnUntraced(function* (world: string, name: SiteCall) {
  const client = makeSiteClient(handler, world)
  const { body, token = null } = yield* Effect.promise(
    async (): Promise<PreparedCall<SiteCall>> => preparedCalls[name](client),
  )
  const frame = makeSiteApi({
    origin: client.origin,
    projectId: world,
    isTerminal: false,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      // Browsers add it.
      request.headers.set("origin", client.origin)
      return handler.secureSite.fetch(request)
    },
  })
  return yield* frame
    .call(name, body, token)
    .pipe(Effect.match({ onSuccess: () => "answered", onFailure: ({ reason }) => reason._tag }))
})

/** Returns the outcome of a call that never completes. Only the caller's clock moves. */
const waitInVain = Effect.fnUntraced(function* (asked: ReturnType<typeof getCallOutcome>) {
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
  "%s reports the expected outcome under every fault and succeeds once it is lifted",
  (name) =>
    Effect.gen(function* () {
      const world = `faulty-${name}`
      for (const [trouble, [fault, expected]] of Object.entries(faultCases)) {
        yield* setFaults(world, [{ match: { path: `/wallet/${name}` }, times: 1, fault }])
        const under = yield* fault.kind === "hang"
          ? waitInVain(getCallOutcome(world, name))
          : getCallOutcome(world, name)
        expect([trouble, under, yield* getCallOutcome(world, name)]).toEqual([trouble, expected, "answered"])
      }
    }),
)
