import { expect, it } from "@effect/vitest"
import type { PayloadOf } from "@wmodal/frame-rpc"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import type { SiteAnswer } from "../../siteCalls.ts"
import { memoryStorage } from "../testing/memoryStorage.ts"
import { failing, refusing, scriptedSite } from "../testing/scriptedSite.ts"
import { makeFrameSession } from "./FrameSession.ts"
import { makeAnswers, type Theme } from "./makeAnswers.ts"
import type { Approve, Question } from "./Question.ts"

const origin = "https://app.example"
const user: SiteAnswer<"user"> = {
  email: "vera@example.com",
  userName: null,
  provider: "email",
  address: "0xsmart",
  chainId: "eip155:1",
  accounts: [
    { address: "0xkey", type: "eoa" },
    { address: "0xsmart", type: "smartAccount" },
  ],
  preferredAccountType: "smartAccount",
  smartAccountDeployed: false,
}

const frame = Effect.fnUntraced(function* (chainId = "eip155:1") {
  const server = scriptedSite()
  const session = makeFrameSession({ storage: memoryStorage(), projectId: "p", origin, chainId })
  const questions: Question[] = []
  const themes: Theme[] = []
  const performing: number[] = []
  let ended = 0
  let approve: Approve = () => Effect.succeed(true)
  const { answers, checkSession } = yield* makeAnswers({
    site: server.site,
    session,
    origin,
    approve: (question) => {
      questions.push(question)
      return approve(question)
    },
    themed: (theme) => themes.push(theme),
    performing: (count) => performing.push(count),
    sessionEnded: () => {
      ended += 1
    },
  })
  return {
    ...server,
    session,
    answers,
    checkSession,
    questions,
    themes,
    performing,
    ended: () => ended,
    approveBy: (by: Approve) => {
      approve = by
    },
    signIn: () => session.begin("token"),
    /** To be run as the bridge does: not interruptible but where the answer lets it. */
    request: (method: string, params: unknown, policy: "safe" | "unsafe") =>
      answers.RPC_REQUEST({ method, params, policy }).pipe(Effect.exit),
  }
})

const textOf = (exit: Exit.Exit<unknown, { readonly text: string }>) =>
  Exit.isFailure(exit)
    ? exit.cause.reasons.map((reason) => (reason._tag === "Fail" ? reason.error.text : reason._tag))
    : []

const described = {
  title: "Send 1 ETH",
  lines: [{ label: "To", text: "0xb0b" }],
}

describe("signing in by email", () => {
  it.effect("asks for a code as this device, and keeps the session under the page's origin", () =>
    Effect.gen(function* () {
      const { answers, asked, session, will } = yield* frame()
      will({ "connect-email": { action: "VERIFY_OTP" }, "connect-otp": { token: "t" } })
      expect(yield* answers.CONNECT_EMAIL({ email: "vera@example.com" })).toEqual({ action: "VERIFY_OTP" })
      yield* answers.CONNECT_OTP({ otp: "123456" })
      expect(session.device).toMatch(/^[\da-f]{32}$/)
      expect(asked).toEqual([
        { name: "connect-email", body: { email: "vera@example.com", device: session.device }, token: null },
        {
          name: "connect-otp",
          body: { email: "vera@example.com", device: session.device, otp: "123456" },
          token: null,
        },
      ])
      expect(session.token()).toBe("t")
      expect(session.email()).toBeNull()
    }),
  )

  it.effect("waits for a new device's link, which the page may give up", () =>
    Effect.gen(function* () {
      const { answers, will } = yield* frame()
      will({ "connect-email": { action: "VERIFY_DEVICE" } })
      yield* answers.CONNECT_EMAIL({ email: "vera@example.com" })
      const waiting = yield* answers
        .CONNECT_DEVICE(undefined)
        .pipe(Effect.exit, Effect.forkChild({ startImmediately: true }))
      yield* answers.RELOAD(undefined)
      expect(textOf(yield* Fiber.join(waiting))).toEqual(["Request was aborted"])
      will({ "connect-device": {} })
      expect(yield* answers.CONNECT_DEVICE(undefined)).toBeUndefined()
    }),
  )

  it.effect("takes no code that nobody asked for", () =>
    Effect.gen(function* () {
      const { answers, asked } = yield* frame()
      expect(textOf(yield* Effect.exit(answers.CONNECT_OTP({ otp: "1" })))).toEqual(["Ask for a code first"])
      expect(textOf(yield* Effect.exit(answers.CONNECT_DEVICE(undefined)))).toEqual(["Ask for a code first"])
      expect(asked).toEqual([])
    }),
  )

  it.effect("says what the server says", () =>
    Effect.gen(function* () {
      const { answers, session, will } = yield* frame()
      will({ "connect-email": refusing(429, "Please wait 12 seconds.") })
      const throttled = yield* Effect.exit(answers.CONNECT_EMAIL({ email: "vera@example.com" }))
      expect(textOf(throttled)).toEqual(["Please wait 12 seconds."])
      will({ "connect-email": { action: "VERIFY_OTP" }, "connect-otp": refusing(400, "This code is wrong.") })
      yield* answers.CONNECT_EMAIL({ email: "vera@example.com" })
      expect(textOf(yield* Effect.exit(answers.CONNECT_OTP({ otp: "1" })))).toEqual(["This code is wrong."])
      expect(session.token()).toBeNull()
      will({ "connect-otp": failing({ _tag: "Unreachable" }) })
      expect(textOf(yield* Effect.exit(answers.CONNECT_OTP({ otp: "1" })))).toEqual([
        "The wallet cannot be reached",
      ])
    }),
  )
})

