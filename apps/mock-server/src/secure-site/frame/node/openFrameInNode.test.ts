import { expect, it } from "@effect/vitest"
import { type FrameBridge, openBridge } from "@wmodal/frame-rpc/host"
import { Deferred, Effect, Exit, Fiber, Scope, Stream } from "effect"
import { describe } from "vitest"
import { makeHandler } from "../../../Handler.ts"
import { makeSiteClient } from "../../testing/siteClient.ts"
import { makeStubWallet } from "../../testing/stubWallet.ts"
import { makeMemoryStorage } from "../testing/memoryStorage.ts"
import type { ApprovalPrompt } from "../wallet/ApprovalPrompt.ts"
import { openFrameInNode } from "./openFrameInNode.ts"

const email = "vera@example.com"

/** Opens a terminal and a server in one process. */
const terminal = Effect.fnUntraced(function* (
  approve: (question: ApprovalPrompt) => Effect.Effect<boolean>,
  kept = new Map<string, string>(),
) {
  const handler = makeHandler({
    makeWallet:
      async () =>
      ({ user }) =>
        makeStubWallet(user.id),
  })
  yield* Effect.addFinalizer(() => Effect.promise(() => handler.close()))
  const client = makeSiteClient(handler, "p")
  const open: AbortSignal[] = []
  let hung: { readonly path: string; readonly asked: (aborted: Promise<void>) => void } | null = null
  const host = openFrameInNode({
    approve,
    storage: makeMemoryStorage(kept),
    fetch: async (input, init) => {
      const signal = init?.signal
      if (signal) open.push(signal)
      if (signal && hung !== null && `${input}`.endsWith(hung.path))
        return new Promise((_, reject) => {
          const aborted = new Promise<void>((end) => {
            signal.addEventListener("abort", () => {
              reject(signal.reason)
              end()
            })
          })
          hung?.asked(aborted)
        })
      return handler.secureSite.fetch(new Request(input, init))
    },
  })
  const bridge = yield* openBridge({
    host: () => Promise.resolve(host),
    url: `${client.origin}/sdk?projectId=p&chainId=eip155:1&version=4&enableLogger=false`,
  })
  /** Makes a call hang. Returns a promise for its request, which completes when the request is aborted. */
  const hang = async (name: string) => {
    const asked = Promise.withResolvers<{ readonly aborted: Promise<void> }>()
    hung = { path: `/${name}`, asked: (aborted) => asked.resolve({ aborted }) }
    return asked.promise
  }
  return { bridge, client, hang, kept, open }
})

const signIn = Effect.fnUntraced(function* (bridge: FrameBridge, client: ReturnType<typeof makeSiteClient>) {
  expect(yield* bridge.ask("CONNECT_EMAIL", { email })).toEqual({ action: "VERIFY_DEVICE" })
  yield* Effect.promise(() => client.control("secure-site/verify-device", {}))
  yield* bridge.ask("CONNECT_DEVICE", undefined)
  const otp = yield* Effect.promise(client.code)
  yield* bridge.ask("CONNECT_OTP", { otp })
})
const sign = (bridge: FrameBridge) =>
  bridge.ask("RPC_REQUEST", { method: "personal_sign", params: ["0x00", "0xkey"] })

