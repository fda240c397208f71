import type { ChainRules } from "@wmodal/chains"
import { type Namespace, normalizeAddress } from "@wmodal/protocol"
import type { KnownAddresses } from "./knownAddresses.ts"
import { getPlainReading, isLookAlike } from "./lookAlike.ts"
import type { RecipientWarning } from "./Recipients.ts"

/** Returns the warnings for an address and its name. Pure; `token` is the contract of the sent token. */
export const getRecipientWarnings = (payment: {
  readonly namespace: Namespace
  readonly rules: Pick<ChainRules, "isBurnAddress">
  readonly address: string
  readonly name: string | null
  readonly token: string | null
  readonly acquaintances: KnownAddresses
}): readonly RecipientWarning[] => {
  const { namespace, rules, address, name, token, acquaintances } = payment
  const one = normalizeAddress(namespace, address)
  const stops: RecipientWarning[] = []
  if (rules.isBurnAddress(one) || (token !== null && normalizeAddress(namespace, token) === one))
    stops.push({ _tag: "Burns", address })
  if (acquaintances.paid.has(one)) return stops
  const twin = [...acquaintances.paid, ...acquaintances.seen].find(([other]) => isLookAlike(one, other))
  if (twin !== undefined) stops.push({ _tag: "LookAlike", address, known: twin[1].address })
  const reads = name === null ? null : getPlainReading(name)
  if (name !== null && reads !== null) stops.push({ _tag: "LookAlikeName", address, name, reads })
  return [...stops, { _tag: "FirstTime", address }]
}
