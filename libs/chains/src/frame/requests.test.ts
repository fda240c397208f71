import { describe, expect, it } from "@effect/vitest"
import { frameEoa, frameSmartAccount, frameSolana } from "@wmodal/dev-wallet/testing"
import { FrameRefusal } from "@wmodal/frame-rpc/frame"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect, Fiber, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import type { Connector } from "../contract/Connector.ts"
import type { RequestInterceptor } from "../contract/RequestInterceptor.ts"
import type { GuardedProvider } from "../evm/guard/guardProvider.ts"
import { connectOn, evmAndSolana, type FramePageOptions, makeConnectedPage } from "../testing/framePage.ts"

const hash = `0x${"11".repeat(32)}`
const signed = `0x${"11".repeat(65)}`
const transaction = { to: frameSmartAccount, value: "0x1", data: "0x" }
const sending = { account: `eip155:1:${frameEoa}`, network: mainnet, transaction } as const

const approve: RequestInterceptor = async (question) =>
  (await question.ask(question.network ?? "eip155:1")).answer

const getTestProvider = (connector: Connector, door: RequestInterceptor = approve) => {
  const provider = connector.getProvider(door)
  if (!isProvider(provider)) throw new Error("There is no provider.")
  return provider
}
const isProvider = (value: unknown): value is GuardedProvider =>
  typeof value === "object" && value !== null && "request" in value && "on" in value

/** What comes of asking as a page does. */
const ask = (connector: Connector, method: string, ...params: readonly unknown[]) =>
  Effect.tryPromise({
    try: () => getTestProvider(connector).request({ method, params }),
    catch: (thrown) => thrown,
  })

/** A page that notes what it is told, and a transaction that waits for a person. */
const waiting = (options: FramePageOptions = {}) =>
  Effect.gen(function* () {
    const approving: number[] = []
    const page = yield* makeConnectedPage({
      ...options,
      deps: { onApproval: (open) => void approving.push(open), ...options.deps },
    })
    const calls = yield* page.evm.calls
    page.frame.approver.willAnswer("wait")
    const sent = yield* Effect.forkChild(calls.sendTransaction(sending))
    yield* page.frame.approver.whenOpen
    return { ...page, approving, sent, calls }
  })

