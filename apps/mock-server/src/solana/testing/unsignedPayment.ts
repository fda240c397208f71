import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"

/** Makes an unsigned transfer. @returns base64. */
export const makeUnsignedPayment = (transfer: {
  readonly from: string
  readonly to: string
  /** Lamports. */
  readonly amount: bigint
  readonly latest: string
}): string => {
  const { amount, from, latest, to } = transfer
  const source = createNoopSigner(address(from))
  const instruction = getTransferSolInstruction({ source, destination: address(to), amount })
  return makeUnsignedTransaction({ from, latest, instruction })
}

/** Makes an unsigned transaction of one instruction. @returns base64. */
export const makeUnsignedTransaction = ({
  from,
  instruction,
  latest,
}: {
  readonly from: string
  readonly latest: string
  readonly instruction: Instruction
}): string => {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(address(from), empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(latest), lastValidBlockHeight: 0n },
        paid,
      ),
    (dated) => appendTransactionMessageInstruction(instruction, dated),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}
