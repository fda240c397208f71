import { sanitizeLine } from "@wmodal/chains"
import { decodeChainId } from "@wmodal/chains/internal"
import { parseUrl } from "@wmodal/protocol"
import * as z from "zod/mini"

/** A network of the dev wallet. */
export interface DevNetwork {
  readonly chainId: number
  readonly name: string
  /** May be empty where the host's `rpc` finds the node by chain id. */
  readonly rpcUrls: readonly string[]
  /** Symbol and decimals of the native currency; ETH and 18 where absent. */
  readonly currency?: { readonly symbol: string; readonly decimals: number }
}

/** Reports that a dApp may add a node at this URL: encrypted, or on this machine. */
const isNode = (value: string) => {
  const url = value.length > 2048 ? null : parseUrl(value)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url?.hostname ?? "")
  return url?.protocol === "https:" || (url?.protocol === "http:" && isHere)
}

/** The parameter of `wallet_addEthereumChain`. Source: EIP-3085. */
const addChainParams = z.object({
  chainId: z.custom<string>(
    (value) => typeof value === "string" && value.startsWith("0x") && decodeChainId(value) !== null,
  ),
  chainName: z.string().check(z.minLength(1)),
  rpcUrls: z.array(z.string()).check(z.minLength(1), z.maxLength(16)),
  nativeCurrency: z.nullish(
    z.object({ symbol: z.string(), decimals: z.int().check(z.minimum(0), z.maximum(36)) }),
  ),
})

/** Decodes the network to add. Returns `null` when `value` does not describe a network with a node. */
export const decodeAddedNetwork = (value: unknown): DevNetwork | null => {
  const parsed = addChainParams.safeParse(value)
  if (!parsed.success) return null
  const { chainId, chainName, nativeCurrency, rpcUrls } = parsed.data
  const urls = rpcUrls.filter(isNode)
  const name = sanitizeLine(chainName, 64)
  const id = decodeChainId(chainId)
  if (id === null || urls.length === 0 || name === "") return null
  return {
    chainId: id,
    name,
    rpcUrls: urls,
    // As in MetaMask, a currency without a name is not called ether.
    currency: nativeCurrency
      ? { symbol: sanitizeLine(nativeCurrency.symbol, 16), decimals: nativeCurrency.decimals }
      : { symbol: "UNKNOWN", decimals: 18 },
  }
}

/** A network in a stored snapshot. */
export const storedNetwork = z.object({
  chainId: z.int().check(z.minimum(1)),
  name: z.string().check(z.maxLength(64)),
  rpcUrls: z.array(z.string().check(z.refine(isNode))).check(z.maxLength(16)),
  currency: z.optional(
    z.object({
      symbol: z.string().check(z.maxLength(16)),
      decimals: z.int().check(z.minimum(0), z.maximum(36)),
    }),
  ),
})
