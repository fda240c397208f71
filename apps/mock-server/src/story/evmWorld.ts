import { parseEthereumUri, toReference } from "@wmodal/protocol"
import { Result } from "effect"
import { decodeFunctionResult, encodeFunctionData, erc20Abi, isHex, numberToHex } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import * as z from "zod/mini"
import { accounts } from "../evm/accounts.ts"
import { servedEvmNetworks } from "../evm/networks.ts"
import { type ChainWorld, unsupportedOnChain, type WorldControl } from "./ChainWorld.ts"
import { mnemonic } from "./mnemonic.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"
import { getStoryAddress, getStoryContract, getStoryToken, toHexString } from "./storyAccounts.ts"

const Waiting = z.object({
  hash: z.string(),
  from: z.string(),
  to: z.nullable(z.string()),
  value: z.string(),
  input: z.string(),
  nonce: z.string(),
  gas: z.string(),
  maxFeePerGas: z.optional(z.string()),
  maxPriorityFeePerGas: z.optional(z.string()),
  gasPrice: z.optional(z.string()),
})
const Block = z.object({ transactions: z.array(Waiting) })
const Receipt = z.object({ gasUsed: z.string(), effectiveGasPrice: z.string() })

/** Opens an EVM network. Uses the chain at once, so that the world's state includes it. */
export const openEvmWorld = async (control: WorldControl): Promise<ChainWorld> => {
  const { call, network, rpc } = control
  const served = servedEvmNetworks.get(network)
  if (served === undefined) throw new StoryWorldFailed({ detail: `unknown EVM network ${network}` })
  const currency = served.nativeCurrency
  const mining = (change: unknown) =>
    call("POST", `/mining?${new URLSearchParams({ chainId: network })}`, change)
  const latest = async () => BigInt(z.string().parse(await rpc("eth_blockNumber")))
  const firstBlock = await latest()

  return {
    currency,
    getDecimals: (symbol) => (symbol === currency.symbol ? currency : getStoryToken(symbol)).decimals,
    getAddresses: (name) => [getStoryAddress(name, network)],
    setMining: async (wanted) => {
      await mining({ auto: wanted === "at once" })
    },
    mine: async (blocks) => {
      await mining({ mine: blocks })
    },
    expire: unsupportedOnChain("expiry"),
    cheat: async (method, params) => {
      await rpc(method, ...params)
    },
    pay: async (uri) => {
      const link = Result.getOrNull(parseEthereumUri(uri))
      const [to, amount] = link?.arguments ?? []
      if (link === null || link.chainId !== Number(toReference(network)))
        throw new StoryWorldFailed({ detail: `${uri} is not a link of ${network}` })
      const payment =
        link.function === undefined
          ? { to: toHexString(link.target), value: numberToHex(link.value ?? 0n) }
          : {
              to: toHexString(link.target),
              data: encodeFunctionData({
                abi: erc20Abi,
                functionName: "transfer",
                args: [toHexString(String(to?.value)), BigInt(amount?.value ?? 0)],
              }),
            }
      await rpc("eth_sendTransaction", { from: accounts[1], ...payment })
    },
    fetchFees: async (address) => {
      let fees = 0n
      for (let block = firstBlock + 1n; block <= (await latest()); block += 1n) {
        const { transactions } = Block.parse(
          await rpc("eth_getBlockByNumber", `0x${block.toString(16)}`, true),
        )
        for (const { hash, from } of transactions) {
          if (from.toLowerCase() !== address.toLowerCase()) continue
          const receipt = Receipt.parse(await rpc("eth_getTransactionReceipt", hash))
          fees += BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
        }
      }
      return fees
    },
    allowance: async (token, owner, spender) => {
      const read = { abi: erc20Abi, functionName: "allowance" } as const
      const data = encodeFunctionData({ ...read, args: [getStoryContract(owner), getStoryContract(spender)] })
      const result = await rpc("eth_call", { to: getStoryToken(token).address, data }, "latest")
      if (!isHex(result)) throw new StoryWorldFailed({ detail: `${token} has no allowances` })
      return decodeFunctionResult({ ...read, data: result })
    },
    replace: async (kind) => {
      const { transactions } = Block.parse(await rpc("eth_getBlockByNumber", "pending", true))
      const waiting = transactions.find(({ from }) => from.toLowerCase() === accounts[0].toLowerCase())
      if (waiting === undefined) throw new StoryWorldFailed({ detail: "no pending payment to replace" })
      const most = BigInt(waiting.maxFeePerGas ?? waiting.gasPrice ?? "0x0")
      const tip = BigInt(waiting.maxPriorityFeePerGas ?? waiting.gasPrice ?? "0x0")
      const own = mnemonicToAccount(mnemonic)
      const content = {
        higherFee: {
          to: toHexString(waiting.to ?? "0x"),
          value: BigInt(waiting.value),
          data: toHexString(waiting.input),
        },
        cancel: { to: own.address, value: 0n, data: "0x" },
        other: { to: toHexString(accounts[3]), value: 1n, data: "0x" },
      } as const
      const raw = await own.signTransaction({
        type: "eip1559",
        chainId: Number(toReference(network)),
        nonce: Number(waiting.nonce),
        gas: BigInt(waiting.gas),
        maxFeePerGas: most * 2n,
        maxPriorityFeePerGas: tip * 2n,
        ...content[kind],
      })
      await rpc("eth_sendRawTransaction", raw)
    },
  }
}
