import type { Actions } from "../../contract/Actions.ts"
import type { ChainTransaction, Transfer } from "../../contract/Transfer.ts"
import { takenBy } from "../account/Mint.ts"
import { associatedAccount } from "../program/derivedAddress.ts"
import { computeBudget, makeAssociatedAccount, payNative, payToken } from "../program/instructions.ts"
import { type Instruction, messageOf } from "../wire/Instruction.ts"
import { encodeMessage } from "../wire/Message.ts"
import { unsigned } from "../wire/Transaction.ts"
import { type Terms, type TokenTerms, termsFrom } from "./Terms.ts"

/** The bytes that a payment has under such terms. What it leaves open, for an estimate, is as harmless as can be. */
export const build: Actions["build"] = ({ fee, transfer }) => {
  const terms = termsFrom(fee.terms)
  return {
    transaction: unsigned(encodeMessage(paymentMessage(transfer, terms)), 1),
    lastValidBlockHeight: fee.terms["lastValidBlockHeight"] ?? null,
  } satisfies ChainTransaction
}

/** All that a payment consists of. */
export const paymentMessage = (transfer: Transfer, terms: Terms) =>
  messageOf({
    payer: transfer.from,
    blockhash: terms.blockhash,
    instructions: [
      ...computeBudget(terms.unitLimit, terms.unitPrice),
      ...(transfer.token === null
        ? [payNative(transfer.from, transfer.to, transfer.amount)]
        : tokenPayment({ ...transfer, token: transfer.token }, terms.token)),
    ],
  })

const tokenPayment = (
  { amount, from, to, token }: Transfer & { readonly token: string },
  { decimals, fee, isMade, program, sources }: TokenTerms,
): readonly Instruction[] => {
  const of = { token, program }
  const destination = associatedAccount({ ...of, owner: to })
  const usual = { address: associatedAccount({ ...of, owner: from }), amount }
  return [
    ...(isMade ? [makeAssociatedAccount({ ...of, payer: from, owner: to })] : []),
    ...parts(amount, sources.length === 0 ? [usual] : sources).map((part) =>
      payToken({
        ...of,
        source: part.address,
        destination,
        owner: from,
        amount: part.amount,
        decimals,
        fee: fee === null ? null : takenBy(fee, part.amount),
      }),
    ),
  ]
}

type Source = TokenTerms["sources"][number]

/** From each source in turn as much as is still missing; what none of them has is asked of the first, which refuses. */
const parts = (amount: bigint, [first, ...others]: readonly Source[]): readonly Source[] => {
  if (first === undefined) return []
  const rest = others.length === 0 ? 0n : amount - first.amount
  return rest > 0n ? [first, ...parts(rest, others)] : [{ address: first.address, amount }]
}
