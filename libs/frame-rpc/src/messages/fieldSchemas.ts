import { matchesPattern } from "@wmodal/protocol"
import * as z from "zod/mini"

/** A text of at most so many UTF-16 units. */
export const makeTextSchema = (most: number) =>
  z.string().check(z.refine((value) => value.length <= most, `over ${most} characters`))

/** CAIP-2, or the number of an EVM chain: the wire has both. */
export const ChainIdForm = z.union([makeTextSchema(100), z.number()])

/** An account's address on any chain. */
export const AddressForm = makeTextSchema(128)

/** A web address, also one that carries a login's result. */
export const UriForm = makeTextSchema(16_384)

/** The wire's own rule for e-mail addresses, which knows no other letters than ASCII. */
export const EmailForm = makeTextSchema(320).check(
  matchesPattern(/^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i),
)

/** A code that a person types. Six digits, as a rule; the wire knows only that it is a text. */
export const CodeForm = makeTextSchema(64)

export const AccountsForm = z
  .array(z.object({ address: AddressForm, type: z.enum(["eoa", "smartAccount"]) }))
  .check(z.refine((accounts) => accounts.length <= 64, "over 64 accounts"))
