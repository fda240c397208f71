import type { PriceLookup } from "../../effects/Worth.ts"

/** Mints of tokens that are worth a US dollar: USDC and USDT. Source: their issuers. */
const peggedMints: ReadonlySet<string> = new Set([
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
])

/** Returns the prices of Solana's assets: those of the host, and a dollar for the tokens that are known to be one. */
export const makePriceLookup =
  (hostPrice: (token: string | null) => number | null): PriceLookup =>
  (asset) => {
    if (asset._tag === "Collectible") return null
    if (asset._tag === "Native") return hostPrice(null)
    return peggedMints.has(asset.token) ? 1 : hostPrice(asset.token)
  }
