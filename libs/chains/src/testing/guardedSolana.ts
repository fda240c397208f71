import { base58 } from "@scure/base"
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionEncoder,
  type Instruction,
  isSignerRole,
  isWritableRole,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit"
import { makeScriptedStandardWallet } from "@wmodal/dev-wallet/testing"
import { solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import type { DappRequest } from "../contract/RequestInterceptor.ts"
import type { GuardedSolana } from "../solana/guard/guardedSolana.ts"
import { fromSolanaWallet } from "../solana/index.ts"
import type { SolanaTestKey } from "./solanaTransactions.ts"

interface HeardInput {
  readonly transaction?: Uint8Array
  readonly options?: object
}

/** A wallet with these accounts, behind an interceptor that approves every request. */
export const setupGuardedSolana = async (...keys: readonly SolanaTestKey[]) => {
  const heard: HeardInput[] = []
  const reviewed: DappRequest[] = []
  const answer =
    (output: object) =>
    async (...inputs: readonly HeardInput[]) => {
      heard.push(...inputs)
      return inputs.map(() => output)
    }
  const { wallet } = makeScriptedStandardWallet({
    accounts: keys.map(({ account }) => account),
    chains: ["solana:mainnet"],
    features: () => ({
      "solana:signTransaction": { signTransaction: answer({ signedTransaction: Uint8Array.of(1) }) },
      "solana:signAndSendTransaction": {
        signAndSendTransaction: answer({ signature: new Uint8Array(64).fill(9) }),
      },
    }),
  })
  const connector = fromSolanaWallet(wallet)
  await Effect.runPromise(connector.connect({ network: solana, onLateApproval: () => {} }))
  const page = connector.getProvider(async (question) => {
    reviewed.push(question)
    return (await question.ask(solana.caipNetworkId)).answer
  }) as GuardedSolana
  return { heard, page, reviewed }
}

const testBlockhash = blockhash(base58.encode(new Uint8Array(32).fill(7)))

/** Compiles a transaction by Solana Kit, whose accounts have the order of `@solana/web3.js`. */
export const compileByKit = (
  payer: string,
  instructions: readonly Instruction[],
  version: "legacy" | 0 = "legacy",
) => {
  const transaction = compileTransaction(
    pipe(
      createTransactionMessage({ version }),
      (message) => setTransactionMessageFeePayer(address(payer), message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: testBlockhash, lastValidBlockHeight: 1n },
          message,
        ),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  )
  return {
    message: Uint8Array.from(transaction.messageBytes),
    wire: Uint8Array.from(getTransactionEncoder().encode(transaction)),
    accounts: getCompiledTransactionMessageDecoder().decode(transaction.messageBytes).staticAccounts,
  }
}

/** The members that dApps send for the same transaction: those of WalletConnect's first version. */
export const toLegacyMembers = (payer: string, instructions: readonly Instruction[]) => ({
  feePayer: payer,
  recentBlockhash: testBlockhash,
  instructions: instructions.map(({ accounts = [], data = new Uint8Array(), programAddress }) => ({
    programId: programAddress,
    data: base58.encode(Uint8Array.from(data)),
    keys: accounts.map((one) => ({
      pubkey: one.address,
      isSigner: isSignerRole(one.role),
      isWritable: isWritableRole(one.role),
    })),
  })),
})
