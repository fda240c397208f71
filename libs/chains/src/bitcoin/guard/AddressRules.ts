import { readGiven } from "../../wallet/givenMembers.ts"
import { ProviderError } from "../../wallet/ProviderError.ts"

/** Which addresses a request may name. */
export interface AddressRules {
  /** Returns whether the wallet shares an address with the dApp. */
  readonly isShared: (address: string) => boolean
  /** The address of a request that names none; `null` if there is none. */
  readonly usual: string | null
}

/** Reads an address; `null` if there is none. Throws a `ProviderError` for one that the wallet does not share. */
export const readAddress = (request: unknown, name: string, { isShared }: AddressRules): string | null => {
  const address = readGiven(request, name)
  if (address === undefined) return null
  if (typeof address !== "string" || !isShared(address))
    throw new ProviderError(4100, `${name} is not an address that the wallet shares.`)
  return address
}
