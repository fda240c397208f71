import { ProviderError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"

/** Which addresses a request may name. */
export interface AddressRules {
  /** Returns whether the wallet shares an address with the dApp. */
  readonly isShared: (address: string) => boolean
  /** The address of a request that names none; `null` if there is none. */
  readonly usual: string | null
}

/** Reads a member of a request; `undefined` for one that says nothing, which wallets leave out. */
export const readGiven = (request: unknown, name: string): unknown => {
  const value = readMember(request, name)
  return value === null || value === "" ? undefined : value
}

/** Reads an address; `null` if there is none. Throws a `ProviderError` for one that the wallet does not share. */
export const readAddress = (request: unknown, name: string, { isShared }: AddressRules): string | null => {
  const address = readGiven(request, name)
  if (address === undefined) return null
  if (typeof address !== "string" || !isShared(address))
    throw new ProviderError(4100, `${name} is not an address that the wallet shares.`)
  return address
}
