import { matchesPattern } from "@wmodal/protocol"
import * as z from "zod/mini"

/** Returns a schema for a text of at most `most` UTF-16 units. */
export const makeTextSchema = (most: number) =>
  z.string().check(z.refine((value) => value.length <= most, `over ${most} characters`))

/** CAIP-2, or the number of an EVM chain: the wire format has both. */
export const ChainIdForm = z.union([makeTextSchema(100), z.number()])

/** The address of an account on any chain. */
export const AddressForm = makeTextSchema(128)

/** A web address, including one that carries a sign-in result. */
export const UriForm = makeTextSchema(16_384)

/** The wire format's rule for email addresses, which allows ASCII letters only. */
export const EmailForm = makeTextSchema(320).check(
  matchesPattern(/^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i),
)

/** A code that a user types. Usually six digits; the wire format defines only a text. */
export const CodeForm = makeTextSchema(64)

export const AccountsForm = z
  .array(z.object({ address: AddressForm, type: z.enum(["eoa", "smartAccount"]) }))
  .check(z.refine((accounts) => accounts.length <= 64, "over 64 accounts"))
