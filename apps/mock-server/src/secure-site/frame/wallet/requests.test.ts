import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { getApprovalText } from "../../siteCalls.ts"
import { getErrorText, makeFrameFixture, origin, requestDescription, user } from "../testing/frameFixture.ts"
import { failWith, rejectWith } from "../testing/scriptedSite.ts"

describe("wallet requests", () => {
  const send = (
    request: (
      method: string,
      params: unknown,
      policy: "safe" | "unsafe",
    ) => Effect.Effect<Exit.Exit<unknown, { readonly text: string }>>,
  ) => request("eth_sendTransaction", [{}], "unsafe")

  it.effect("reads without a prompt when the method is safe", () =>
    Effect.gen(function* () {
      const { asked, names, questions, request, signIn, will } = yield* makeFrameFixture()
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

  it.effect("uses the last Solana network and the key's own account for Solana methods", () =>
    Effect.gen(function* () {
      const { answers, asked, request, signIn, will } = yield* makeFrameFixture()
      signIn()
      const devnet = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
      will({
        user: { ...user, preferredAccountType: "eoa" },
        describe: requestDescription,
        perform: { result: { signature: "5" } },
      })
      yield* answers.SWITCH_NETWORK({ chainId: devnet })
      yield* answers.SWITCH_NETWORK({ chainId: 1 })
      yield* request("solana_signMessage", { message: "5", pubkey: "5" }, "unsafe")
      expect(asked.at(-1)?.body).toMatchObject({ chainId: devnet, type: "eoa", method: "solana_signMessage" })
    }),
  )

  it.effect("prompts with the server's description and the real requester before it signs", () =>
    Effect.gen(function* () {
      const { answers, asked, names, performing, questions, request, signIn, will } =
        yield* makeFrameFixture()
      signIn()
      const hostile = "a\u202eb\u0000" + "c".repeat(4000)
      will({
        user,
        describe: {
          id: "request",
          title: hostile,
          lines: Array.from({ length: 54 }, () => ({ label: hostile, text: hostile })),
          acts: [{ title: hostile, text: hostile, check: hostile }],
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
      expect(question?.lines).toHaveLength(54)
      expect(question?.acts).toHaveLength(1)
      expect(question?.lines[0]?.label.length).toBeLessThanOrEqual(80)
      expect(JSON.stringify(question)).not.toMatch(/\u202e|\\u0000/)
      const call = {
        chainId: "eip155:1",
        type: "smartAccount",
        method: "eth_sendTransaction",
        params: [{}],
      } as const
      const subject = {
        site: "https://site.example",
        projectId: "p",
        token: "token",
        origin,
        id: "request",
        call,
      }
      expect(asked.at(-1)?.body).toEqual({
        ...call,
        id: "request",
        approval: `signed ${getApprovalText(subject)}`,
      })
      expect(names()).toEqual(["user", "describe", "perform"])
      expect(performing).toEqual([1, 0])
    }),
  )

  it.effect("rejects a request whose description exceeds the prompt", () =>
    Effect.gen(function* () {
      const { names, questions, request, signIn, will } = yield* makeFrameFixture()
      signIn()
      const line = { label: "Call 1", text: "Send 1 ETH" }
      const tooLong: readonly (readonly [(typeof line)[], string])[] = [
        [
          Array.from({ length: 3_001 }, () => line),
          "The request has 3001 lines, and at most 3000 can be shown.",
        ],
        [
          [{ ...line, text: "x".repeat(110_001) }],
          "The request has a text of 110001 characters, and at most 110000 can be shown.",
        ],
      ]
      for (const [lines, said] of tooLong) {
        will({ user, describe: { id: "request", title: "Send", lines, acts: [] } })
        expect(getErrorText(yield* send(request))).toEqual([said])
      }
      expect([questions, names().includes("perform")]).toEqual([[], false])
    }),
  )

  it.effect("signs nothing when declined or impossible", () =>
    Effect.gen(function* () {
      const { approveBy, names, questions, request, signIn, will } = yield* makeFrameFixture()
      signIn()
      will({ user, describe: rejectWith(400, "Not enough ether.") })
      expect(getErrorText(yield* send(request))).toEqual(["Not enough ether."])
      expect(questions).toEqual([])
      will({ describe: requestDescription })
      approveBy(() => Effect.succeed(false))
      expect(getErrorText(yield* send(request))).toEqual(["User rejected the request."])
      expect(names()).not.toContain("perform")
    }),
  )

  it.effect("signs nothing when cancelled before the approval", () =>
    Effect.gen(function* () {
      const { approveBy, names, request, signIn, will } = yield* makeFrameFixture()
      signIn()
      will({ user, describe: requestDescription })
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
      expect(getErrorText(yield* Fiber.join(asking))).toEqual(["Interrupt"])
      expect([isGone, names()]).toEqual([true, ["user", "describe"]])
    }),
  )

  it.effect("ends with the session, whichever side ends it, while it waits for the user", () =>
    Effect.gen(function* () {
      const { answers, approveBy, checkSession, names, request, signIn, will } = yield* makeFrameFixture()
      approveBy(() => Effect.never)
      will({ user, describe: requestDescription, "is-connected": { isConnected: false }, "sign-out": {} })
      for (const end of [checkSession, answers.SIGN_OUT(undefined)]) {
        signIn()
        const asking = yield* send(request).pipe(Effect.forkChild({ startImmediately: true }))
        yield* end
        expect(getErrorText(yield* Fiber.join(asking))).toEqual(["Request was aborted"])
      }
      expect(names()).not.toContain("perform")
    }),
  )

  it.effect("aborts requests when another tab has signed in or out", () =>
    Effect.gen(function* () {
      for (const other of ["bob", null]) {
        const { answers, approveBy, checkSession, ended, names, request, session, signIn, will } =
          yield* makeFrameFixture()
        approveBy(() => Effect.never)
        signIn()
        will({ user, describe: requestDescription, "is-connected": { isConnected: true } })
        yield* answers.IS_CONNECTED(undefined)
        const elsewhere = () => (other === null ? session.end("token") : session.begin(other))
        const waiting = yield* send(request).pipe(Effect.forkChild({ startImmediately: true }))
        elsewhere()
        yield* checkSession
        expect(getErrorText(yield* Fiber.join(waiting))).toEqual(["Request was aborted"])
        expect(ended()).toBe(1)

        // The page has checked the session; the frame detects the change without a notification.
        signIn()
        yield* answers.IS_CONNECTED(undefined)
        elsewhere()
        names()
        expect(getErrorText(yield* send(request))).toEqual(["Request was aborted"])
        expect([names(), ended()]).toEqual([[], 2])
      }
    }),
  )

  it.effect("returns the result when cancelled after the approval", () =>
    Effect.gen(function* () {
      const { request, signIn, will } = yield* makeFrameFixture()
      signIn()
      const begun = yield* Deferred.make<void>()
      const done = yield* Deferred.make<{ readonly result: unknown }>()
      will({
        user,
        describe: requestDescription,
        perform: Deferred.succeed(begun, undefined).pipe(Effect.andThen(Deferred.await(done))),
      })
      const asking = yield* send(request).pipe(Effect.forkChild({ uninterruptible: true }))
      yield* Deferred.await(begun)
      asking.interruptUnsafe()
      yield* Deferred.succeed(done, { result: "0xhash" })
      expect(yield* Fiber.join(asking)).toEqual(Exit.succeed("0xhash"))
    }),
  )

  it.effect("retries by the same ID when the response is lost", () =>
    Effect.gen(function* () {
      const { asked, request, signIn, will } = yield* makeFrameFixture()
      signIn()
      will({ user, describe: requestDescription, perform: failWith({ _tag: "Unreachable" }) })
      const asking = yield* send(request).pipe(Effect.forkChild({ uninterruptible: true }))
      yield* TestClock.adjust("2 minutes")
      will({ perform: failWith({ _tag: "Malformed" }) })
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

  it.effect("leaves a request unsettled when the frame ends, because it may be performed", () =>
    Effect.gen(function* () {
      const parts = yield* Effect.gen(function* () {
        const parts = yield* makeFrameFixture()
        parts.signIn()
        parts.will({ user, describe: requestDescription, perform: failWith({ _tag: "Unreachable" }) })
        const asking = yield* send(parts.request).pipe(Effect.forkDetach({ uninterruptible: true }))
        yield* TestClock.adjust("1 minute")
        asking.interruptUnsafe()
        return { ...parts, asking }
      }).pipe(Effect.scoped)
      parts.names()
      yield* TestClock.adjust("1 minute")
      expect(parts.names()).toEqual([])
      expect(parts.asking.pollUnsafe()).toBeUndefined()
    }),
  )
})
