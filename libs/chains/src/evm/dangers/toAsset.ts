import type { Asset } from "../../effects/Trade.ts"
import { checksumAddress } from "../checksumAddress.ts"

/** What exchanges write in place of the native currency. */
const nativeAddresses = [
  "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
  "0x0000000000000000000000000000000000000000",
]

/** Returns the asset at an address, in any case. */
export const toAsset = (address: string): Asset =>
  nativeAddresses.includes(address.toLowerCase())
    ? { _tag: "Native" }
    : { _tag: "Token", token: checksumAddress(address) ?? address }
