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

it("describes the wallet before its code loads, and restores with the loaded code", async () => {
  const late = connector()
  expect(late).toMatchObject({ id: "w", name: "W", namespace: "eip155", icon: null })
  expect(await Effect.runPromise(late.restore)).toEqual({
    accounts: ["eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
    network: "eip155:1",
  })
})

it("returns the same guarded provider per interceptor after the first request, and null before", async () => {
  const late = connector()
  const door: RequestInterceptor = async () => ({ _tag: "Rejected", code: 4001, text: "no" })
  expect(late.getProvider(door)).toBeNull()
  await Effect.runPromise(late.restore)
  const guarded = late.getProvider(door)
  expect(guarded).toMatchObject({ request: expect.any(Function) })
  expect(guarded).not.toBe(provider)
  expect(late.getProvider(door)).toBe(guarded)
})

it("emits no event and does not end before the first request", async () => {
  const first = Stream.runHead(Stream.unwrap(connector().events)).pipe(Effect.timeout(0), Effect.flip)
  expect((await Effect.runPromise(first))._tag).toBe("TimeoutError")
})

it("fails with ChunkLoadFailed when its code cannot be loaded, and loads it on the next request", async () => {
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

it("loads the wallet calls separately, and fails with ChunkLoadFailed when they cannot be loaded", async () => {
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
