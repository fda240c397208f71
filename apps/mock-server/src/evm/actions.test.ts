import type { Sought } from "@wmodal/chains"
import { evm } from "@wmodal/chains/evm"
import { type ActionsFixture, actionsSuite } from "@wmodal/chains/testing"
import { type Rpc, RpcError } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { type Hex, hexToBigInt } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it, onTestFinished } from "vitest"
import * as z from "zod/mini"
import type { Anvil } from "./Anvil.ts"
import { accounts } from "./accounts.ts"
import { collections } from "./collections.ts"
import { rpcResults } from "./rpcResults.ts"
import { startChain } from "./startChain.ts"
import { tokens } from "./tokens.ts"

const [vera, milo] = accounts
const signer = mnemonicToAccount("test test test test test test test test test test test junk")

const Reply = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

/** The chain itself, without the ways to it, which have tests of their own. */
const rpcOver = (anvil: Pick<Anvil, "send">): Rpc => {
  const rpc: Rpc = {
    request: (method, params = []) =>
      Effect.flatMap(
        Effect.promise(() => anvil.send({ jsonrpc: "2.0", id: 1, method, params })),
        (reply) => {
          const { error, result } = Reply.parse(reply)
          if (error === undefined) return Effect.succeed(result)
          const { code, data, message: text } = error
          return Effect.fail(
            new RpcError({ method, host: "anvil", reason: { _tag: "Answered", code, text, data } }),
          )
        },
      ),
    pin: Effect.suspend(() => Effect.succeed(rpc)),
  }
  return rpc
}

const start = async (): Promise<ActionsFixture> => {
  const anvil = await startChain(network, null)
  const one = async (method: string, ...params: readonly unknown[]) =>
    (await rpcResults(anvil, [[method, ...params]]))[0]
  const actions = await Effect.runPromise((await evm().load()).actions)
  const [collection] = collections
  const collectible = (tokenId: number) => ({ contract: collection?.address ?? "", tokenId: `${tokenId}` })
  return {
    actions,
    network,
    rpc: rpcOver(anvil),
    from: vera,
    to: milo,
    tokens: tokens.map(({ address, decimals, name, symbol }) => ({
      address,
      decimals,
      name,
      symbol,
      amount: 1_000n,
      arrives: symbol === "mFEE" ? 990n : 1_000n,
    })),
    refused: {
      from: vera,
      to: "0x0000000000000000000000000000000000000000",
      token: tokens[0].address,
      amount: 1n,
    },
    odd: ["", "0x", vera.slice(0, -1), vera.replace("f39F", "F39F"), "vitalik.eth", network.caipNetworkId],
    collectibles: {
      owner: vera,
      owned: [collectible(1), collectible(2)],
      others: [collectible(3), collectible(99), { contract: milo, tokenId: "1" }],
    },
    send: async (transaction) =>
      z.string().parse(await one("eth_sendTransaction", { ...transaction, from: vera })),
    sign: async (transaction) => {
      const { data, gas, maxFeePerGas, maxPriorityFeePerGas, to, value } = Terms.parse(transaction)
      return signer.signTransaction({
        chainId: Number(network.id),
        nonce: Number(await one("eth_getTransactionCount", vera, "pending")),
        to,
        data,
        value: hexToBigInt(value),
        gas: hexToBigInt(gas),
        maxFeePerGas: hexToBigInt(maxFeePerGas),
        maxPriorityFeePerGas: hexToBigInt(maxPriorityFeePerGas),
      })
    },
    mine: async (blocks) => {
      await one("anvil_mine", blocks)
    },
    end: anvil.end,
  }
}

const isHex = (value: unknown): value is Hex => typeof value === "string" && value.startsWith("0x")
const hex = z.custom<Hex>(isHex)
const Terms = z.object({
  to: hex,
  value: hex,
  data: hex,
  gas: hex,
  maxFeePerGas: hex,
  maxPriorityFeePerGas: hex,
})

actionsSuite("EVM, on anvil,", start)

describe("a transaction on anvil whose place is taken", { timeout: 60_000 }, () => {
  const stranger = "0x1111111111111111111111111111111111111111"
  const dear = { maxFeePerGas: "0x2540be400", maxPriorityFeePerGas: "0x2540be400" }

  const sent = async (content: object) => {
    const anvil = await startChain(network, null)
    onTestFinished(() => anvil.end())
    const rpc = rpcOver(anvil)
    const one = async (method: string, ...params: readonly unknown[]) =>
      (await rpcResults(anvil, [[method, ...params]]))[0]
    const { find, mark } = await Effect.runPromise((await evm().load()).actions)
    const marked = await Effect.runPromise(mark({ network, rpc, from: vera }))
    const transaction = { to: milo, value: "0x5", data: "0x", ...content }
    const hash = z.string().parse(await one("eth_sendTransaction", { from: vera, ...transaction }))
    const look = (more: Partial<Sought> = {}) =>
      Effect.runPromise(
        find({ network, rpc, sought: { from: vera, transaction, mark: marked, hash, taken: [], ...more } }),
      )
    const seen = await look()
    const again = async (other: object) =>
      z.string().parse(await one("eth_sendTransaction", { from: vera, nonce: "0x0", ...dear, ...other }))
    return {
      transaction,
      hash,
      seen,
      kept: seen._tag === "Pending" ? (seen.mark ?? null) : null,
      look,
      again,
      one,
    }
  }

  it("is the same one with a higher fee, known by its hash or not", async () => {
    const { again, hash, kept, look, one, seen, transaction } = await sent({})
    expect(seen).toMatchObject({ _tag: "Pending", hash, mark: { own: "0x0" } })
    const faster = await again(transaction)
    expect(await look({ mark: kept })).toMatchObject({ _tag: "Pending", hash: faster })
    await one("evm_mine")
    expect(await look({ mark: kept })).toMatchObject({ _tag: "Mined", hash: faster })
    expect(await look()).toMatchObject({ _tag: "Mined", hash: faster })
    expect(await look({ hash: null })).toMatchObject({ _tag: "Mined", hash: faster })
  })

  it.each([
    ["Replaced", { to: stranger, value: "0x5" }],
    ["Cancelled", { to: vera, value: "0x0" }],
  ])("is %s, at once where its nonce was seen", async (tag, other) => {
    const { again, hash, kept, look, one } = await sent({})
    const by = await again(other)
    await one("evm_mine")
    expect(await look({ mark: kept })).toEqual({ _tag: tag, by })
    expect(await look({ hash: null })).toEqual({ _tag: "Missing" })
    expect(hash).not.toBe(by)
    await one("anvil_mine", 200)
    expect(await look({ hash: null })).toEqual({ _tag: tag, by })
  })

  it("is missing where it was dropped, and found when it comes back", async () => {
    const { hash, kept, look, one, transaction } = await sent({})
    await one("anvil_dropTransaction", hash)
    expect(await look({ mark: kept })).toEqual({ _tag: "Missing" })
    const again = z.string().parse(await one("eth_sendTransaction", { from: vera, ...transaction }))
    await one("evm_mine")
    expect(await look({ mark: kept })).toMatchObject({ _tag: "Mined", hash: again })
  })

  it("waits or is missing, and is not replaced, where its block is taken back", async () => {
    const { kept, look, one } = await sent({})
    const before = await one("evm_snapshot")
    await one("anvil_mine", 3)
    expect(await look({ mark: kept })).toMatchObject({ _tag: "Mined", confirmations: 3 })
    await one("evm_revert", before)
    expect(["Pending", "Missing"]).toContain((await look({ mark: kept }))._tag)
  })
})
