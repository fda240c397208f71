import * as z from "zod/mini"

/** One test's own outside world: a name at the mock server that nobody else uses. */
export interface TestWorld {
  readonly projectId: string
  /** Base URLs, without a slash at the end. */
  readonly directory: string
  readonly blockchain: string
  /** `ws:`. Only pages that are given it reach a phone. */
  readonly relay: string
  /** Only pages that are given it sign anybody in. */
  readonly secureSite: string
}

const rpcResultSchema = z.object({ result: z.unknown() })

/** Asks this world's chain itself, past everything that is tested. */
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

/** Wei, as the chain has it. */
export const getBalance = async (world: TestWorld, chainId: number, address: string): Promise<bigint> =>
  BigInt(z.string().parse(await requestChain(world, chainId, "eth_getBalance", [address, "latest"])))

const toAbiWord = (address: string) => address.slice(2).toLowerCase().padStart(64, "0")

/** The mock's exchange, on every chain. */
const exchange = "0x9D193c4Ed4B97Ac3e7D41c4ed62A3eEF998c9f17"

/** Base units of a token that the exchange may still take. */
export const getAllowance = async (
  world: TestWorld,
  chainId: number,
  token: string,
  owner: string,
): Promise<bigint> => {
  const data = `0xdd62ed3e${toAbiWord(owner)}${toAbiWord(exchange)}`
  return BigInt(
    z.string().parse(await requestChain(world, chainId, "eth_call", [{ to: token, data }, "latest"])),
  )
}

/** Base units of a token, as its contract has them. */
export const getTokenBalance = async (
  world: TestWorld,
  chainId: number,
  token: string,
  address: string,
): Promise<bigint> => {
  const data = `0x70a08231${toAbiWord(address)}`
  return BigInt(
    z.string().parse(await requestChain(world, chainId, "eth_call", [{ to: token, data }, "latest"])),
  )
}
