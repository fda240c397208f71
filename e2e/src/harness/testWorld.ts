import { encodeFunctionData, erc20Abi, getAddress } from "viem"
import * as z from "zod/mini"

/** The outside world of one test, under a unique name at the mock server. */
export interface TestWorld {
  readonly projectId: string
  /** Base URLs, without a trailing slash. */
  readonly directory: string
  readonly blockchain: string
  /** `ws:`. Only pages with this option reach a phone. */
  readonly relay: string
  /** Only pages with this option allow sign-in. */
  readonly secureSite: string
  /** Only pages with this option compare a swap with a second source. */
  readonly prices: string
}

const rpcResultSchema = z.object({ result: z.unknown() })

/** Sends a request directly to this world's chain. */
async function requestChain(
  { blockchain, projectId }: TestWorld,
  chainId: number,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const query = new URLSearchParams({ chainId: `eip155:${chainId}`, projectId })
  const response = await fetch(`${blockchain}/v1?${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  })
  return rpcResultSchema.parse(await response.json()).result
}

/** Returns the balance in wei, from the chain. */
export const getBalance = async (world: TestWorld, chainId: number, address: string): Promise<bigint> =>
  BigInt(z.string().parse(await requestChain(world, chainId, "eth_getBalance", [address, "latest"])))

/** The mock's exchange, on every chain. */
const exchange = "0x111111125421cA6dc452d289314280a0f8842A65"

/** Returns the exchange's remaining allowance in base units of a token. */
export const getAllowance = async (
  world: TestWorld,
  chainId: number,
  token: string,
  owner: string,
): Promise<bigint> => {
  const args = [getAddress(owner), exchange] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args })
  return BigInt(
    z.string().parse(await requestChain(world, chainId, "eth_call", [{ to: token, data }, "latest"])),
  )
}

/** Returns a token balance in base units, from its contract. */
export const getTokenBalance = async (
  world: TestWorld,
  chainId: number,
  token: string,
  address: string,
): Promise<bigint> => {
  const args = [getAddress(address)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args })
  return BigInt(
    z.string().parse(await requestChain(world, chainId, "eth_call", [{ to: token, data }, "latest"])),
  )
}
