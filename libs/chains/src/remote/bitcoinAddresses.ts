import { hex } from "@scure/base"
import type { StandardAccount } from "../standard/StandardWallet.ts"
import { listFrom } from "../wallet/readList.ts"
import { member } from "../wallet/thrown.ts"
import { readProperty } from "./readProperty.ts"

type Told = Pick<StandardAccount, "publicKey" | "purpose">

/** More than this nobody looks through. */
const mostAddresses = 1_000

const unknown: Told = { publicKey: new Uint8Array() }

/**
 * What a wallet has said of an address when it approved: a list, or one for each use, of addresses with or without keys.
 * Source: WalletConnect specs, `bip122_getAccountAddresses`.
 */
export const toldOf = (properties: unknown, address: string): Told => {
  const said = readProperty(properties, "bip122_getAccountAddresses")
  const all = [
    ...entriesOf(said, undefined),
    ...entriesOf(member(said, "payment"), "payment"),
    ...entriesOf(member(said, "ordinal"), "ordinals"),
    ...entriesOf(member(said, "ordinals"), "ordinals"),
  ]
  const entry = all.find(({ value }) => (member(value, "address") ?? value) === address)
  if (entry === undefined) return unknown
  const purpose = purposeIn(member(entry.value, "intention")) ?? entry.purpose
  return { publicKey: keyFrom(member(entry.value, "publicKey")), ...(purpose && { purpose }) }
}

const entriesOf = (value: unknown, purpose: Told["purpose"]) =>
  (listFrom(value, mostAddresses) ?? []).map((one) => ({ value: one, purpose }))

const purposeIn = (intention: unknown): Told["purpose"] =>
  intention === "payment"
    ? "payment"
    : intention === "ordinal" || intention === "ordinals"
      ? "ordinals"
      : undefined

/** Hex of a key as it is compressed, or as taproot has it; empty where it is none. */
const keyFrom = (value: unknown): Uint8Array =>
  typeof value === "string" && /^(?:0[23])?[0-9a-f]{64}$/i.test(value)
    ? hex.decode(value.toLowerCase())
    : new Uint8Array()
