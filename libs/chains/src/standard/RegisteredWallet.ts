import { parseNamedImage } from "@wmodal/protocol"
import { sanitizeLine } from "../text/printable.ts"
import { decodeTexts } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/readMember.ts"

/** A registered wallet whose texts are safe to show. Its features and accounts are read at each use. */
export interface RegisteredWallet {
  /** Control and bidi characters stripped, at most 64 characters. */
  readonly name: string
  readonly icon: string | null
  /** Such as `solana:mainnet`. */
  readonly chains: readonly string[]
  /** The wallet object. Read it with `readMember` only, because its getters may throw. */
  readonly wallet: object
}

/** @returns `null` if it is not a wallet. Never throws, even if its getters do. */
export const decodeWallet = (value: unknown): RegisteredWallet | null => {
  const given = readMember(value, "name")
  const name = typeof given === "string" ? sanitizeLine(given, 64) : ""
  return name === "" || typeof value !== "object" || value === null
    ? null
    : {
        name,
        // The standard allows data only.
        icon: parseNamedImage(readMember(value, "icon"), []),
        chains: decodeTexts(readMember(value, "chains")),
        wallet: value,
      }
}

/** Returns a feature of a wallet, `undefined` if it is missing. */
export const getFeature = (wallet: object, name: string): unknown =>
  readMember(readMember(wallet, "features"), name)