describe("signing in by somebody else", () => {
  it.effect("tells a provider's page which page it is for, and then who came", () =>
    Effect.gen(function* () {
      const { answers, session, will } = yield* frame()
      will({
        "social-uri": { uri: "https://site.example/social/google?projectId=p&state=s" },
        "connect-social": { token: "t", email: "vera@example.com", userName: "vera" },
        user,
      })
      expect(yield* answers.GET_SOCIAL_REDIRECT_URI({ provider: "google" })).toEqual({
        uri: "https://site.example/social/google?projectId=p&state=s&origin=https%3A%2F%2Fapp.example",
      })
      expect(yield* answers.CONNECT_SOCIAL({ uri: "https://site.example/result" })).toEqual({
        email: "vera@example.com",
        userName: "vera",
        address: "0xsmart",
        chainId: 1,
        accounts: user.accounts,
      })
      expect(session.token()).toBe("t")
    }),
  )

  it.effect("waits for a phone, which the page may give up", () =>
    Effect.gen(function* () {
      const { answers, session, will } = yield* frame()
      will({ "farcaster-uri": { url: "https://site.example/farcaster" } })
      expect(yield* answers.GET_FARCASTER_URI(undefined)).toEqual({ url: "https://site.example/farcaster" })
      const waiting = yield* answers
        .CONNECT_FARCASTER(undefined)
        .pipe(Effect.exit, Effect.forkChild({ startImmediately: true }))
      yield* answers.RELOAD(undefined)
      expect(textOf(yield* Fiber.join(waiting))).toEqual(["Request was aborted"])
      will({ "connect-farcaster": { token: "t", userName: "vera" } })
      expect(yield* answers.CONNECT_FARCASTER(undefined)).toEqual({ userName: "vera" })
      expect(session.token()).toBe("t")
    }),
  )
})

