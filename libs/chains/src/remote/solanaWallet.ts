import { base58 } from "@scure/base"
import type { CaipNetworkId } from "@wmodal/protocol"
import { toSolanaNetworkId } from "../solana/solanaChains.ts"
import type { StandardAccount, StandardWallet } from "../standard/StandardWallet.ts"
import { encodeBase64 } from "../text/base64.ts"
import { loadForRequest } from "../wallet/loadForRequest.ts"
import { invalidParamsError } from "../wallet/ProviderError.ts"
import { findSharedNetwork, isAccountShared, notSharedError } from "./accountSharing.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"
import { decodeSignedTransactions, decodeSolanaSignature } from "./solanaResponses.ts"
import { standardWalletFromSession } from "./standardWalletFromSession.ts"

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

/** A transaction to sign, in wire form. */
interface TransactionToSign {
  readonly address: string
  readonly network: CaipNetworkId
  /** Base64. */
  readonly wire: string
  readonly options: object | undefined
}

/** The curve and the codecs of transactions load with the first request: a connection needs none. */
const loadTransactions = () => loadForRequest(() => import("./solanaTransactions.ts"))

const transactionVersions = { version: "1.0.0", supportedTransactionVersions: ["legacy", 0] } as const

/**
 * Makes a Wallet Standard wallet from a session's Solana namespace. Source: WalletConnect specs, Solana;
 * `@solana/wallet-standard`.
 */
export const solanaWallet = (approval: NamespaceSession, moved: () => void): StandardWallet => {
  const has = (method: string) => approval.getApproved()?.methods.includes(method) ?? false

  const copy = ({
    account: { address },
    chain,
    options,
    transaction,
  }: SignTransactionInput): TransactionToSign => {
    const network = toSolanaNetworkId(chain)
    if (network === null || !isAccountShared(approval, network, address)) throw notSharedError()
    return { address, network, wire: encodeBase64(transaction), options }
  }

  /** Rejects if one of them is not a transaction, before the wallet is asked. */
  const copyAll = async (inputs: readonly SignTransactionInput[]) => {
    const copied = inputs.map(copy)
    const { decodeRequested } = await loadTransactions()
    for (const { wire } of copied) decodeRequested(wire)
    return copied
  }

  const signOne = async ({ address, network, wire }: TransactionToSign) => {
    const { decodeRequested, decodeSignedTransaction, toLegacyParts } = await loadTransactions()
    const asked = decodeRequested(wire)
    const answer = await approval.request(network, "solana_signTransaction", {
      transaction: wire,
      pubkey: address,
      ...toLegacyParts(asked.message),
    })
    return { signedTransaction: decodeSignedTransaction(answer, asked, address) }
  }

  const signAll = async (asked: readonly TransactionToSign[], network: CaipNetworkId) => {
    const transactions = asked.map(({ wire }) => wire)
    const answer = await approval.request(network, "solana_signAllTransactions", { transactions })
    return (decodeSignedTransactions(answer, asked.length) ?? []).map((signedTransaction) => ({
      signedTransaction,
    }))
  }

  const signTransaction = async (...inputs: readonly SignTransactionInput[]) => {
    const asked = await copyAll(inputs)
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
    // Its base58 is quadratic in cost.
    if (message.length > 8_000) throw invalidParamsError("The message is longer than 8,000 bytes.")
    const { isSignatureOf } = await loadTransactions()
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
          signAndSendTransaction: async (...inputs: readonly SignTransactionInput[]) =>
            mapSequentially(await copyAll(inputs), sendOne),
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
