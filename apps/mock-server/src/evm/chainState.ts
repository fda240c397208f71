import type { Network } from "@wmodal/protocol"
import { getAddress } from "viem"
import * as z from "zod/mini"
import type { ChainState } from "../control/ChainState.ts"
import type { World } from "../world/World.ts"
import { accounts } from "./accounts.ts"
import { getChainIndex } from "./blocks/ChainIndex.ts"
import type { ChainTransaction } from "./blocks/ChainTransaction.ts"
import { fetchContractResults, fetchRpcResults } from "./rpcResults.ts"
import { encodeBalanceOf, tokens } from "./tokens.ts"

const Amount = z.pipe(
  z.string(),
  z.transform((hex) => BigInt(hex)),
)

export const fetchChainState = async (world: World, network: Network): Promise<ChainState> => {
  const chain = await world.chain(network)
  const mined = await getChainIndex(world, network).transactions()
  const all = [...accounts, ...findRecipients(mined)]
  const held = await fetchContractResults(
    chain,
    all.flatMap((address) => tokens.map((token) => ({ to: token.address, data: encodeBalanceOf(address) }))),
  )
  const own = await fetchRpcResults(
    chain,
    all.flatMap((address) => [
      ["eth_getBalance", address, "latest"],
      ["eth_getTransactionCount", address, "latest"],
    ]),
  )
  return {
    chainId: network.caipNetworkId,
    transactions: mined.length,
    accounts: all.map((address, row) => ({
      address,
      nonce: Number(Amount.parse(own[row * 2 + 1])),
      native: `${Amount.parse(own[row * 2])}`,
      tokens: Object.fromEntries(
        tokens.map(({ symbol }, column) => [
          symbol,
          `${Amount.parse(held[row * tokens.length + column] ?? "0x0")}`,
        ]),
      ),
    })),
  }
}

/** Returns recipients as EIP-55 addresses, without the test accounts. */
const findRecipients = (mined: readonly ChainTransaction[]): readonly string[] => {
  const known = new Set<string>(accounts.map((address) => address.toLowerCase()))
  const received = mined.flatMap(({ movements }) => movements.map(({ to }) => to))
  return [...new Set(received)]
    .filter((address) => !known.has(address) && /^0x[0-9a-f]{40}$/.test(address))
    .toSorted()
    .map((address) => getAddress(address))
}
