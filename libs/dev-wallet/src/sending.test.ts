import { type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { keccak256, parseTransaction, recoverTransactionAddress } from "viem"
import { describe, expect, it } from "vitest"
import { first, getNodeAnswer, node, second, setupDevWallet } from "./testing/setupDevWallet.ts"

describe("sending", () => {
  it("fills nonce, gas and fees from the node, signs locally, and broadcasts", async () => {
    const { asked, calls, request } = setupDevWallet()
    await request("eth_requestAccounts")
    const hash = await request("eth_sendTransaction", { from: first, to: second, value: "0xde0b6b3a7640000" })
    const raw = calls.at(-1)?.params[0] as `0x02${string}`
    expect(hash).toBe(keccak256(raw))
    expect(parseTransaction(raw)).toMatchObject({
      chainId: 1,
      nonce: 7,
      gas: 21000n,
      maxFeePerGas: 201n,
      maxPriorityFeePerGas: 1n,
      value: 10n ** 18n,
    })
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(first)
    expect(asked.at(-1)).toMatchObject({
      _tag: "SendTransaction",
      value: "1000000000000000000",
      maxFee: "4221000",
    })
  })

  it("signs the gas limit that the dApp names gasLimit, with the type of a call", async () => {
    const { calls, request } = setupDevWallet()
    await request("eth_requestAccounts")
    await request("eth_sendTransaction", { from: first, to: second, gasLimit: "0x7530", type: "0x2" })
    expect(parseTransaction(calls.at(-1)?.params[0] as `0x02${string}`)).toMatchObject({ gas: 30_000n })
  })

  it("limits the tip to the maximum fee that the dApp sets", async () => {
    const raws: unknown[] = []
    const { request } = setupDevWallet({
      rpc: (_, method, params) =>
        Effect.sync(() => {
          if (method === "eth_sendRawTransaction") raws.push(params[0])
          return method === "eth_maxPriorityFeePerGas" ? "0x50" : getNodeAnswer(method, params)
        }),
    })
    await request("eth_requestAccounts")
    await request("eth_sendTransaction", { from: first, to: second, maxFeePerGas: "0x20" })
    expect(parseTransaction(raws[0] as `0x${string}`)).toMatchObject({
      maxFeePerGas: 32n,
      maxPriorityFeePerGas: 32n,
    })
  })

  it("uses different nonces for concurrent transactions", async () => {
    const sent: unknown[] = []
    const { request } = setupDevWallet({
      rpc: (_, method, params) =>
        Effect.gen(function* () {
          // A delayed response, so that unsynchronized transactions would overlap here.
          yield* Effect.yieldNow
          if (method === "eth_sendRawTransaction") sent.push(params[0])
          return method === "eth_getTransactionCount" ? `0x${sent.length}` : getNodeAnswer(method, params)
        }),
    })
    await request("eth_requestAccounts")
    await Promise.all([1, 2, 3].map(() => request("eth_sendTransaction", { from: first, to: second })))
    expect(sent.map((raw) => parseTransaction(raw as `0x${string}`).nonce ?? 0)).toEqual([0, 1, 2])
  })

  it("uses a gas price when blocks have no base fee", async () => {
    const { calls, request } = setupDevWallet({
      rpc: ({ chainId }, method, params) =>
        Effect.sync(() => {
          calls.push({ chainId, method, params })
          return method === "eth_getBlockByNumber" ? {} : getNodeAnswer(method, params)
        }),
    })
    await request("eth_requestAccounts")
    await request("eth_sendTransaction", { from: first, to: second })
    expect(parseTransaction(calls.at(-1)?.params[0] as `0x${string}`)).toMatchObject({
      type: "legacy",
      gasPrice: 9n,
    })
  })

  it("returns the node's error without an approval request", async () => {
    const { asked, request } = setupDevWallet({
      rpc: (_, method) =>
        Effect.fail(
          new RpcError({
            method,
            host: "node",
            reason: { _tag: "Answered", code: 3, text: "execution reverted", data: "0x08" },
          }),
        ),
    })
    await request("eth_requestAccounts")
    await expect(request("eth_sendTransaction", { from: first, to: second })).rejects.toMatchObject({
      code: 3,
      message: "execution reverted",
      data: "0x08",
    })
    expect(asked).toHaveLength(1)
  })

  it.each([
    { says: "already known", found: true, outcome: { status: "fulfilled" } },
    {
      says: "nonce too low",
      found: false,
      // It may be mined itself, so this is no refusal.
      outcome: { status: "rejected", reason: { code: -32603 } },
    },
  ])(
    "returns the lookup's result when a repeated broadcast fails ($says)",
    async ({ found, outcome, says }) => {
      const raws: unknown[] = []
      const { request } = setupDevWallet({
        rpc: (_, method, params) => {
          if (method === "eth_getTransactionByHash") return Effect.succeed(found ? { hash: params[0] } : null)
          if (method !== "eth_sendRawTransaction") return Effect.succeed(node[method])
          raws.push(params[0])
          const reason = { _tag: "Answered", code: -32000, text: says } as const
          return Effect.fail(new RpcError({ method, host: "node", reason }))
        },
      })
      await request("eth_requestAccounts")
      const sending = request("eth_sendTransaction", { from: first, to: second })
      const [settled] = await Promise.allSettled([sending])
      expect(settled).toMatchObject(outcome)
      const hash = keccak256(raws[0] as `0x${string}`)
      expect(settled.status === "fulfilled" ? settled.value : hash).toBe(hash)
    },
  )

  it("uses one node per transaction", async () => {
    const asked: string[] = []
    let pinned = 0
    const { request } = setupDevWallet({
      pin: () =>
        Effect.sync(() => {
          const name = `node ${++pinned}`
          const one: Rpc = {
            request: (method, params = []) =>
              Effect.sync(() => {
                asked.push(name)
                return getNodeAnswer(method, params)
              }),
            pin: Effect.suspend(() => Effect.succeed(one)),
          }
          return one
        }),
    })
    await request("eth_requestAccounts")
    await request("eth_sendTransaction", { from: first, to: second })
    expect(asked.length).toBeGreaterThan(3)
    expect(new Set(asked)).toEqual(new Set(["node 1"]))
    await request("eth_sendTransaction", { from: first, to: second })
    expect(new Set(asked)).toEqual(new Set(["node 1", "node 2"]))
  })

  it("returns the hash in the error when the outcome is unknown", async () => {
    const raws: unknown[] = []
    const { request } = setupDevWallet({
      rpc: (_, method, params) => {
        if (method === "eth_sendRawTransaction") raws.push(params[0])
        return /^eth_(sendRawTransaction|getTransactionByHash)$/.test(method)
          ? Effect.fail(new RpcError({ method, host: "node", reason: { _tag: "Status", status: 503 } }))
          : Effect.succeed(node[method])
      },
    })
    await request("eth_requestAccounts")
    const [settled] = await Promise.allSettled([request("eth_sendTransaction", { from: first, to: second })])
    const hash = keccak256(raws[0] as `0x${string}`)
    expect(raws).toHaveLength(1)
    expect(settled).toMatchObject({
      reason: {
        code: -32603,
        message: `The transaction may have been sent. Check ${hash} before you send another one.`,
        data: { hash },
      },
    })
  })

  it("signs nothing when the node counts more transactions than an account can have", async () => {
    const { request } = setupDevWallet({
      rpc: (_, method, params) =>
        Effect.sync(() =>
          method === "eth_getTransactionCount" ? "0xffffffffffffffffffff" : getNodeAnswer(method, params),
        ),
    })
    await request("eth_requestAccounts")
    await expect(request("eth_sendTransaction", { from: first, to: second })).rejects.toMatchObject({
      message: "The node returned an invalid response to eth_getTransactionCount.",
    })
  })

  it.each([
    ["no sender", {}],
    ["another network", { from: first, to: second, chainId: "0x5" }],
    ["two payloads", { from: first, data: "0x01", input: "0x02" }],
    ["an amount that is not a number", { from: first, to: second, value: "1 ether" }],
    ["two kinds of fee", { from: first, to: second, gasPrice: "0x1", maxFeePerGas: "0x1" }],
    ["a tip above the fee", { from: first, to: second, maxFeePerGas: "0x1", maxPriorityFeePerGas: "0x2" }],
    ["two gas limits", { from: first, to: second, gas: "0x5208", gasLimit: "0x5209" }],
    ["blobs", { from: first, to: second, blobVersionedHashes: [] }],
    ["the type of code for the account", { from: first, to: second, type: "0x4" }],
    ["a nonce above the safe integers", { from: first, to: second, nonce: `0x${"f".repeat(64)}` }],
  ])("rejects %s", async (_, transaction) => {
    const { asked, request } = setupDevWallet()
    await request("eth_requestAccounts")
    await expect(request("eth_sendTransaction", transaction)).rejects.toMatchObject({ code: -32602 })
    expect(asked).toHaveLength(1)
  })
})
