import { parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import type { Ledger } from "../ledger/Ledger.ts"
import type { LedgerBlock, LedgerTransaction } from "../ledger/LedgerState.ts"
import { notFoundError, RestError } from "./RestError.ts"

const invalidParameter = (what: string): RestError => new RestError({ status: 400, text: `Invalid ${what}` })

/**
 * The script of an address of this network.
 * @throws Refusal
 */
export const parseAddressParameter = ({ network }: Ledger, text: string): Uint8Array => {
  const address = parseBitcoinAddress(text)
  if (Result.isFailure(address)) throw invalidParameter("Bitcoin address")
  if (address.success.network !== network.addresses)
    throw new RestError({ status: 400, text: "Address on invalid network" })
  return address.success.script
}

/** Returns a hash in lower case. @throws Refusal when the text is not a hash. */
export const parseHashParameter = (text: string): string => {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw invalidParameter("hex string")
  return text.toLowerCase()
}

/** @throws Refusal */
export const findTransactionParameter = ({ state }: Ledger, text: string): LedgerTransaction => {
  const entry = state.transaction(parseHashParameter(text))
  if (entry === undefined) throw notFoundError("Transaction")
  return entry
}

/** @throws Refusal */
export const findBlockParameter = ({ state }: Ledger, text: string): LedgerBlock => {
  const hash = parseHashParameter(text)
  const block = state.blocks.find((known) => known.hash === hash)
  if (block === undefined) throw notFoundError("Block")
  return block
}

/** @throws Refusal */
export const parseNumberParameter = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw invalidParameter("number")
  return Number(text)
}
