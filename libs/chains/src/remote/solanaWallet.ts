import { base58 } from "@scure/base"
import type { CaipNetworkId } from "@wmodal/protocol"
import { toSolanaNetworkId } from "../solana/solanaChains.ts"
import { toAccountMetas, toInstructions } from "../solana/wire/Instruction.ts"
import type { SolanaMessage } from "../solana/wire/SolanaMessage.ts"
import { decodeTransaction, type SolanaTransaction } from "../solana/wire/SolanaTransaction.ts"
import type { StandardAccount, StandardWallet } from "../standard/StandardWallet.ts"
import { encodeBase64 } from "../text/base64.ts"
import { invalidParamsError } from "../wallet/ProviderError.ts"
import { findSharedNetwork, isAccountShared, notSharedError } from "./accountSharing.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"
import {
  decodeSignedTransaction,
  decodeSignedTransactions,
  decodeSolanaSignature,
  isSignatureOf,
} from "./solanaResponses.ts"
import { standardWalletFromSession } from "./standardWalletFromSession.ts"

/**
 * Returns the fields of a legacy message for wallets that do not decode serialized transactions; empty for versioned
 * ones, which those wallets do not support. Source: WalletConnect specs, `solana_signTransaction`.
 */
const toLegacyParts = (message: SolanaMessage): object => {
  if (message.version !== "legacy") return {}
  return {
    feePayer: message.accounts[0],
    recentBlockhash: message.blockhash,
    instructions: toInstructions(message, toAccountMetas(message)).map(({ accounts, data, program }) => ({
      programId: program,
      keys: accounts.map(({ address, signs, written }) => ({
        pubkey: address,
        isSigner: signs,
        isWritable: written,
      })),
      data: base58.encode(data),
    })),
  }
}

interface SolanaMessageInput {
  readonly account: StandardAccount
  readonly message: Uint8Array
}

interface SignTransactionInput {
  readonly account: StandardAccount
  readonly transaction: Uint8Array
  /** Such as `solana:mainnet`. */
  readonly chain: string
  readonly options?: object
}

/** A transaction to sign, decoded and in wire form. */
interface TransactionToSign {
  readonly address: string
  readonly network: CaipNetworkId
  /** Base64. */
  readonly wire: string
  readonly transaction: SolanaTransaction
  readonly options: object | undefined
}

const transactionVersions = { version: "1.0.0", supportedTransactionVersions: ["legacy", 0] } as const

/**
 * Makes a Wallet Standard wallet from a session's Solana namespace. Source: WalletConnect specs, Solana;
 * `@solana/wallet-standard`.
 */
export const solanaWallet = (approval: NamespaceSession, moved: () => void): StandardWallet => {
  const has = (method: string) => approval.getApproved()?.methods.includes(method) ?? false

  const askedFor = ({
    account: { address },
    chain,
    options,
    transaction,
  }: SignTransactionInput): TransactionToSign => {
    const network = toSolanaNetworkId(chain)
    const wire = encodeBase64(transaction)
    const decoded = decodeTransaction(wire)
    if (decoded === null) throw invalidParamsError("This is not a valid Solana transaction.")
    if (network === null || !isAccountShared(approval, network, address)) throw notSharedError()
    return { address, network, wire, transaction: decoded, options }
  }

  const signOne = async ({ address, network, transaction, wire }: TransactionToSign) => {
    const answer = await approval.request(network, "solana_signTransaction", {
      transaction: wire,
      pubkey: address,
      ...toLegacyParts(transaction.message),
    })
    return { signedTransaction: decodeSignedTransaction(answer, transaction, address) }
  }

  const signAll = async (asked: readonly TransactionToSign[], network: CaipNetworkId) => {
    const transactions = asked.map(({ wire }) => wire)
    const answer = await approval.request(network, "solana_signAllTransactions", { transactions })
    return (decodeSignedTransactions(answer, asked.length) ?? []).map((signedTransaction) => ({
      signedTransaction,
    }))
  }

  const signTransaction = async (...inputs: readonly SignTransactionInput[]) => {
    const asked = inputs.map(askedFor)
    const [first] = asked
    if (first === undefined) return []
    if (asked.some(({ network }) => network !== first.network))
      throw invalidParamsError("Expected one network.")
    const isTogether = asked.length > 1 && has("solana_signAllTransactions")
    if (isTogether || !has("solana_signTransaction")) return signAll(asked, first.network)
    return mapSequentially(asked, signOne)
  }

  const sendOne = async ({ address, network, options, wire }: TransactionToSign) => {
    const answer = await approval.request(network, "solana_signAndSendTransaction", {
      transaction: wire,
      pubkey: address,
      ...(options && { sendOptions: options }),
    })
    return { signature: decodeSolanaSignature(answer) }
  }

  const signOneMessage = async ({ account: { address }, message }: SolanaMessageInput) => {
    const network = findSharedNetwork(approval, address)
    if (network === null) throw notSharedError()
    const answer = await approval.request(network, "solana_signMessage", {
      message: base58.encode(message),
      pubkey: address,
    })
    const signature = decodeSolanaSignature(answer)
    // Some devices prepend a header to signed messages. A signature of those bytes cannot be verified.
    return signature !== null && isSignatureOf(signature, message, address)
      ? { signature, signedMessage: message.slice() }
      : {}
  }

  return standardWalletFromSession(approval, {
    chains: ["solana:mainnet", "solana:devnet", "solana:testnet"],
    networkOf: toSolanaNetworkId,
    moved,
    describe: (address) => ({ publicKey: base58.decode(address) }),
    features: () => ({
      ...(has("solana_signMessage") && {
        "solana:signMessage": {
          version: "1.1.0",
          signMessage: (...inputs: readonly SolanaMessageInput[]) => mapSequentially(inputs, signOneMessage),
        },
      }),
      ...((has("solana_signTransaction") || has("solana_signAllTransactions")) && {
        "solana:signTransaction": { ...transactionVersions, signTransaction },
      }),
      ...(has("solana_signAndSendTransaction") && {
        "solana:signAndSendTransaction": {
          ...transactionVersions,
          signAndSendTransaction: (...inputs: readonly SignTransactionInput[]) =>
            mapSequentially(inputs.map(askedFor), sendOne),
        },
      }),
    }),
  })
}

/** Runs requests one after the other and stops after the first rejection. */
const mapSequentially = async <A, B>(
  all: readonly A[],
  ask: (one: A) => Promise<B>,
): Promise<readonly B[]> => {
  const answers: B[] = []
  for (const one of all) answers.push(await ask(one))
  return answers
}
