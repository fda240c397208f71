import { AccountRole, address, createNoopSigner, getUtf8Encoder, type Instruction } from "@solana/kit"
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from "@solana-program/compute-budget"
import { getTransferSolInstruction } from "@solana-program/system"
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token"
import type { ChainActions } from "../../contract/ChainActions.ts"
import type { ChainTransaction, Transfer } from "../../contract/Transfer.ts"
import { transferFeeOn } from "../account/Mint.ts"
import { feeTransferCodec, feeTransferKind } from "../program/feeTransfer.ts"
import { associatedTokenAddress } from "../program/programAddress.ts"
import { programs } from "../program/programs.ts"
import { compileMessage } from "../wire/Instruction.ts"
import { encodeMessage } from "../wire/SolanaMessage.ts"
import { encodeUnsigned } from "../wire/SolanaTransaction.ts"
import { decodeTransferPlan, type TokenTransferPlan, type TransferPlan } from "./TransferPlan.ts"

/** Builds the bytes of a payment. Missing values get harmless defaults, for an estimate. */
export const buildPayment: ChainActions["build"] = ({ fee, transfer }) =>
  ({
    transaction: encodePayment(transfer, decodeTransferPlan(fee.transactionFields)),
    lastValidBlockHeight: fee.transactionFields["lastValidBlockHeight"] ?? null,
  }) satisfies ChainTransaction

/** Encodes the unsigned transaction with all instructions of a payment, base64. */
export const encodePayment = (transfer: Transfer, terms: TransferPlan): string => {
  const payer = address(transfer.from)
  const [opening, transfers] =
    transfer.token === null
      ? [
          [],
          [
            getTransferSolInstruction({
              source: createNoopSigner(payer),
              destination: address(transfer.to),
              amount: transfer.amount,
            }),
          ],
        ]
      : makeTokenPayment({ ...transfer, token: transfer.token }, terms.token)
  const message = compileMessage({
    payer,
    blockhash: terms.blockhash,
    instructions: [
      getSetComputeUnitLimitInstruction({ units: terms.unitLimit }),
      getSetComputeUnitPriceInstruction({ microLamports: terms.unitPrice }),
      ...opening,
      ...withNotes(transfers, transfer),
    ],
  })
  return encodeUnsigned(encodeMessage(message), message)
}

/**
 * Adds what a payment link requests: the memo before each transfer, and the references to the last one, which ends the
 * transaction. Recipients look for them there. Source: Solana Pay; Token-2022, required memos.
 */
const withNotes = (
  transfers: readonly Instruction[],
  { memo, references = [] }: Pick<Transfer, "memo" | "references">,
): readonly Instruction[] => {
  const noted = memo === undefined ? [] : [makeMemo(memo)]
  const mentioned = references.map((key) => ({ address: address(key), role: AccountRole.READONLY }))
  return transfers.flatMap((transfer, index) => [
    ...noted,
    index < transfers.length - 1
      ? transfer
      : { ...transfer, accounts: [...(transfer.accounts ?? []), ...mentioned] },
  ])
}

/** Without accounts: the payer signs the transaction anyway. Source: Solana Pay. */
const makeMemo = (text: string): Instruction => ({
  programAddress: programs.memo,
  accounts: [],
  data: getUtf8Encoder().encode(text),
})

const makeTokenPayment = (
  { amount, from, to, token }: Transfer & { readonly token: string },
  { decimals, fee, hook, isMade, program, sources }: TokenTransferPlan,
): readonly [opening: readonly Instruction[], transfers: readonly Instruction[]] => {
  const destination = associatedTokenAddress({ token, program, owner: to })
  const usual = { address: associatedTokenAddress({ token, program, owner: from }), amount }
  const [mint, tokenProgram] = [address(token), address(program)]
  const payer = createNoopSigner(address(from))
  const made = getCreateAssociatedTokenIdempotentInstruction({
    payer,
    ata: destination,
    owner: address(to),
    mint,
    tokenProgram,
  })
  return [
    isMade ? [made] : [],
    splitAmount(amount, sources.length === 0 ? [usual] : sources).map((part) => {
      const plain = getTransferCheckedInstruction(
        { source: address(part.address), mint, destination, authority: payer, amount: part.amount, decimals },
        { programAddress: tokenProgram },
      )
      const paid = { ...plain, accounts: [...plain.accounts, ...hook] }
      if (fee === null) return paid
      const terms = { amount: part.amount, decimals, fee: transferFeeOn(fee, part.amount) }
      return { ...paid, data: feeTransferCodec.encode({ ...feeTransferKind, ...terms }) }
    }),
  ]
}

type TokenSource = TokenTransferPlan["sources"][number]

/** Debits each source in turn. The rest goes to the first source, where the program rejects it. */
const splitAmount = (amount: bigint, [first, ...others]: readonly TokenSource[]): readonly TokenSource[] => {
  if (first === undefined) return []
  const rest = others.length === 0 ? 0n : amount - first.amount
  return rest > 0n ? [first, ...splitAmount(rest, others)] : [{ address: first.address, amount }]
}
