import { decodeList } from "../../wallet/decodeList.ts"
import { readGiven } from "../../wallet/givenMembers.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"

/** Source: BIP-143, BIP-341; the names are those of `@exodus/bitcoin-wallet-standard`. */
const sighashes: Readonly<Record<string, number>> = {
  DEFAULT: 0,
  ALL: 1,
  NONE: 2,
  SINGLE: 3,
  "ALL|ANYONECANPAY": 0x81,
  "NONE|ANYONECANPAY": 0x82,
  "SINGLE|ANYONECANPAY": 0x83,
}

/** The members with the type of a signature, by each name that wallets give them: a list of one, or one. */
const sighashMembers = ["sighashTypes", "sigHashTypes", "allowedSighash", "sighashType", "sigHash"]

/**
 * Reads the parts of a transaction that a signature covers; `null` for the wallet's default. Throws a `ProviderError` for
 * an unknown type, and for several, of which the wallet would choose.
 */
export const readSighash = (given: unknown): number | null => {
  const found = new Set<number>()
  for (const name of sighashMembers) {
    const value = readGiven(given, name)
    const list = value === undefined ? [] : (decodeList(value, 10) ?? [value])
    for (const one of list) {
      const flag = typeof one === "string" ? sighashes[one] : one
      if (!Object.values(sighashes).some((known) => known === flag) || typeof flag !== "number")
        throw invalidParamsError(`${name} has an unknown value.`)
      found.add(flag)
    }
    if (found.size > 1) throw invalidParamsError(`${name} has several values, or contradicts another name.`)
  }
  const [sighash = null] = found
  return sighash
}
