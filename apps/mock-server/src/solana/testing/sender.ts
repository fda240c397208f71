import { getTransferSolInstruction } from "@solana-program/system"
import type { Handler } from "../../Handler.ts"
import { makeSolanaNode } from "./SolanaNode.ts"
import { testSigner } from "./signedText.ts"

/** The node of devnet in a world, and two test accounts of which the first sends to the second. */
export const makeSender = async (handler: Pick<Handler, "fetch">, world: string) => {
  const [one, two] = await Promise.all([testSigner(0), testSigner(1)])
  return {
    ...makeSolanaNode(handler, { world }),
    one,
    two,
    /** In lamports. */
    transfer: (amount: bigint) =>
      getTransferSolInstruction({ source: one, destination: two.address, amount }),
    /** The same transaction with a signature that nobody made. */
    forge: (text: string): string => {
      const bytes = Buffer.from(text, "base64")
      bytes[10] = (bytes[10] ?? 0) ^ 1
      return bytes.toString("base64")
    },
  }
}