describe("who is signed in", () => {
  it.effect("is nobody at first, and nothing of a wallet is told then", () =>
    Effect.gen(function* () {
      const { answers, asked } = yield* frame()
      expect(yield* answers.IS_CONNECTED(undefined)).toEqual({ isConnected: false })
      expect(yield* answers.SIGN_OUT(undefined)).toBeUndefined()
      const refused = yield* Effect.all(
        [
          answers.GET_USER(undefined),
          answers.GET_SMART_ACCOUNT_ENABLED_NETWORKS(undefined),
          answers.INIT_SMART_ACCOUNT(undefined),
          answers.SET_PREFERRED_ACCOUNT({ type: "eoa" }),
          answers.UPDATE_EMAIL({ email: "a@example.com" }),
          answers.UPDATE_EMAIL_PRIMARY_OTP({ otp: "1" }),
          answers.UPDATE_EMAIL_SECONDARY_OTP({ otp: "1" }),
          answers.RPC_REQUEST({ method: "eth_accounts", policy: "safe" }),
          answers.RPC_REQUEST({ method: "personal_sign", params: ["0x"], policy: "unsafe" }),
        ].map(Effect.exit),
      )
      expect(refused.flatMap(textOf)).toEqual(Array.from({ length: 9 }, () => "Not signed in"))
      expect(asked).toEqual([])
    }),
  )

  it.effect("is told as the wire has it: numbers for networks of the EVM, ids for others", () =>
    Effect.gen(function* () {
      const { answers, asked, signIn, will } = yield* frame("eip155:137")
      signIn()
      will({ user })
      expect(yield* answers.GET_CHAIN_ID(undefined)).toEqual({ chainId: 137 })
      expect(yield* answers.GET_USER({ chainId: 1, preferredAccountType: "eoa" })).toEqual({
        email: "vera@example.com",
        address: "0xsmart",
        chainId: 1,
        smartAccountDeployed: false,
        accounts: user.accounts,
        preferredAccountType: "smartAccount",
      })
      expect(asked).toEqual([
        { name: "user", body: { chainId: "eip155:1", preferredAccountType: "eoa" }, token: "token" },
      ])
      expect(yield* answers.GET_CHAIN_ID(undefined)).toEqual({ chainId: 1 })
      const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
      will({ user: { ...user, chainId: solana, preferredAccountType: "eoa" } })
      expect(yield* answers.GET_USER({ chainId: solana })).toMatchObject({ chainId: solana })
      expect(yield* answers.GET_CHAIN_ID(undefined)).toEqual({ chainId: solana })
    }),
  )

  it.effect("stays on a network until the wallet knows the next one", () =>
    Effect.gen(function* () {
      const { answers, signIn, will } = yield* frame()
      expect(yield* answers.SWITCH_NETWORK({ chainId: "eip155:10" })).toEqual({ chainId: 10 })
      for (const chainId of ["bip122:000000000019d6689c085ae165831e93", "mainnet", "", "0x1", -1, 1.5])
        expect(textOf(yield* Effect.exit(answers.SWITCH_NETWORK({ chainId })))).toEqual([
          "This wallet does not know the network",
        ])
      signIn()
      will({ user: refusing(400, "No such network.") })
      expect(textOf(yield* Effect.exit(answers.SWITCH_NETWORK({ chainId: 999 })))).toEqual([
        "No such network.",
      ])
      expect(yield* answers.GET_CHAIN_ID(undefined)).toEqual({ chainId: 10 })
      will({ user })
      expect(yield* answers.SWITCH_NETWORK({ chainId: "8453" })).toEqual({ chainId: 8453 })
    }),
  )

  it.effect("has accounts of two kinds, and another address", () =>
    Effect.gen(function* () {
      const { answers, asked, signIn, will } = yield* frame()
      signIn()
      will({
        prefer: { type: "eoa", address: "0xkey" },
        networks: { smartAccountEnabledNetworks: [1, 137] },
        "update-email": { action: "VERIFY_PRIMARY_OTP" },
        "update-email-primary": {},
        "update-email-secondary": { newEmail: "nina@example.com" },
      })
      expect(yield* answers.SET_PREFERRED_ACCOUNT({ type: "eoa" })).toEqual({ type: "eoa", address: "0xkey" })
      expect(asked[0]).toMatchObject({ body: { type: "eoa", chainId: "eip155:1" } })
      expect(textOf(yield* Effect.exit(answers.SET_PREFERRED_ACCOUNT({ type: "multisig" })))).toEqual([
        "There is no such kind of account",
      ])
      expect(yield* answers.GET_SMART_ACCOUNT_ENABLED_NETWORKS(undefined)).toEqual({
        smartAccountEnabledNetworks: [1, 137],
      })
      expect(yield* answers.INIT_SMART_ACCOUNT(undefined)).toBeUndefined()
      expect(yield* answers.UPDATE_EMAIL({ email: "nina@example.com" })).toEqual({
        action: "VERIFY_PRIMARY_OTP",
      })
      expect(yield* answers.UPDATE_EMAIL_PRIMARY_OTP({ otp: "1" })).toBeUndefined()
      expect(yield* answers.UPDATE_EMAIL_SECONDARY_OTP({ otp: "2" })).toEqual({
        newEmail: "nina@example.com",
      })
    }),
  )

  it.effect("is forgotten with the session, and not because the server is away", () =>
    Effect.gen(function* () {
      const { answers, checkSession, ended, session, signIn, will } = yield* frame()
      signIn()
      will({ "is-connected": failing({ _tag: "Unreachable" }), "sign-out": failing({ _tag: "Unreachable" }) })
      expect(Exit.isFailure(yield* Effect.exit(answers.IS_CONNECTED(undefined)))).toBe(true)
      expect(Exit.isFailure(yield* Effect.exit(answers.SIGN_OUT(undefined)))).toBe(true)
      yield* checkSession
      expect(session.token()).toBe("token")
      will({ "is-connected": { isConnected: true } })
      yield* checkSession
      expect([session.token(), ended()]).toEqual(["token", 0])
      will({ "is-connected": { isConnected: false } })
      yield* checkSession
      expect([session.token(), ended()]).toEqual([null, 1])
      signIn()
      expect(yield* answers.IS_CONNECTED(undefined)).toEqual({ isConnected: false })
      expect(session.token()).toBeNull()
      signIn()
      will({ "sign-out": {} })
      yield* answers.SIGN_OUT(undefined)
      expect(session.token()).toBeNull()
    }),
  )

  it.effect("is nobody after a session that has ended elsewhere, whatever is asked", () =>
    Effect.gen(function* () {
      const { answers, ended, session, signIn, will } = yield* frame()
      signIn()
      will({ user: refusing(401, "Your session has ended.") })
      expect(textOf(yield* Effect.exit(answers.GET_USER(undefined)))).toEqual(["Your session has ended."])
      expect([session.token(), ended()]).toEqual([null, 1])
    }),
  )
})

