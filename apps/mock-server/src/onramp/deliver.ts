import { encodeFunctionData, erc20Abi, numberToHex } from "viem"
import * as z from "zod/mini"
import { AnvilFailed } from "../evm/Anvil.ts"
import { isNative } from "../evm/assets.ts"
import { rpcResults } from "../evm/rpcResults.ts"
import { deployer } from "../evm/tokens.ts"
import type { World } from "../world/World.ts"
import type { Paid } from "./Purchase.ts"

/** Wei: more than any payment and what sending it costs. */
const plenty = numberToHex(10n ** 36n)

const Receipt = z.object({ status: z.literal("0x1"), transactionHash: z.string() })

/**
 * Sends what was bought from the account that has all of our tokens, nobody's own.
 * @returns the transaction's hash; it is in a block.
 * @throws AnvilNotFound, AnvilFailed
 */
export const deliver = async (world: World, { choice, quote }: Paid): Promise<string> => {
  const { address, asset } = choice
  const chain = await world.chain(asset.network)
  const payment = isNative(asset)
    ? { to: address, value: numberToHex(quote.bought) }
    : {
        to: asset.address,
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: "transfer",
          args: [address, quote.bought],
        }),
      }
  // One by one: the members of a batch may overtake each other.
  await rpcResults(chain, [["anvil_setBalance", deployer, plenty]])
  const [hash] = await rpcResults(chain, [["eth_sendUnsignedTransaction", { from: deployer, ...payment }]])
  const [receipt] = await rpcResults(chain, [["eth_getTransactionReceipt", hash]])
  const sent = Receipt.safeParse(receipt)
  if (!sent.success) throw new AnvilFailed({ detail: "the transfer failed" })
  return sent.data.transactionHash
}
