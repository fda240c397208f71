import { expect, it } from "@effect/vitest"
import type { PayloadOf } from "@wmodal/frame-rpc"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { describe } from "vitest"
import { getErrorText, makeFrameFixture, user } from "../testing/frameFixture.ts"
import { failWith, rejectWith } from "../testing/scriptedSite.ts"
import type { AskCode } from "./CodePrompt.ts"

describe("email sign-in handlers", () => {
  it.effect("requests a code with the device ID, and stores the session under the page's origin", () =>
    Effect.gen(function* () {
      const { answers, asked, session, will } = yield* makeFrameFixture()
      will({ "connect-email": { action: "VERIFY_OTP" }, "connect-otp": { token: "t" } })
      expect(yield* answers.CONNECT_EMAIL({ email: "vera@example.com" })).toEqual({ action: "VERIFY_OTP" })
      yield* answers.CONNECT_OTP({ otp: "123456" })
      expect(session.device).toMatch(/^[\da-f]{32}$/)
      expect(asked).toEqual([
        {
          name: "connect-email",
          body: {
            email: "vera@example.com",
            device: session.device,
            requester: { key: "key", origin: "https://app.example" },
          },
          token: null,
        },
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

  it.effect("takes the code itself when the page wants that, so that the page never has it", () =>
    Effect.gen(function* () {
      const failed: unknown[] = []
      const askCode: AskCode = ({ asker, check, email, resend }) =>
        Effect.gen(function* () {
          expect([email, asker.origin]).toEqual(["vera@example.com", "https://app.example"])
          failed.push(getErrorText(yield* Effect.exit(check("000000"))))
          will({ "connect-otp": { token: "t" } })
          yield* resend
          return yield* check("123456")
        })
      const { answers, asked, names, session, will } = yield* makeFrameFixture("eip155:1", askCode)
      will({
        "connect-email": { action: "VERIFY_OTP" },
        "connect-otp": rejectWith(400, "This code is wrong."),
      })
      expect(yield* answers.CONNECT_EMAIL({ email: "vera@example.com", inFrame: true })).toEqual({
        action: "VERIFY_OTP",
        inFrame: true,
      })
      expect(asked[0]?.body).toMatchObject({ inFrame: true })
      expect(yield* answers.CONNECT_OTP({ otp: "", inFrame: true })).toBeUndefined()
      expect([failed, session.token()]).toEqual([[["This code is wrong."]], "t"])
      expect(names()).toEqual(["connect-email", "connect-otp", "connect-email", "connect-otp"])
    }),
  )

  it.effect("takes the page's code when it has no screen for one", () =>
    Effect.gen(function* () {
      const { answers, asked, will } = yield* makeFrameFixture()
      will({ "connect-email": { action: "VERIFY_OTP" } })
      const answer = yield* answers.CONNECT_EMAIL({ email: "vera@example.com", inFrame: true })
      expect([answer, "inFrame" in Object(asked[0]?.body)]).toEqual([{ action: "VERIFY_OTP" }, false])
    }),
  )

  it.effect("withdraws the question for a code when the page ends the sign-in", () =>
    Effect.gen(function* () {
      const { answers, will } = yield* makeFrameFixture("eip155:1", () => Effect.never)
      will({ "connect-email": { action: "VERIFY_OTP" } })
      yield* answers.CONNECT_EMAIL({ email: "vera@example.com", inFrame: true })
      const waiting = yield* answers
        .CONNECT_OTP({ otp: "", inFrame: true })
        .pipe(Effect.exit, Effect.forkChild({ startImmediately: true }))
      yield* answers.RELOAD(undefined)
      expect(getErrorText(yield* Fiber.join(waiting))).toEqual(["Request was aborted"])
    }),
  )

  it.effect("waits for a new device's link until the page cancels", () =>
    Effect.gen(function* () {
      const { answers, will } = yield* makeFrameFixture()
      will({ "connect-email": { action: "VERIFY_DEVICE" } })
      yield* answers.CONNECT_EMAIL({ email: "vera@example.com" })
      const waiting = yield* answers
        .CONNECT_DEVICE(undefined)
        .pipe(Effect.exit, Effect.forkChild({ startImmediately: true }))
      yield* answers.RELOAD(undefined)
      expect(getErrorText(yield* Fiber.join(waiting))).toEqual(["Request was aborted"])
      will({ "connect-device": {} })
      expect(yield* answers.CONNECT_DEVICE(undefined)).toBeUndefined()
    }),
  )

  it.effect("allows one sign-in at a time, and signs out the late session of an earlier one", () =>
    Effect.gen(function* () {
      const { answers, asked, session, will } = yield* makeFrameFixture()
      const late = yield* Deferred.make<{ readonly token: string }>()
      will({
        user,
        "connect-email": { action: "VERIFY_OTP" },
        "connect-otp": Deferred.await(late),
        "connect-social": { token: "nina's", email: "nina@example.com", userName: "nina" },
        "sign-out": {},
      })
      yield* answers.CONNECT_EMAIL({ email: "vera@example.com" })
      const checking = yield* answers
        .CONNECT_OTP({ otp: "123456" })
        .pipe(Effect.exit, Effect.forkChild({ startImmediately: true }))
      yield* answers.CONNECT_SOCIAL({ uri: "https://site.example/social/google/result?code=c" })
      expect(session.token()).toBe("nina's")
      yield* Deferred.succeed(late, { token: "vera's" })
      expect(getErrorText(yield* Fiber.join(checking))).toEqual(["This sign-in was replaced by a newer one"])
      expect(session.token()).toBe("nina's")
      yield* Effect.yieldNow
      expect(asked.at(-1)).toMatchObject({ name: "sign-out", token: "vera's" })
    }),
  )

  it.effect("uses the email that was entered last, in any order of sent codes", () =>
    Effect.gen(function* () {
      const { answers, session, will } = yield* makeFrameFixture()
      const late = yield* Deferred.make<void>()
      will({ "connect-email": Effect.as(Deferred.await(late), { action: "VERIFY_OTP" }) })
      const slow = yield* answers
        .CONNECT_EMAIL({ email: "vera@example.com" })
        .pipe(Effect.forkChild({ startImmediately: true }))
      will({ "connect-email": { action: "VERIFY_OTP" } })
      yield* answers.CONNECT_EMAIL({ email: "nina@example.com" })
      yield* Deferred.succeed(late, undefined)
      yield* Fiber.join(slow)
      expect(session.email()).toBe("nina@example.com")
    }),
  )

  it.effect("rejects a code without a preceding request", () =>
    Effect.gen(function* () {
      const { answers, asked } = yield* makeFrameFixture()
      expect(getErrorText(yield* Effect.exit(answers.CONNECT_OTP({ otp: "1" })))).toEqual([
        "Request a code first",
      ])
      expect(getErrorText(yield* Effect.exit(answers.CONNECT_DEVICE(undefined)))).toEqual([
        "Request a code first",
      ])
      expect(asked).toEqual([])
    }),
  )

  it.effect("returns the server's error text", () =>
    Effect.gen(function* () {
      const { answers, session, will } = yield* makeFrameFixture()
      will({ "connect-email": rejectWith(429, "Please wait 12 seconds.") })
      const throttled = yield* Effect.exit(answers.CONNECT_EMAIL({ email: "vera@example.com" }))
      expect(getErrorText(throttled)).toEqual(["Please wait 12 seconds."])
      will({
        "connect-email": { action: "VERIFY_OTP" },
        "connect-otp": rejectWith(400, "This code is wrong."),
      })
      yield* answers.CONNECT_EMAIL({ email: "vera@example.com" })
      expect(getErrorText(yield* Effect.exit(answers.CONNECT_OTP({ otp: "1" })))).toEqual([
        "This code is wrong.",
      ])
      expect(session.token()).toBeNull()
      will({ "connect-otp": failWith({ _tag: "Unreachable" }) })
      expect(getErrorText(yield* Effect.exit(answers.CONNECT_OTP({ otp: "1" })))).toEqual([
        "The wallet cannot be reached",
      ])
    }),
  )
})

describe("social sign-in handlers", () => {
  it.effect("passes the page's origin to the server, and returns the user", () =>
    Effect.gen(function* () {
      const { answers, asked, session, will } = yield* makeFrameFixture()
      will({
        "social-uri": { uri: "https://site.example/social/google?projectId=p&state=s" },
        "connect-social": { token: "t", email: "vera@example.com", userName: "vera" },
        user,
      })
      expect(yield* answers.GET_SOCIAL_REDIRECT_URI({ provider: "google" })).toEqual({
        uri: "https://site.example/social/google?projectId=p&state=s",
      })
      expect(asked[0]?.body).toMatchObject({ requester: { key: "key", origin: "https://app.example" } })
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

  it.effect("waits for a phone until the page cancels", () =>
    Effect.gen(function* () {
      const { answers, session, will } = yield* makeFrameFixture()
      will({ "farcaster-uri": { url: "https://site.example/farcaster" } })
      expect(yield* answers.GET_FARCASTER_URI(undefined)).toEqual({ url: "https://site.example/farcaster" })
      const waiting = yield* answers
        .CONNECT_FARCASTER(undefined)
        .pipe(Effect.exit, Effect.forkChild({ startImmediately: true }))
      yield* answers.RELOAD(undefined)
      expect(getErrorText(yield* Fiber.join(waiting))).toEqual(["Request was aborted"])
      will({ "connect-farcaster": { token: "t", userName: "vera" } })
      expect(yield* answers.CONNECT_FARCASTER(undefined)).toEqual({ userName: "vera" })
      expect(session.token()).toBe("t")
    }),
  )
})

describe("session handlers", () => {
  it.effect("returns no user and no wallet data before sign-in", () =>
    Effect.gen(function* () {
      const { answers, asked } = yield* makeFrameFixture()
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
      expect(refused.flatMap(getErrorText)).toEqual(Array.from({ length: 9 }, () => "Not signed in"))
      expect(asked).toEqual([])
    }),
  )

  it.effect("returns chain IDs in wire form: numbers for EVM networks, CAIP-2 for others", () =>
    Effect.gen(function* () {
      const { answers, asked, signIn, will } = yield* makeFrameFixture("eip155:137")
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

  it.effect("keeps the network until the wallet supports the next one", () =>
    Effect.gen(function* () {
      const { answers, signIn, will } = yield* makeFrameFixture()
      expect(yield* answers.SWITCH_NETWORK({ chainId: "eip155:10" })).toEqual({ chainId: 10 })
      for (const chainId of ["bip122:000000000019d6689c085ae165831e93", "mainnet", "", "0x1", -1, 1.5])
        expect(getErrorText(yield* Effect.exit(answers.SWITCH_NETWORK({ chainId })))).toEqual([
          "This wallet does not support the network",
        ])
      signIn()
      will({ user: rejectWith(400, "No such network.") })
      expect(getErrorText(yield* Effect.exit(answers.SWITCH_NETWORK({ chainId: 999 })))).toEqual([
        "No such network.",
      ])
      expect(yield* answers.GET_CHAIN_ID(undefined)).toEqual({ chainId: 10 })
      will({ user })
      expect(yield* answers.SWITCH_NETWORK({ chainId: "8453" })).toEqual({ chainId: 8453 })
    }),
  )

  it.effect("passes changes of the account type and of the email to the server", () =>
    Effect.gen(function* () {
      const { answers, asked, signIn, will } = yield* makeFrameFixture()
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
      expect(getErrorText(yield* Effect.exit(answers.SET_PREFERRED_ACCOUNT({ type: "multisig" })))).toEqual([
        "Unknown account type",
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

  it.effect("asks for both codes of an email change in the frame, so that the page never has them", () =>
    Effect.gen(function* () {
      const prompted: string[] = []
      const refused: unknown[] = []
      const askCode: AskCode = ({ check, email, resend }) =>
        Effect.gen(function* () {
          prompted.push(email)
          refused.push(getErrorText(yield* Effect.exit(resend)))
          return yield* check("123456")
        })
      const { answers, asked, signIn, will } = yield* makeFrameFixture("eip155:1", askCode)
      signIn()
      will({
        user: { ...user, email: "vera@example.com" },
        "update-email": { action: "VERIFY_PRIMARY_OTP" },
        "update-email-primary": {},
        "update-email-secondary": { newEmail: "nina@example.com" },
      })
      const change = { email: "nina@example.com", inFrame: true }
      expect(yield* answers.UPDATE_EMAIL(change)).toEqual({ action: "VERIFY_PRIMARY_OTP", inFrame: true })
      expect(asked.at(-1)?.body).toEqual(change)
      const typed = { otp: "", inFrame: true }
      expect(yield* answers.UPDATE_EMAIL_PRIMARY_OTP(typed)).toBeUndefined()
      expect(yield* answers.UPDATE_EMAIL_SECONDARY_OTP(typed)).toEqual({ newEmail: "nina@example.com" })
      expect(prompted).toEqual(["vera@example.com", "nina@example.com"])
      expect(asked.filter(({ body }) => Object(body).otp === "123456")).toHaveLength(2)
      // The code for the new address follows from that for the current one.
      expect(refused).toEqual([[], ["Cancel, and change the email again for another code."]])
    }),
  )

  it.effect("deletes the session when it has ended, and keeps it when the server is unreachable", () =>
    Effect.gen(function* () {
      const { answers, checkSession, ended, session, signIn, will } = yield* makeFrameFixture()
      signIn()
      will({
        "is-connected": failWith({ _tag: "Unreachable" }),
        "sign-out": failWith({ _tag: "Unreachable" }),
      })
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

  it.effect("aborts the session's pending calls when the user signs out", () =>
    Effect.gen(function* () {
      const { answers, session, will } = yield* makeFrameFixture()
      session.begin("t")
      let isPending = true
      const pendingAtSignOut: boolean[] = []
      will({
        user: Effect.onInterrupt(Effect.never, () =>
          Effect.sync(() => {
            isPending = false
          }),
        ),
        "sign-out": Effect.sync(() => {
          pendingAtSignOut.push(isPending)
          return {}
        }),
      })
      const pending = yield* answers
        .GET_USER(undefined)
        .pipe(Effect.exit, Effect.forkChild({ startImmediately: true }))
      yield* answers.SIGN_OUT(undefined)
      expect(getErrorText(yield* Fiber.join(pending))).toEqual(["Request was aborted"])
      expect(pendingAtSignOut).toEqual([false])
    }),
  )

  it.effect("ends the local session when the server rejects a request with 401", () =>
    Effect.gen(function* () {
      const { answers, ended, session, signIn, will } = yield* makeFrameFixture()
      signIn()
      will({ user: rejectWith(401, "Your session has ended.") })
      expect(getErrorText(yield* Effect.exit(answers.GET_USER(undefined)))).toEqual([
        "Your session has ended.",
      ])
      expect([session.token(), ended()]).toEqual([null, 1])
    }),
  )
})

describe("theme handler", () => {
  it.effect("reports the page's theme", () =>
    Effect.gen(function* () {
      const { answers, themes } = yield* makeFrameFixture()
      const theme: PayloadOf<"SYNC_THEME"> = {
        themeMode: "dark",
        w3mThemeVariables: { "--w3m-accent": "red" },
      }
      yield* answers.SYNC_THEME(theme)
      expect(themes).toEqual([theme])
    }),
  )
})
