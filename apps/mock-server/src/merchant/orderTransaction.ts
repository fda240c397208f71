import { createHash, sign } from "node:crypto"
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash as asBlockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getAddressDecoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
} from "@solana/kit"
import { getAssignInstruction, getTransferSolInstruction } from "@solana-program/system"
import { makeAirdropTransaction } from "../solana/chain/faucet.ts"
import type { SolanaChain } from "../solana/chain/SolanaChain.ts"
import { toEd25519Key } from "../solana/ed25519Key.ts"
import { solanaAccounts } from "../solana/solanaAccounts.ts"

/** The merchant, which also signs and pays fees. Its key is the SHA-256 of "wmodal merchant". */
const merchantAddress = address("BnrSV9Jn27V6ftk2DwC7gnPCYjF76pQhQzuLSLVjyMY2")

const merchantKey = toEd25519Key(createHash("sha256").update("wmodal merchant").digest())

/** Lamports of an order: 0.25 SOL. */
const orderLamports = 250_000_000n

/** Lamports that a fraud leaves, which rent exemption of an account needs. */
const leftLamports = 900_000n

/** A payment, with the key by which the merchant finds it. */
const pay = (account: Address, amount: bigint, reference: Address): Instruction => {
  const transfer = getTransferSolInstruction({
    source: createNoopSigner(account),
    destination: merchantAddress,
    amount,
  })
  return {
    ...transfer,
    accounts: [...transfer.accounts, { address: reference, role: AccountRole.READONLY }],
  }
}

/** What a server does with an order: `paid` is unsigned, and of `signed` the merchant pays the fee. */
export type OrderKind = "paid" | "signed" | "expired" | "forged" | "emptied" | "drained" | "foreign"

/** A blockhash that no network has. */
const unknownBlockhash = asBlockhash("9".repeat(44))

/** Makes the transaction of an order, base64. */
export const makeOrderTransaction = (
  chain: Pick<SolanaChain, "head" | "submit" | "svm">,
  kind: OrderKind,
  customer: string,
  /** 32 bytes that no other order has. */
  reference: Uint8Array,
): string => {
  const key = getAddressDecoder().decode(reference)
  const [, , , other] = solanaAccounts
  const account = address(customer)
  if (kind === "signed") fundMerchant(chain)
  const { blockhash } = chain.head()
  const balance = chain.svm.getBalance(account) ?? 0n
  const instructions: readonly Instruction[] = {
    paid: [pay(account, orderLamports, key)],
    signed: [pay(account, orderLamports, key)],
    expired: [pay(account, orderLamports, key)],
    forged: [pay(account, orderLamports, key)],
    emptied: [pay(account, balance - leftLamports, key)],
    // The account belongs to another program then.
    drained: [
      pay(account, balance - leftLamports, key),
      getAssignInstruction({ account: createNoopSigner(account), programAddress: merchantAddress }),
    ],
    // The signature of another customer is missing.
    foreign: [pay(account, orderLamports, key), pay(address(other), orderLamports, key)],
  }[kind]
  const isSigned = kind === "signed" || kind === "expired" || kind === "forged"
  const made = compileTransaction(
    pipe(
      createTransactionMessage({ version: "legacy" }),
      (empty) => setTransactionMessageFeePayer(isSigned ? merchantAddress : account, empty),
      (paid) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: kind === "expired" ? unknownBlockhash : blockhash, lastValidBlockHeight: 0n },
          paid,
        ),
      (dated) => appendTransactionMessageInstructions(instructions, dated),
    ),
  )
  if (!isSigned) return getBase64EncodedWireTransaction(made)
  const signed = sign(null, new Uint8Array(made.messageBytes), merchantKey)
  if (kind === "forged") signed[0] = (signed[0] ?? 0) ^ 1
  return getBase64EncodedWireTransaction({
    ...made,
    signatures: { ...made.signatures, [merchantAddress]: signatureBytes(new Uint8Array(signed)) },
  })
}

/** Lamports of a merchant who pays the fees of orders. */
const merchantLamports = 1_000_000_000n

const fundMerchant = (chain: Pick<SolanaChain, "head" | "submit" | "svm">) => {
  if (chain.svm.getBalance(merchantAddress) === null)
    chain.submit(makeAirdropTransaction(merchantAddress, merchantLamports, chain.head().blockhash))
}
