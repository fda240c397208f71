import type { Namespace } from "@wmodal/protocol"
import type { KnownAddresses } from "./knownAddresses.ts"
import { isLookAlike, normalizeAddress } from "./lookAlike.ts"
import type { RecipientWarning } from "./Recipients.ts"

/** Returns the warnings for an address. Pure; `token` is the contract of the sent token. */
export const getRecipientWarnings = (payment: {
  readonly namespace: Namespace
  readonly address: string
  readonly token: string | null
  readonly acquaintances: KnownAddresses
}): readonly RecipientWarning[] => {
  const { namespace, address, token, acquaintances } = payment
  const one = normalizeAddress(namespace, address)
  const stops: RecipientWarning[] = []
  if (isBurnAddress(namespace, one) || (token !== null && normalizeAddress(namespace, token) === one))
    stops.push({ _tag: "Burns", address })
  if (acquaintances.paid.has(one)) return stops
  const twin = [...acquaintances.paid, ...acquaintances.seen].find(([other]) => isLookAlike(one, other))
  if (twin !== undefined) stops.push({ _tag: "LookAlike", address, known: twin[1].address })
  return [...stops, { _tag: "FirstTime", address }]
}

/**
 * Returns whether an address has no key. EVM: the zero address, the next few after it, and the placeholder of the
 * native currency. Solana: the system program, the incinerator, the token programs, and the placeholder of the native
 * currency.
 */
const isBurnAddress = (namespace: Namespace, address: string) =>
  namespace === "eip155" ? /^0x(0{36}[0-9a-f]{4}|e{40})$/.test(address) : solanaBurnAddresses.has(address)

const solanaBurnAddresses: ReadonlySet<string> = new Set([
  "11111111111111111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
  "So11111111111111111111111111111111111111111",
  "So11111111111111111111111111111111111111112",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
])
