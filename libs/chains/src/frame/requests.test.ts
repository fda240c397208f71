import { describe, expect, it } from "@effect/vitest"
import { frameEoa, frameSmartAccount, frameSolana } from "@wmodal/dev-wallet/testing"
import { FrameRefusal } from "@wmodal/frame-rpc/frame"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
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

/** Sends a request like a dApp. */
const ask = (connector: Connector, method: string, ...params: readonly unknown[]) =>
  Effect.tryPromise({
    try: () => getTestProvider(connector).request({ method, params }),
    catch: (thrown) => thrown,
  })

/** A page that records its notifications, with a transaction that waits for approval. */
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

describe("requests that need approval", () => {
  it.effect("counts pending approvals while they wait", () =>
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

  it.effect("keeps account and network until the approval, and switches the frame afterwards", () =>
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

  it.effect("returns NotSent when the user declines", () =>
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

  it.effect("returns Unknown when the request is aborted and the frame cannot be notified", () =>
    Effect.gen(function* () {
      const { approving, sent, wallet } = yield* waiting()
      yield* wallet.rejectRequests
      expect(yield* Fiber.join(sent)).toMatchObject({ _tag: "Unknown", hash: null })
      expect(approving).toEqual([1, 0])
    }),
  )

  it.effect("returns NotSent when the request is aborted and the frame confirms it", () =>
    Effect.gen(function* () {
      const { sent, wallet } = yield* waiting({ frame: { plain: false } })
      yield* wallet.rejectRequests
      expect(yield* Fiber.join(sent)).toMatchObject({
        _tag: "NotSent",
        error: { reason: { _tag: "Declined" } },
      })
    }),
  )

  it.effect("returns Sent when the request is aborted after the approval", () =>
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

  it.effect("switches a reloaded frame to the network and account before it signs", () =>
    Effect.gen(function* () {
      const { evm, frame, session } = yield* makeConnectedPage()
      const before = frame.asked.length
      frame.startAnew()
      // The frame sends READY at once. The browser reports the new document only after it has loaded.
      yield* Effect.promise(() => Promise.resolve())
      yield* evm.signMessage({ account: session.accounts[0], message: "hello" })
      const names = frame.asked.slice(before).map(({ name }) => name)
      const order = names.filter((name) => /^(SWITCH_NETWORK|GET_USER|RPC_REQUEST)$/.test(name))
      expect(order.slice(0, 2)).toEqual(["SWITCH_NETWORK", "GET_USER"])
      expect(order.at(-1)).toBe("RPC_REQUEST")
    }),
  )

  it.effect("returns Unknown when the frame navigates away", () =>
    Effect.gen(function* () {
      const { frame, sent } = yield* waiting()
      frame.navigate()
      expect(yield* Fiber.join(sent)).toMatchObject({ _tag: "Unknown", hash: null })
    }),
  )

  it.effect("returns Unknown and locks the session when the frame stops responding", () =>
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

  it.effect("returns Unknown when the frame reports an unspecific failure", () =>
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

  it.effect("returns NotSent when a node has rejected the transaction", () =>
    Effect.gen(function* () {
      const { evm } = yield* makeConnectedPage({
        frame: { rpc: () => Effect.fail(new FrameRefusal({ text: "insufficient funds for gas" })) },
      })
      const calls = yield* evm.calls
      expect(yield* calls.sendTransaction(sending)).toMatchObject({ _tag: "NotSent" })
    }),
  )
})

describe("account and network of a signature", () => {
  it.effect("restores the frame's network when it was on another one", () =>
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

  it.effect("fails with Unauthorized after another account was selected", () =>
    Effect.gen(function* () {
      const { evm, frame, wallet } = yield* makeConnectedPage()
      yield* wallet.setAccountType("smartAccount")
      const error = yield* Effect.flip(evm.signMessage({ account: `eip155:1:${frameEoa}`, message: "hello" }))
      expect(error.reason._tag).toBe("Unauthorized")
      expect(frame.askedFor("RPC_REQUEST")).toEqual([])
    }),
  )

  it.effect("fails with Unauthorized when the frame uses another account than reported", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeConnectedPage({ deps: evmAndSolana })
      frame.person.preferred = "smartAccount"
      const error = yield* Effect.flip(evm.signMessage({ account: `eip155:1:${frameEoa}`, message: "hello" }))
      expect(error.reason._tag).toBe("Unauthorized")
      expect(frame.askedFor("RPC_REQUEST")).toEqual([])
    }),
  )

  it.effect("returns NotSent when the frame cannot switch to the network", () =>
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

describe("dApp provider of the frame", () => {
  it.effect("returns network and accounts without a request to the frame", () =>
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

  it.effect("rejects unlisted methods before the interceptor or the frame receives them", () =>
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
      // The return value of `on` must not bypass the interceptor.
      expect(provider.on("connect", () => {})).toBe(provider)
    }),
  )

  it.effect("rejects with code 4001 when the user declines or the request is aborted", () =>
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
  ] as const)("rejects a malformed result of %s", ([method, result]) =>
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

  it.effect("reports no batch capabilities when the frame fails", () =>
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

  it.effect("forwards a revoked permission, but rejects one that would end the session", () =>
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
