import type { ChainActions } from "../../contract/ChainActions.ts"
import type { ChainTransaction, Transfer } from "../../contract/Transfer.ts"
import { transferFeeOn } from "../account/Mint.ts"
import {
  createAssociatedTokenAccount,
  setComputeBudget,
  transferChecked,
  transferSol,
} from "../program/instructions.ts"
import { associatedTokenAddress } from "../program/programAddress.ts"
import { compileMessage, type Instruction } from "../wire/Instruction.ts"
import { encodeMessage } from "../wire/SolanaMessage.ts"
import { encodeUnsigned } from "../wire/SolanaTransaction.ts"
import { decodeTransferPlan, type TokenTransferPlan, type TransferPlan } from "./TransferPlan.ts"

/** Builds the bytes of a payment. Missing values get harmless defaults, for an estimate. */
export const buildPayment: ChainActions["build"] = ({ fee, transfer }) => {
  const terms = decodeTransferPlan(fee.transactionFields)
  return {
    transaction: encodeUnsigned(encodeMessage(makePaymentMessage(transfer, terms)), 1),
    lastValidBlockHeight: fee.transactionFields["lastValidBlockHeight"] ?? null,
  } satisfies ChainTransaction
}

/** Makes the message with all instructions of a payment. */
export const makePaymentMessage = (transfer: Transfer, terms: TransferPlan) =>
  compileMessage({
    payer: transfer.from,
    blockhash: terms.blockhash,
    instructions: [
      ...setComputeBudget(terms.unitLimit, terms.unitPrice),
      ...(transfer.token === null
        ? [transferSol(transfer.from, transfer.to, transfer.amount)]
        : makeTokenPayment({ ...transfer, token: transfer.token }, terms.token)),
    ],
  })

const makeTokenPayment = (
  { amount, from, to, token }: Transfer & { readonly token: string },
  { decimals, fee, isMade, program, sources }: TokenTransferPlan,
): readonly Instruction[] => {
  const of = { token, program }
  const destination = associatedTokenAddress({ ...of, owner: to })
  const usual = { address: associatedTokenAddress({ ...of, owner: from }), amount }
  return [
    ...(isMade ? [createAssociatedTokenAccount({ ...of, payer: from, owner: to })] : []),
    ...splitAmount(amount, sources.length === 0 ? [usual] : sources).map((part) =>
      transferChecked({
        ...of,
        source: part.address,
        destination,
        owner: from,
        amount: part.amount,
        decimals,
        fee: fee === null ? null : transferFeeOn(fee, part.amount),
      }),
    ),
  ]
}

type TokenSource = TokenTransferPlan["sources"][number]

/** Debits each source in turn. The rest goes to the first source, where the program rejects it. */
const splitAmount = (amount: bigint, [first, ...others]: readonly TokenSource[]): readonly TokenSource[] => {
  if (first === undefined) return []
  const rest = others.length === 0 ? 0n : amount - first.amount
  return rest > 0n ? [first, ...splitAmount(rest, others)] : [{ address: first.address, amount }]
}
