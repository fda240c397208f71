import type { Instruction, KeyPairSigner } from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import type { Handler } from "../../Handler.ts"
import { makeSolanaNode } from "./SolanaNode.ts"
import { getTestSigner } from "./signToText.ts"

interface Sender extends ReturnType<typeof makeSolanaNode> {
  readonly one: KeyPairSigner
  readonly two: KeyPairSigner
  /** Makes a transfer in lamports. */
  readonly transfer: (amount: bigint) => Instruction
  /** Returns the same transaction with an invalid signature. */
  readonly forge: (text: string) => string
}

/** Makes a client of the devnet node in a world, and two test accounts: the first sends to the second. */
export const makeSender = async (handler: Pick<Handler, "fetch">, world: string): Promise<Sender> => {
  const [one, two] = await Promise.all([getTestSigner(0), getTestSigner(1)])
  return {
    ...makeSolanaNode(handler, { world }),
    one,
    two,
    transfer: (amount) => getTransferSolInstruction({ source: one, destination: two.address, amount }),
    forge: (text) => {
      const bytes = Buffer.from(text, "base64")
      bytes[10] = (bytes[10] ?? 0) ^ 1
      return bytes.toString("base64")
    },
  }
}
