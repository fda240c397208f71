import { parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import type { Ledger } from "../ledger/Ledger.ts"
import type { LedgerBlock, LedgerTransaction } from "../ledger/LedgerState.ts"
import { notFound, Refusal } from "./Refusal.ts"

const invalid = (what: string): Refusal => new Refusal({ status: 400, text: `Invalid ${what}` })

/**
 * The script of an address of this network.
 * @throws Refusal
 */
export const addressParameter = ({ network }: Ledger, text: string): Uint8Array => {
  const address = parseBitcoinAddress(text)
  if (Result.isFailure(address)) throw invalid("Bitcoin address")
  if (address.success.network !== network.addresses)
    throw new Refusal({ status: 400, text: "Address on invalid network" })
  return address.success.script
}

/** @throws Refusal unless the text is a hash, which it gives in lower case. */
export const hashParameter = (text: string): string => {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw invalid("hex string")
  return text.toLowerCase()
}

/** @throws Refusal */
export const transactionParameter = ({ state }: Ledger, text: string): LedgerTransaction => {
  const entry = state.transaction(hashParameter(text))
  if (entry === undefined) throw notFound("Transaction")
  return entry
}

/** @throws Refusal */
export const blockParameter = ({ state }: Ledger, text: string): LedgerBlock => {
  const hash = hashParameter(text)
  const block = state.blocks.find((known) => known.hash === hash)
  if (block === undefined) throw notFound("Block")
  return block
}

/** @throws Refusal */
export const numberParameter = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw invalid("number")
  return Number(text)
}