describe("what a person must look at", () => {
  it.effect("is told of while it waits, and no longer", () =>
    Effect.gen(function* () {
      const { approving, evm, frame, sent } = yield* waiting()
      frame.approver.willAnswer("approve")
      expect(yield* evm.signMessage({ account: `eip155:1:${frameEoa}`, message: "hello" })).toBe(signed)
      expect(approving).toEqual([1, 2, 1])
      frame.approver.answerOpen("approve")
      expect(yield* Fiber.join(sent)).toEqual({ _tag: "Sent", hash })
      expect(approving).toEqual([1, 2, 1, 0])
      expect(frame.askedFor("RPC_REQUEST")).toEqual([
        {
          method: "eth_sendTransaction",
          params: [{ ...transaction, from: frameEoa, chainId: "0x1" }],
          policy: "unsafe",
        },
        { method: "personal_sign", params: ["0x68656c6c6f", frameEoa], policy: "unsafe" },
      ])
    }),
  )

  it.effect(
    "is answered for the account and the network that it was asked for: the frame moves only then",
    () =>
      Effect.gen(function* () {
        const { evm, frame, sent, wallet } = yield* waiting()
        const before = frame.asked.length
        const switching = yield* Effect.forkChild(evm.switchNetwork(optimism), { startImmediately: true })
        const changing = yield* Effect.forkChild(wallet.setAccountType("smartAccount"), {
          startImmediately: true,
        })
        yield* TestClock.adjust("10 seconds")
        expect(frame.asked.slice(before)).toEqual([])
        frame.approver.answerOpen("approve")
        expect(yield* Fiber.join(sent)).toEqual({ _tag: "Sent", hash })
        yield* Fiber.join(switching)
        yield* Fiber.join(changing)
        expect(frame.asked.slice(before).map(({ name }) => name)).toEqual(
          expect.arrayContaining(["SWITCH_NETWORK", "SET_PREFERRED_ACCOUNT"]),
        )
      }),
  )

  it.effect("has not left where the person says no", () =>
    Effect.gen(function* () {
      const { approving, frame, sent } = yield* waiting()
      frame.approver.answerOpen("decline")
      expect(yield* Fiber.join(sent)).toMatchObject({
        _tag: "NotSent",
        error: { reason: { _tag: "Declined" } },
      })
      expect(approving).toEqual([1, 0])
    }),
  )

  it.effect("may have left where it is given up and the frame cannot be told", () =>
    Effect.gen(function* () {
      const { approving, sent, wallet } = yield* waiting()
      yield* wallet.rejectRequests
      expect(yield* Fiber.join(sent)).toMatchObject({ _tag: "Unknown", hash: null })
      expect(approving).toEqual([1, 0])
    }),
  )

  it.effect("has not left where it is given up and the frame says so", () =>
    Effect.gen(function* () {
      const { sent, wallet } = yield* waiting({ frame: { plain: false } })
      yield* wallet.rejectRequests
      expect(yield* Fiber.join(sent)).toMatchObject({
        _tag: "NotSent",
        error: { reason: { _tag: "Declined" } },
      })
    }),
  )

  it.effect("has left where it is given up too late", () =>
    Effect.gen(function* () {
      const { frame, sent, wallet } = yield* waiting({
        frame: { plain: false, rpc: () => Effect.delay(Effect.succeed(hash), 1_000) },
      })
      frame.approver.answerOpen("approve")
      yield* Effect.yieldNow
      yield* wallet.rejectRequests
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(sent)).toEqual({ _tag: "Sent", hash })
    }),
  )

  it.effect("is asked of a frame that began anew only once that is where the account is in use", () =>
    Effect.gen(function* () {
      const { evm, frame, session } = yield* makeConnectedPage()
      const before = frame.asked.length
      frame.startAnew()
      // It says READY in a moment, and the browser tells of another document only once all of it is loaded.
      yield* Effect.promise(() => Promise.resolve())
      yield* evm.signMessage({ account: session.accounts[0], message: "hello" })
      const names = frame.asked.slice(before).map(({ name }) => name)
      const order = names.filter((name) => /^(SWITCH_NETWORK|GET_USER|RPC_REQUEST)$/.test(name))
      expect(order.slice(0, 2)).toEqual(["SWITCH_NETWORK", "GET_USER"])
      expect(order.at(-1)).toBe("RPC_REQUEST")
    }),
  )

  it.effect("may have left where the frame is somewhere else", () =>
    Effect.gen(function* () {
      const { frame, sent } = yield* waiting()
      frame.navigate()
      expect(yield* Fiber.join(sent)).toMatchObject({ _tag: "Unknown", hash: null })
    }),
  )

  it.effect("may have left where the frame dies, and nobody is connected any more", () =>
    Effect.gen(function* () {
      const { frame, remembered, sent, wallet } = yield* waiting()
      frame.freeze(true)
      yield* TestClock.adjust("45 seconds")
      expect(yield* Fiber.join(sent)).toMatchObject({ _tag: "Unknown", hash: null })
      yield* TestClock.adjust("3 minutes")
      expect(SubscriptionRef.getUnsafe(wallet.user)).toBeNull()
      expect(remembered().loginUsed).toBe(true)
    }),
  )

  it.effect("may have left where the frame says no more than that it failed", () =>
    Effect.gen(function* () {
      const { evm } = yield* makeConnectedPage({
        frame: { rpc: () => Effect.fail(new FrameRefusal({ text: "The wallet cannot be reached" })) },
      })
      const calls = yield* evm.calls
      expect(yield* calls.sendTransaction(sending)).toMatchObject({
        _tag: "Unknown",
        error: { reason: { _tag: "Failed", text: "The wallet cannot be reached" } },
      })
    }),
  )

  it.effect("has not left where a node has refused it", () =>
    Effect.gen(function* () {
      const { evm } = yield* makeConnectedPage({
        frame: { rpc: () => Effect.fail(new FrameRefusal({ text: "insufficient funds for gas" })) },
      })
      const calls = yield* evm.calls
      expect(yield* calls.sendTransaction(sending)).toMatchObject({ _tag: "NotSent" })
    }),
  )
})