describe("openFrameInNode", () => {
  it.live("signs in by an email code and signs approved requests", () =>
    Effect.gen(function* () {
      const questions: ApprovalPrompt[] = []
      const { bridge, client, kept } = yield* terminal((question) =>
        Effect.sync(() => {
          questions.push(question)
          return questions.length === 1
        }),
      )
      expect(yield* bridge.ask("IS_CONNECTED", undefined)).toEqual({ isConnected: false })
      yield* signIn(bridge, client)
      expect(yield* bridge.ask("GET_USER", { chainId: 1 })).toMatchObject({
        email,
        chainId: 1,
        preferredAccountType: "smartAccount",
      })
      expect(yield* sign(bridge)).toBe("personal_sign")
      expect(questions[0]).toMatchObject({ title: "personal_sign", asker: { origin: null } })
      expect((yield* Effect.flip(sign(bridge))).message).toBe("User rejected the request.")
      expect([...kept.keys()].toSorted()).toEqual(["device", "key/p/terminal", "session/p/terminal"])
      yield* bridge.ask("SIGN_OUT", undefined)
      expect([...kept.keys()]).toEqual(["device", "key/p/terminal"])
    }).pipe(Effect.scoped),
  )

  it.live("withdraws the prompt of a cancelled request, and keeps its session over a reload", () =>
    Effect.gen(function* () {
      const shown = yield* Deferred.make<void>()
      const gone = yield* Deferred.make<void>()
      const { bridge, client } = yield* terminal(() =>
        Deferred.succeed(shown, undefined).pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() => Deferred.succeed(gone, undefined)),
        ),
      )
      yield* signIn(bridge, client)
      const asking = yield* sign(bridge).pipe(Effect.flip, Effect.forkChild)
      yield* Deferred.await(shown)
      yield* bridge.rejectRequests
      expect((yield* Fiber.join(asking)).message).toBe("Request was aborted")
      yield* Deferred.await(gone)
      yield* bridge.reload
      expect(yield* bridge.ask("IS_CONNECTED", undefined)).toEqual({ isConnected: true })
    }).pipe(Effect.scoped),
  )

  it.live("reports a session that was ended remotely", () =>
    Effect.gen(function* () {
      const { bridge, client } = yield* terminal(() => Effect.succeed(true))
      yield* signIn(bridge, client)
      const told = yield* bridge.pushes.pipe(Stream.runHead, Effect.forkChild({ startImmediately: true }))
      yield* Effect.promise(() => client.control("secure-site/revoke", {}))
      expect(yield* Fiber.join(told)).toMatchObject({ value: { _tag: "SessionUpdate", token: "" } })
      expect(yield* bridge.ask("IS_CONNECTED", undefined)).toEqual({ isConnected: false })
    }).pipe(Effect.scoped),
  )

  it.live("does not respond while it is frozen, and restarts when it is thawed", () =>
    Effect.gen(function* () {
      const { bridge, client } = yield* terminal(() => Effect.succeed(true))
      yield* signIn(bridge, client)
      yield* Effect.promise(() => client.control("secure-site/frame", { do: "freeze" }))
      const asking = yield* bridge
        .ask("GET_CHAIN_ID", undefined)
        .pipe(Effect.exit, Effect.forkChild({ startImmediately: true }))
      yield* Effect.promise(() => client.control("secure-site/frame", { do: "thaw" }))
      // It is a new frame: requests to the frozen one are lost.
      expect(yield* Fiber.join(asking)).toMatchObject({ _tag: "Failure" })
      expect(yield* bridge.ask("IS_CONNECTED", undefined)).toEqual({ isConnected: true })
    }).pipe(Effect.scoped),
  )

  it.live("fails a request in progress with Gone when it is frozen, because it may be performed", () =>
    Effect.gen(function* () {
      const { bridge, client, hang } = yield* terminal(() => Effect.succeed(true))
      yield* signIn(bridge, client)
      const performing = hang("perform")
      const asking = yield* sign(bridge).pipe(Effect.flip, Effect.forkChild)
      const { aborted } = yield* Effect.promise(() => performing)
      yield* Effect.promise(() => client.control("secure-site/frame", { do: "freeze" }))
      yield* Effect.promise(() => aborted)
      yield* Effect.promise(() => client.control("secure-site/frame", { do: "thaw" }))
      expect((yield* Fiber.join(asking)).reason._tag).toBe("Gone")
    }).pipe(Effect.scoped),
  )

  it.live("leaves no open resources when it is removed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { bridge, open } = yield* terminal(() => Effect.never).pipe(Scope.provide(scope))
      yield* bridge.ask("IS_CONNECTED", undefined)
      expect(open.some(({ aborted }) => !aborted)).toBe(true)
      yield* Scope.close(scope, Exit.void)
      expect(open.every(({ aborted }) => aborted)).toBe(true)
    }),
  )
})
