import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
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
  const source = createNoopSigner(address(transfer.from))
  const { amount, latest, to } = transfer
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(source.address, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(latest), lastValidBlockHeight: 0n },
        paid,
      ),
    (dated) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source, destination: address(to), amount }),
        dated,
      ),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}
