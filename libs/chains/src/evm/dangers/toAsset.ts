import type { Asset } from "../../effects/Trade.ts"
import { checksumAddress } from "../checksumAddress.ts"

const zero = "0x0000000000000000000000000000000000000000"
const eeee = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"

/** What protocols write in place of the native currency: each only its own, and any other address is a token. */
const nativeAddresses = { none: [], zero: [zero], eeee: [eeee], any: [zero, eeee] } as const

/** How a protocol writes the native currency. */
export type NativeForm = keyof typeof nativeAddresses

/** Returns the asset at an address, in any case. */
export const toAsset = (address: string, native: NativeForm): Asset =>
  nativeAddresses[native].some((one) => one === address.toLowerCase())
    ? { _tag: "Native" }
    : { _tag: "Token", token: checksumAddress(address) ?? address }