describe("the account and the network that are signed for", () => {
  it.effect("are those that the frame was told of last: it is taken back where it was elsewhere", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeConnectedPage({ deps: evmAndSolana })
      const before = frame.asked.length
      yield* evm.signMessage({ account: `eip155:1:${frameEoa}`, message: "hello" })
      expect(frame.asked.slice(before).map(({ name, payload }) => [name, payload])).toMatchObject([
        ["SWITCH_NETWORK", { chainId: "eip155:1" }],
        ["GET_USER", { chainId: "eip155:1" }],
        ["RPC_REQUEST", { method: "personal_sign" }],
      ])
      yield* evm.signMessage({ account: `eip155:1:${frameEoa}`, message: "hello" })
      expect(frame.asked).toHaveLength(before + 4)
    }),
  )

  it.effect("are not signed for once another account is in use", () =>
    Effect.gen(function* () {
      const { evm, frame, wallet } = yield* makeConnectedPage()
      yield* wallet.setAccountType("smartAccount")
      const error = yield* Effect.flip(evm.signMessage({ account: `eip155:1:${frameEoa}`, message: "hello" }))
      expect(error.reason._tag).toBe("Unauthorized")
      expect(frame.askedFor("RPC_REQUEST")).toEqual([])
    }),
  )

  it.effect("are not signed for where the frame has another account than it said", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeConnectedPage({ deps: evmAndSolana })
      frame.person.preferred = "smartAccount"
      const error = yield* Effect.flip(evm.signMessage({ account: `eip155:1:${frameEoa}`, message: "hello" }))
      expect(error.reason._tag).toBe("Unauthorized")
      expect(frame.askedFor("RPC_REQUEST")).toEqual([])
    }),
  )

  it.effect("are not signed for where the frame cannot be had there", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeConnectedPage({
        deps: evmAndSolana,
        frame: { answers: { SWITCH_NETWORK: () => Effect.fail(new FrameRefusal({ text: "Away" })) } },
      })
      const calls = yield* evm.calls
      expect(yield* calls.sendTransaction(sending)).toMatchObject({ _tag: "NotSent" })
      expect(frame.askedFor("RPC_REQUEST")).toEqual([])
    }),
  )
})

