import { sanitizeLine } from "../text/printable.ts"
import { decodeTexts } from "../wallet/decodeList.ts"
import { decodeIcon } from "../wallet/icon.ts"
import { readMember } from "../wallet/walletErrors.ts"

/** A wallet that registered itself, made safe to show. Its features and accounts are read when they are needed. */
export interface RegisteredWallet {
  /** Control and bidi characters stripped, at most 64 characters. */
  readonly name: string
  readonly icon: string | null
  /** Such as `solana:mainnet`. */
  readonly chains: readonly string[]
  /** The wallet itself: never to be read but through `readMember`, since reading it may throw. */
  readonly wallet: object
}

/** @returns `null` where it is no wallet; never throws, even where reading it does. */
export const decodeWallet = (value: unknown): RegisteredWallet | null => {
  const given = readMember(value, "name")
  const name = typeof given === "string" ? sanitizeLine(given, 64) : ""
  return name === "" || typeof value !== "object" || value === null
    ? null
    : {
        name,
        icon: decodeIcon(readMember(value, "icon")),
        chains: decodeTexts(readMember(value, "chains")),
        wallet: value,
      }
}

/** One of a wallet's features, `undefined` where it has none of that name. */
export const getFeature = (wallet: object, name: string): unknown =>
  readMember(readMember(wallet, "features"), name)
