import { listFrom, textsFrom } from "../wallet/readList.ts"
import { member } from "../wallet/thrown.ts"
import { bytesFrom } from "./readBytes.ts"

/** An account that a wallet has shared, read once. */
export interface SharedAccount {
  /** As the wallet has it: not checked for its chain. */
  readonly address: string
  readonly publicKey: Uint8Array | null
  readonly chains: readonly string[]
  readonly purpose: "payment" | "ordinals" | null
  /** The wallet's own object: it is asked by this very one. */
  readonly account: object
}

/** More than this nobody looks through. */
const mostAccounts = 100

/** @returns `null` where it is no list of accounts; those beyond the first hundred are left out. Never throws. */
export const accountsFrom = (value: unknown): readonly SharedAccount[] | null => {
  const found = listFrom(value, mostAccounts)?.map(accountFrom)
  return found?.every((account) => account !== null) ? found : null
}

const accountFrom = (value: unknown): SharedAccount | null => {
  const address = member(value, "address")
  const purpose = member(value, "purpose")
  if (typeof value !== "object" || value === null || typeof address !== "string" || address.length > 120)
    return null
  return {
    address,
    publicKey: bytesFrom(member(value, "publicKey"), 65),
    chains: textsFrom(member(value, "chains")),
    purpose: purpose === "payment" || purpose === "ordinals" ? purpose : null,
    account: value,
  }
}
