import * as z from "zod/mini"
import {
  chainField,
  changeField,
  contractField,
  holderField,
  networkField,
  textField,
  unitsField,
} from "./storyFields.ts"

const ExpectedBalance = z.strictObject({
  /** The account. On Bitcoin it covers all of its addresses. */
  of: holderField,
  /** Default: the network of the step. */
  on: z.optional(networkField),
  token: textField,
  /** Change since the story began, in whole tokens. */
  change: changeField,
  /** Adds the paid network fees back. For the native currency only. */
  besidesFees: z._default(z.boolean(), false),
})
/** The expected balance of an account. */
export type BalanceExpected = z.output<typeof ExpectedBalance>

const ExpectedAllowance = z.strictObject({
  of: holderField,
  /** The symbol of an ERC-20 token. */
  token: textField,
  spender: contractField,
  /** Whole tokens. */
  is: unitsField,
})
/** The expected allowance of a spender. */
export type AllowanceExpected = z.output<typeof ExpectedAllowance>

/** The conditions of a step: each is true within `patience` seconds after it, or the step fails. */
export const StoryExpectation = z.strictObject({
  /** The status of the newest record: a payment, an approval, a swap or a call of the dApp. */
  state: z.optional(
    z.enum([
      "Asked",
      "Declined",
      "NotSent",
      "Signed",
      "Lost",
      "Taken",
      "Unanswered",
      "Sent",
      "Confirmed",
      "Reverted",
      "Mined",
      "PartlyReverted",
      "Replaced",
      "Cancelled",
      "Expired",
      "Dropped",
    ]),
  ),
  /** Text that the user reads. */
  says: z.optional(textField),
  /** The transaction is unsent and requires an explicit confirmation. */
  stopped: z.optional(z.literal(true)),
  /** The dApp's result of its newest request: a response or an error code (EIP-1193). */
  heard: z.optional(z.union([z.literal("answer"), z.int()])),
  /** The number of payments, approvals, swaps and calls since the story began. A batch counts once. */
  payments: z.optional(z.int().check(z.minimum(0))),
  /** The number of wallet prompts since the story began. */
  prompts: z.optional(z.int().check(z.minimum(0))),
  /** The chains with a connected wallet, in any order. */
  connected: z.optional(z.array(chainField)),
  /** True if the active account is signed in on the dApp's server, as the page knows it. */
  signedIn: z.optional(z.boolean()),
  /** The number of the visitor's sessions on the dApp's server: one for each account and network. */
  sessions: z.optional(z.int().check(z.minimum(0))),
  balances: z._default(z.array(ExpectedBalance), []),
  allowances: z._default(z.array(ExpectedAllowance), []),
})
/** The conditions after a step. */
export type Expected = z.output<typeof StoryExpectation>
