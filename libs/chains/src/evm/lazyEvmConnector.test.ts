import { Effect, Stream } from "effect"
import { expect, it, vi } from "vitest"
import type { RequestInterceptor } from "../contract/RequestInterceptor.ts"
import type { Eip1193Provider } from "./Eip1193Provider.ts"
import { lazyEvmConnector } from "./lazyEvmConnector.ts"

const provider: Eip1193Provider = {
  request: ({ method }) =>
    Promise.resolve(method === "eth_chainId" ? "0x1" : ["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]),
}
const connector = () => lazyEvmConnector(provider, { id: "w", name: "W", type: "ANNOUNCED" })

it("says what it is without its code, and does what it is asked with it", async () => {
  const late = connector()
  expect(late).toMatchObject({ id: "w", name: "W", namespace: "eip155", icon: null })
  expect(await Effect.runPromise(late.restore)).toEqual({
    accounts: ["eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
    network: "eip155:1",
  })
})

it("gives a page something to ask by once it was asked itself: the same object for the same door", async () => {
  const late = connector()
  const door: RequestInterceptor = async () => ({ _tag: "Rejected", code: 4001, text: "no" })
  expect(late.getProvider(door)).toBeNull()
  await Effect.runPromise(late.restore)
  const guarded = late.getProvider(door)
  expect(guarded).toMatchObject({ request: expect.any(Function) })
  expect(guarded).not.toBe(provider)
  expect(late.getProvider(door)).toBe(guarded)
})

it("has no events before it was asked anything, and does not end either", async () => {
  const first = Stream.runHead(connector().events).pipe(Effect.timeout(0), Effect.flip)
  expect((await Effect.runPromise(first))._tag).toBe("TimeoutError")
})

it("says that its code could not be loaded, and loads it when asked again", async () => {
  vi.resetModules()
  vi.doMock("./EvmConnector.ts", () => {
    throw new Error("offline")
  })
  const { lazyEvmConnector: fresh } = await import("./lazyEvmConnector.ts")
  const late = fresh(provider, { id: "w", name: "W", type: "ANNOUNCED" })
  const error = await Effect.runPromise(Effect.flip(late.restore))
  expect(error).toMatchObject({ connectorId: "w", reason: { _tag: "ChunkLoadFailed" } })
  vi.doUnmock("./EvmConnector.ts")
  vi.resetModules()
  expect((await Effect.runPromise(late.restore)).network).toBe("eip155:1")
})

it("hands on what is asked beyond signing, whose code comes later still", async () => {
  const calls = await Effect.runPromise(connector().calls)
  expect(await Effect.runPromise(calls.callsStatus("0x1").pipe(Effect.flip))).toMatchObject({
    connectorId: "w",
    reason: { _tag: "Malformed", what: "wallet_getCallsStatus" },
  })

  vi.resetModules()
  vi.doMock("./evmWalletCalls.ts", () => {
    throw new Error("offline")
  })
  const { lazyEvmConnector: fresh } = await import("./lazyEvmConnector.ts")
  const late = fresh(provider, { id: "w", name: "W", type: "ANNOUNCED" })
  const error = await Effect.runPromise(Effect.flip(late.calls))
  expect(error).toMatchObject({ connectorId: "w", reason: { _tag: "ChunkLoadFailed" } })
  vi.doUnmock("./evmWalletCalls.ts")
  vi.resetModules()
})
