import { createHash, sign } from "node:crypto"
import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
} from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import { toEd25519Key } from "../ed25519Key.ts"
import { decodeTransaction, type SolanaTransaction } from "./SolanaTransaction.ts"

/** The sender of airdrops. Its key is the SHA-256 of "wmodal faucet". */
export const faucetAddress = address("9Rx5f7gGKhj13YckAZnKQcnLFHsfD3oUxBP8KLwY1JvP")

const key = toEd25519Key(createHash("sha256").update("wmodal faucet").digest())

/** Makes a signed transfer from the faucet. */
export const makeAirdropTransaction = (
  to: string,
  amount: bigint,
  blockhash: Blockhash,
): SolanaTransaction => {
  const transfer = getTransferSolInstruction({
    source: createNoopSigner(faucetAddress),
    destination: address(to),
    amount,
  })
  const { messageBytes } = compileTransaction(
    appendTransactionMessageInstruction(
      transfer,
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash, lastValidBlockHeight: 0n },
        setTransactionMessageFeePayer(faucetAddress, createTransactionMessage({ version: "legacy" })),
      ),
    ),
  )
  const signature = signatureBytes(new Uint8Array(sign(null, new Uint8Array(messageBytes), key)))
  const bytes = getTransactionEncoder().encode({ messageBytes, signatures: { [faucetAddress]: signature } })
  return decodeTransaction(new Uint8Array(bytes))
}
