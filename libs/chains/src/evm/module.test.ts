import type { Network, Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type DescriptorFile, evm } from "./index.ts"

const network: Network = {
  id: 1,
  caipNetworkId: "eip155:1",
  chainNamespace: "eip155",
  name: "Ethereum",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
}
const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

const fetchTestBalance = async (answer: unknown) => {
  const calls: unknown[] = []
  const rpc: Rpc = {
    request: (...call) => {
      calls.push(call)
      return Effect.succeed(answer)
    },
    pin: Effect.suspend(() => Effect.succeed(rpc)),
  }
  const actions = await (await evm().load()).actions.get()
  return { balance: actions.balance({ address, network, rpc }), calls }
}

describe("evm balance", () => {
  it("returns the exact latest balance", async () => {
    const { balance, calls } = await fetchTestBalance("0x21e19e0c9bab2400001")
    expect(await Effect.runPromise(balance)).toBe(10_000n * 10n ** 18n + 1n)
    expect(calls).toEqual([["eth_getBalance", [address, "latest"]]])
  })

  it.each([null, "", "0x", "12", 12, `0x${"f".repeat(65)}`, {}])(
    "fails with Malformed when the node responds with %j",
    async (answer) => {
      const { balance } = await fetchTestBalance(answer)
      expect(await Effect.runPromise(Effect.flip(balance))).toMatchObject({
        _tag: "RpcError",
        reason: { _tag: "Malformed" },
      })
    },
  )
})

describe("evm explain", () => {
  it("uses the host app's descriptors before the bundled ones, and warns of invalid ones", async () => {
    const rpc: Rpc = { request: () => Effect.succeed("0x"), pin: Effect.suspend(() => Effect.succeed(rpc)) }
    const left: string[] = []
    const intentWith = async (descriptors: readonly DescriptorFile[]) => {
      const module = await evm({ descriptors }).load()
      module.discover({ window: null, warn: (text) => left.push(text) }, () => Effect.void)
      const actions = await module.actions.get()
      const { calls } = await Effect.runPromise(
        actions.explain({
          network,
          rpc,
          from: address,
          request: { _tag: "Transaction", transaction: { to: address, data: "0x43384fad", value: "0x0" } },
          tokens: [],
          nameOf: () => null,
        }),
      )
      return calls[0].intent
    }
    const descriptor = {
      context: { contract: { deployments: [{ chainId: 1, address }] } },
      display: { formats: { "ours()": { intent: "Ours" } } },
    }
    expect(await intentWith([])).toBeNull()
    expect(await intentWith([{ url: "ours.json", descriptor }])).toBe("Ours")
    expect(left).toEqual([])
    expect(await intentWith([{ url: "ours.json", descriptor: {} }])).toBeNull()
    expect(left).toEqual(["Ignored the descriptor ours.json: it is not a valid ERC-7730 descriptor."])
  })
})
