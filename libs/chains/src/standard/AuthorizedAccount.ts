import { decodeList, decodeTexts } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/readMember.ts"
import { decodeBytes } from "./decodeBytes.ts"

/** An account that a wallet has shared, read once. */
export interface AuthorizedAccount {
  /** The wallet's text, not validated for its chain. */
  readonly address: string
  readonly publicKey: Uint8Array | null
  readonly chains: readonly string[]
  /** False if the wallet leaves the chains out. What is no list of chains names some, which cannot be read. */
  readonly namesChains: boolean
  readonly purpose: "payment" | "ordinals" | null
  /** BIP-32; `null` if the wallet does not report one. */
  readonly path: string | null
  /** The wallet's own object, which requests must pass unchanged. */
  readonly account: object
}

/** The maximum number of accounts that are read. */
const maxAccounts = 100

const derivationPath = /^m(\/\d{1,10}['h]?){1,10}$/

/** @returns `null` if it is not a list of accounts; entries after the first hundred are dropped. Never throws. */
export const decodeAuthorizedAccounts = (value: unknown): readonly AuthorizedAccount[] | null => {
  const found = decodeList(value, maxAccounts)?.map(decodeAuthorizedAccount)
  return found?.every((account) => account !== null) ? found : null
}

const decodeAuthorizedAccount = (value: unknown): AuthorizedAccount | null => {
  const address = readMember(value, "address")
  const purpose = readMember(value, "purpose")
  const path = readMember(value, "path")
  const chains = readMember(value, "chains")
  if (typeof value !== "object" || value === null || typeof address !== "string" || address.length > 120)
    return null
  return {
    address,
    publicKey: decodeBytes(readMember(value, "publicKey"), 65),
    chains: decodeTexts(chains),
    namesChains: chains !== undefined && !(Array.isArray(chains) && chains.length === 0),
    purpose: purpose === "payment" || purpose === "ordinals" ? purpose : null,
    path: typeof path === "string" && derivationPath.test(path) ? path : null,
    account: value,
  }
}
