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
import { testSeed } from "./testSeed.ts"

/** The test account of that index, with its key. */
export const testSigner = (index: number): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(testSeed(index))

/** A signed transaction of the newest version, base64. */
export const signedText = async (transaction: {
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
