import { sanitizeLine } from "../text/printable.ts"
import { iconFrom } from "../wallet/icon.ts"
import { textsFrom } from "../wallet/readList.ts"
import { member } from "../wallet/thrown.ts"

/** A wallet that registered itself, made safe to show. Its features and accounts are read when they are needed. */
export interface FoundWallet {
  /** Control and bidi characters stripped, at most 64 characters. */
  readonly name: string
  readonly icon: string | null
  /** Such as `solana:mainnet`. */
  readonly chains: readonly string[]
  /** The wallet itself: never to be read but through `member`, since reading it may throw. */
  readonly wallet: object
}

/** @returns `null` where it is no wallet; never throws, even where reading it does. */
export const walletFrom = (value: unknown): FoundWallet | null => {
  const given = member(value, "name")
  const name = typeof given === "string" ? sanitizeLine(given, 64) : ""
  return name === "" || typeof value !== "object" || value === null
    ? null
    : {
        name,
        icon: iconFrom(member(value, "icon")),
        chains: textsFrom(member(value, "chains")),
        wallet: value,
      }
}

/** One of a wallet's features, `undefined` where it has none of that name. */
export const featureOf = (wallet: object, name: string): unknown => member(member(wallet, "features"), name)