describe("a page's provider", () => {
  it.effect("says where it is without the frame", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeConnectedPage()
      const before = frame.asked.length
      expect(yield* ask(evm, "eth_chainId")).toBe("0x1")
      expect(yield* ask(evm, "eth_accounts")).toEqual([frameEoa])
      expect(frame.asked).toHaveLength(before)
    }),
  )

  it.effect("switches the frame's network", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeConnectedPage()
      expect(yield* ask(evm, "wallet_switchEthereumChain", { chainId: "0xa" })).toBeNull()
      expect(frame.askedFor("SWITCH_NETWORK")).toEqual([{ chainId: "eip155:10" }])
      expect(yield* ask(evm, "eth_chainId")).toBe("0xa")
    }),
  )

  it.effect("refuses what no list has, before a person or the frame hears of it", () =>
    Effect.gen(function* () {
      const disallowed: string[] = []
      const { evm, frame } = yield* makeConnectedPage({
        deps: { onDisallowedMethod: (method) => void disallowed.push(method) },
      })
      let opened = 0
      const door: RequestInterceptor = async (question) => {
        opened += 1
        return approve(question)
      }
      const provider = getTestProvider(evm, door)
      expect(getTestProvider(evm, door)).toBe(provider)
      const before = frame.asked.length
      for (const method of ["eth_sign", "eth_signTransaction", "wallet_watchAsset", "eth_signTypedData"])
        yield* Effect.promise(() =>
          expect(provider.request({ method, params: [frameEoa, "0x"] })).rejects.toMatchObject({
            code: 4200,
            message: "Requested RPC call is not allowed",
          }),
        )
      expect(disallowed).toEqual([
        "eth_sign",
        "eth_signTransaction",
        "wallet_watchAsset",
        "eth_signTypedData",
      ])
      expect([opened, frame.asked.length]).toEqual([0, before])
      // What an event's listener gets back is no way around it.
      expect(provider.on("connect", () => {})).toBe(provider)
    }),
  )

  it.effect("hears of refusals by their codes", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeConnectedPage()
      frame.approver.willAnswer("decline")
      expect(yield* Effect.flip(ask(evm, "personal_sign", "0x68", frameEoa))).toMatchObject({
        code: 4001,
        message: "User rejected the request",
      })
      const waits = yield* makeConnectedPage()
      waits.frame.approver.willAnswer("wait")
      const signing = yield* Effect.forkChild(Effect.flip(ask(waits.evm, "personal_sign", "0x68", frameEoa)))
      yield* waits.frame.approver.whenOpen
      yield* waits.wallet.rejectRequests
      expect(yield* Fiber.join(signing)).toMatchObject({ code: 4001, message: "Request was aborted" })
    }),
  )

  it.effect.each([
    ["personal_sign", hash],
    ["personal_sign", "0x"],
    ["eth_signTypedData_v4", { signature: signed }],
    ["eth_sendTransaction", signed],
    ["eth_sendTransaction", null],
  ] as const)("gets nothing that is not what %s gives", ([method, result]) =>
    Effect.gen(function* () {
      const { evm } = yield* makeConnectedPage({ frame: { rpc: () => Effect.succeed(result) } })
      const params =
        method === "eth_sendTransaction" ? [{ ...transaction, from: frameEoa }] : ["0x68", frameEoa]
      const typed = [
        frameEoa,
        JSON.stringify({ types: {}, primaryType: "EIP712Domain", domain: {}, message: {} }),
      ]
      const asked = method === "eth_signTypedData_v4" ? typed : params
      expect(yield* Effect.flip(ask(evm, method, ...asked))).toMatchObject({ code: -32603 })
    }),
  )

  it.effect("can do nothing with a batch where the frame cannot say", () =>
    Effect.gen(function* () {
      const { evm } = yield* makeConnectedPage({
        frame: { rpc: () => Effect.fail(new FrameRefusal({ text: "Broken" })) },
      })
      expect(yield* ask(evm, "wallet_getCapabilities", frameEoa)).toEqual({})
      const calls = yield* evm.calls
      expect(yield* calls.capabilities({ account: sending.account, network: mainnet })).toMatchObject({
        atomic: "unsupported",
      })
    }),
  )

  it.effect("hands on what permits a page more, and not what would end the session", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeConnectedPage({ frame: { rpc: () => Effect.succeed({}) } })
      expect(yield* ask(evm, "wallet_revokePermissions", { permissions: [], address: frameEoa })).toEqual({})
      expect(frame.askedFor("RPC_REQUEST")).toHaveLength(1)
      expect(yield* Effect.flip(ask(evm, "wallet_revokePermissions", { eth_accounts: {} }))).toMatchObject({
        code: 4200,
      })
      expect(frame.askedFor("RPC_REQUEST")).toHaveLength(1)
    }),
  )
})

it.effect("serves both chains over one frame", () =>
  Effect.gen(function* () {
    const { evm, frame, solana } = yield* makeConnectedPage({ deps: evmAndSolana })
    yield* Effect.all([evm.restore, solana().restore, connectOn(evm)], { concurrency: "unbounded" })
    expect(frame.mounts()).toBe(1)
    expect((yield* solana().restore).accounts[0]).toContain(frameSolana)
  }),
)
