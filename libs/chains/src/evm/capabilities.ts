import * as z from "zod/mini"
import type { WalletAsset, WalletCapabilities } from "../contract/WalletCalls.ts"
import { sanitizeLine } from "../text/printable.ts"
import { checksumAddress } from "./checksumAddress.ts"
import { isHexAddress, parseQuantity } from "./Hex.ts"

const Supported = z.looseObject({ supported: z.optional(z.unknown()) })

const Capabilities = z.looseObject({
  atomic: z.optional(z.looseObject({ status: z.optional(z.unknown()) })),
  /** The name of `atomic` before EIP-5792 was final. */
  atomicBatch: z.optional(Supported),
  assetDiscovery: z.optional(Supported),
})

/** Returns the entries that apply to one network, by its id in hex; `0x0` applies to all. */
const getChainEntries = (answer: unknown, chainId: number): readonly unknown[] | null => {
  const decoded = z.looseObject({}).safeParse(answer)
  if (!decoded.success) return null
  const entries = Object.entries(decoded.data)
  return [0n, BigInt(chainId)].flatMap((id) =>
    entries.filter(([key]) => parseQuantity(key) === id).map(([, value]) => value),
  )
}

/** Decodes a wallet's capabilities on one network. Entries of the network itself take precedence. Source: EIP-5792. */
export const decodeCapabilities = (answer: unknown, chainId: number): WalletCapabilities | null => {
  const said = getChainEntries(answer, chainId)
  if (said === null) return null
  return said.reduce<WalletCapabilities>(
    (known, one) => {
      const decoded = Capabilities.safeParse(one)
      if (!decoded.success) return known
      const { assetDiscovery, atomic, atomicBatch } = decoded.data
      return {
        atomic: decodeAtomic(atomic?.status, atomicBatch?.supported) ?? known.atomic,
        assetDiscovery:
          assetDiscovery === undefined ? known.assetDiscovery : assetDiscovery.supported === true,
      }
    },
    { atomic: "unsupported", assetDiscovery: false },
  )
}

const decodeAtomic = (status: unknown, batch: unknown): WalletCapabilities["atomic"] | null =>
  status === "supported" || status === "ready" || status === "unsupported"
    ? status
    : typeof batch === "boolean"
      ? batch
        ? "supported"
        : "unsupported"
      : null

const Asset = z.object({
  address: z.string(),
  balance: z.string(),
  type: z.string(),
  metadata: z.object({
    name: z.string(),
    symbol: z.string(),
    decimals: z.number(),
    price: z.number(),
    iconUrl: z.string(),
  }),
})

/** Decodes the assets on one network; one that does not decode rejects them all. Source: EIP-7811. */
export const decodeAssets = (answer: unknown, chainId: number): readonly WalletAsset[] | null => {
  const said = getChainEntries(answer, chainId)
  if (said === null) return null
  const decoded = z.array(z.array(Asset)).safeParse(said)
  if (!decoded.success) return null
  const assets = decoded.data.flat().map(({ address, balance, metadata, type }): WalletAsset | null => {
    const held = parseQuantity(balance)
    const { decimals, iconUrl, name, price, symbol } = metadata
    if (held === null || (type === "ERC20" ? !isHexAddress(address) : type !== "NATIVE")) return null
    if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255 || price < 0) return null
    return {
      token: type === "ERC20" ? checksumAddress(address) : null,
      balance: held,
      name: sanitizeLine(name, 64),
      symbol: sanitizeLine(symbol, 32),
      decimals,
      price,
      iconUrl,
    }
  })
  const sound = assets.filter((asset) => asset !== null)
  return sound.length === assets.length ? sound : null
}