describe("requests", () => {
  const send = (
    request: (
      method: string,
      params: unknown,
      policy: "safe" | "unsafe",
    ) => Effect.Effect<Exit.Exit<unknown, { readonly text: string }>>,
  ) => request("eth_sendTransaction", [{}], "unsafe")

  it.effect("that read ask nobody", () =>
    Effect.gen(function* () {
      const { asked, names, questions, request, signIn, will } = yield* frame()
      signIn()
      will({ user, read: { result: "0x1" } })
      expect(yield* request("eth_chainId", undefined, "safe")).toEqual(Exit.succeed("0x1"))
      expect(asked.at(-1)?.body).toEqual({
        chainId: "eip155:1",
        type: "smartAccount",
        method: "eth_chainId",
        params: undefined,
      })
      expect(names()).toEqual(["user", "read"])
      yield* request("eth_getBalance", [], "safe")
      expect(names()).toEqual(["read"])
      expect(questions).toEqual([])
    }),
  )

  it.effect("of Solana go to its last network, by the key's own account", () =>
    Effect.gen(function* () {
      const { answers, asked, request, signIn, will } = yield* frame()
      signIn()
      const devnet = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
      will({
        user: { ...user, preferredAccountType: "eoa" },
        describe: described,
        perform: { result: { signature: "5" } },
      })
      yield* answers.SWITCH_NETWORK({ chainId: devnet })
      yield* answers.SWITCH_NETWORK({ chainId: 1 })
      yield* request("solana_signMessage", { message: "5", pubkey: "5" }, "unsafe")
      expect(asked.at(-1)?.body).toMatchObject({ chainId: devnet, type: "eoa", method: "solana_signMessage" })
    }),
  )

  it.effect("that sign are put into the server's words before they are approved, with who really asks", () =>
    Effect.gen(function* () {
      const { answers, asked, names, performing, questions, request, signIn, will } = yield* frame()
      signIn()
      const hostile = "a\u202eb\u0000" + "c".repeat(5000)
      will({
        user,
        describe: {
          title: hostile,
          lines: Array.from({ length: 100 }, () => ({ label: hostile, text: hostile })),
        },
        perform: { result: "0xhash" },
      })
      const metadata = {
        name: "Bank\u202e of\nTrust",
        description: "",
        url: "https://bank.example",
        icons: [],
      }
      yield* answers.SYNC_DAPP_DATA({ metadata, projectId: "p" })
      expect(yield* send(request)).toEqual(Exit.succeed("0xhash"))
      const [question] = questions
      expect(question).toMatchObject({
        method: "eth_sendTransaction",
        chainId: "eip155:1",
        asker: { name: "Bank of Trust", origin },
      })
      expect(question?.title.length).toBeLessThanOrEqual(200)
      expect(question?.lines).toHaveLength(40)
      expect(JSON.stringify(question)).not.toMatch(/\u202e|\\u0000/)
      expect(JSON.stringify(question).length).toBeLessThan(40 * 4300)
      expect(asked.at(-1)?.body).toMatchObject({ id: expect.stringMatching(/^[\da-f]{32}$/) })
      expect(names()).toEqual(["user", "describe", "perform"])
      expect(performing).toEqual([1, 0])
    }),
  )

  it.effect("that are declined, or could not be done anyway, sign nothing", () =>
    Effect.gen(function* () {
      const { approveBy, names, questions, request, signIn, will } = yield* frame()
      signIn()
      will({ user, describe: refusing(400, "Not enough ether.") })
      expect(textOf(yield* send(request))).toEqual(["Not enough ether."])
      expect(questions).toEqual([])
      will({ describe: described })
      approveBy(() => Effect.succeed(false))
      expect(textOf(yield* send(request))).toEqual(["User rejected the request."])
      expect(names()).not.toContain("perform")
    }),
  )

  it.effect("that are taken back before they are approved sign nothing", () =>
    Effect.gen(function* () {
      const { approveBy, names, request, signIn, will } = yield* frame()
      signIn()
      will({ user, describe: described })
      const shown = yield* Deferred.make<void>()
      let isGone = false
      approveBy(() =>
        Deferred.succeed(shown, undefined).pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() =>
            Effect.sync(() => {
              isGone = true
            }),
          ),
        ),
      )
      const asking = yield* send(request).pipe(Effect.forkChild({ uninterruptible: true }))
      yield* Deferred.await(shown)
      asking.interruptUnsafe()
      expect(textOf(yield* Fiber.join(asking))).toEqual(["Interrupt"])
      expect([isGone, names()]).toEqual([true, ["user", "describe"]])
    }),
  )

  it.effect("that are taken back once they are approved say what came of them", () =>
    Effect.gen(function* () {
      const { request, signIn, will } = yield* frame()
      signIn()
      const begun = yield* Deferred.make<void>()
      const done = yield* Deferred.make<{ readonly result: unknown }>()
      will({
        user,
        describe: described,
        perform: Deferred.succeed(begun, undefined).pipe(Effect.andThen(Deferred.await(done))),
      })
      const asking = yield* send(request).pipe(Effect.forkChild({ uninterruptible: true }))
      yield* Deferred.await(begun)
      asking.interruptUnsafe()
      yield* Deferred.succeed(done, { result: "0xhash" })
      expect(yield* Fiber.join(asking)).toEqual(Exit.succeed("0xhash"))
    }),
  )

  it.effect("whose answer is lost are asked for again by the same id, until somebody knows", () =>
    Effect.gen(function* () {
      const { asked, request, signIn, will } = yield* frame()
      signIn()
      will({ user, describe: described, perform: failing({ _tag: "Unreachable" }) })
      const asking = yield* send(request).pipe(Effect.forkChild({ uninterruptible: true }))
      yield* TestClock.adjust("2 minutes")
      will({ perform: failing({ _tag: "Malformed" }) })
      yield* TestClock.adjust("10 seconds")
      will({ perform: { result: "0xhash" } })
      yield* TestClock.adjust("10 seconds")
      expect(yield* Fiber.join(asking)).toEqual(Exit.succeed("0xhash"))
      const ids = asked.flatMap(({ body, name }) =>
        name === "perform" ? [Reflect.get(Object(body), "id")] : [],
      )
      expect(ids.length).toBeGreaterThan(10)
      expect(new Set(ids).size).toBe(1)
    }),
  )

  it.effect("end with the frame, whoever does not answer", () =>
    Effect.gen(function* () {
      const parts = yield* Effect.gen(function* () {
        const parts = yield* frame()
        parts.signIn()
        parts.will({ user, describe: described, perform: failing({ _tag: "Unreachable" }) })
        const asking = yield* send(parts.request).pipe(Effect.forkDetach({ uninterruptible: true }))
        yield* TestClock.adjust("1 minute")
        return { ...parts, asking }
      }).pipe(Effect.scoped)
      expect(textOf(yield* Fiber.join(parts.asking))).toEqual(["Interrupt"])
    }),
  )
})

describe("what a page tells", () => {
  it.effect("is its theme", () =>
    Effect.gen(function* () {
      const { answers, themes } = yield* frame()
      const theme: PayloadOf<"SYNC_THEME"> = {
        themeMode: "dark",
        w3mThemeVariables: { "--w3m-accent": "red" },
      }
      yield* answers.SYNC_THEME(theme)
      expect(themes).toEqual([theme])
    }),
  )
})
