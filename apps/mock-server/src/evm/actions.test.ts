import { evm } from "@wmodal/chains/evm"
import { type ActionsFixture, actionsSuite } from "@wmodal/chains/testing"
import { type Rpc, RpcError } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { type Hex, hexToBigInt } from "viem"
import { mnemonicToAccount } from "viem/accounts"
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
