import {
  appendTransactionMessageInstructions,
  blockhash as asBlockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit"
import { deriveTestSeed } from "./testSeed.ts"

/** Returns the test account of that index, with its key. */
export const getTestSigner = (index: number): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(deriveTestSeed(index))

/** Returns a signed transaction of the newest version, in base64. */
export const signToText = async (transaction: {
  readonly payer: KeyPairSigner
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
  readonly version?: 0 | "legacy"
}): Promise<string> => {
  const { payer, blockhash, instructions, version = 0 } = transaction
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: asBlockhash(blockhash), lastValidBlockHeight: 0n },
        paid,
      ),
    (dated) => appendTransactionMessageInstructions(instructions, dated),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}
