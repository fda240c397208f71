import type { CaipNetworkId } from "@wmodal/protocol"
import { type Hex, toQuantityHex } from "./Hex.ts"

/**
 * Reads a chain id as wallets give it: `"0x1"` by EIP-695, but also `"0X01"`, `"1"` and `1`.
 * @returns `null` for anything that is not a positive safe integer.
 */
export const decodeChainId = (value: unknown): number | null => {
  const id =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^(0x[0-9a-f]{1,16}|[0-9]{1,16})$/i.test(value)
        ? Number(value)
        : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Formats a chain id as EIP-1193 does: `0x1`. */
export const toChainIdHex = (chainId: number): Hex => toQuantityHex(chainId)

/** Formats a chain id as a CAIP-2 network id: `eip155:1`. */
export const toCaipNetworkId = (chainId: number): CaipNetworkId => `eip155:${chainId}`
