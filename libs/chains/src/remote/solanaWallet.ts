import { base58 } from "@scure/base"
import type { CaipNetworkId } from "@wmodal/protocol"
import { networkOf } from "../solana/solanaChains.ts"
import { decodeTransaction, type Transaction } from "../solana/wire/Transaction.ts"
import type { StandardAccount, StandardWallet } from "../standard/StandardWallet.ts"
import { toBase64 } from "../text/base64.ts"
import { invalid } from "../wallet/ProviderError.ts"
import type { Approval } from "./Approval.ts"
import { legacyParts } from "./legacyParts.ts"
import { isShared, networkFor, unshared } from "./sharing.ts"
import { allSignedFrom, isSignatureOf, signatureFrom, signedFrom } from "./solanaAnswers.ts"
import { standardOver } from "./standardOver.ts"

interface MessageInput {
  readonly account: StandardAccount
  readonly message: Uint8Array
}

interface TransactionInput {
  readonly account: StandardAccount
  readonly transaction: Uint8Array
  /** Such as `solana:mainnet`. */
  readonly chain: string
  readonly options?: object
}

/** One transaction to sign, as it stands and as it travels. */
interface Asked {
  readonly address: string
  readonly network: CaipNetworkId
  /** Base64. */
  readonly wire: string
  readonly transaction: Transaction
  readonly options: object | undefined
}

const versions = { version: "1.0.0", supportedTransactionVersions: ["legacy", 0] } as const

/** A session's Solana as a wallet of the Wallet Standard. Source: WalletConnect specs, Solana; `@solana/wallet-standard`. */
export const solanaWallet = (approval: Approval, moved: () => void): StandardWallet => {
  const has = (method: string) => approval.now()?.methods.includes(method) ?? false

  const askedFor = ({ account: { address }, chain, options, transaction }: TransactionInput): Asked => {
    const network = networkOf(chain)
    const wire = toBase64(transaction)
    const decoded = decodeTransaction(wire)
    if (decoded === null) throw invalid("This is no transaction of Solana.")
    if (network === null || !isShared(approval, network, address)) throw unshared()
    return { address, network, wire, transaction: decoded, options }
  }

  const signOne = async ({ address, network, transaction, wire }: Asked) => {
    const answer = await approval.ask(network, "solana_signTransaction", {
      transaction: wire,
      pubkey: address,
      ...legacyParts(transaction.message),
    })
    return { signedTransaction: signedFrom(answer, transaction, address) }
  }

  const signAll = async (asked: readonly Asked[], network: CaipNetworkId) => {
    const transactions = asked.map(({ wire }) => wire)
    const answer = await approval.ask(network, "solana_signAllTransactions", { transactions })
    return (allSignedFrom(answer, asked.length) ?? []).map((signedTransaction) => ({ signedTransaction }))
  }

  const signTransaction = async (...inputs: readonly TransactionInput[]) => {
    const asked = inputs.map(askedFor)
    const [first] = asked
    if (first === undefined) return []
    if (asked.some(({ network }) => network !== first.network)) throw invalid("One network is expected.")
    const isTogether = asked.length > 1 && has("solana_signAllTransactions")
    if (isTogether || !has("solana_signTransaction")) return signAll(asked, first.network)
    return eachInTurn(asked, signOne)
  }

  const sendOne = async ({ address, network, options, wire }: Asked) => {
    const answer = await approval.ask(network, "solana_signAndSendTransaction", {
      transaction: wire,
      pubkey: address,
      ...(options && { sendOptions: options }),
    })
    return { signature: signatureFrom(answer) }
  }

  const signOneMessage = async ({ account: { address }, message }: MessageInput) => {
    const network = networkFor(approval, address)
    if (network === null) throw unshared()
    const answer = await approval.ask(network, "solana_signMessage", {
      message: base58.encode(message),
      pubkey: address,
    })
    const signature = signatureFrom(answer)
    // Some devices put something before what they sign: of that, the signature alone is worth nothing.
    return signature !== null && isSignatureOf(signature, message, address)
      ? { signature, signedMessage: message.slice() }
      : {}
  }

  return standardOver(approval, {
    chains: ["solana:mainnet", "solana:devnet", "solana:testnet"],
    networkOf,
    moved,
    describe: (address) => ({ publicKey: base58.decode(address) }),
    features: () => ({
      ...(has("solana_signMessage") && {
        "solana:signMessage": {
          version: "1.1.0",
          signMessage: (...inputs: readonly MessageInput[]) => eachInTurn(inputs, signOneMessage),
        },
      }),
      ...((has("solana_signTransaction") || has("solana_signAllTransactions")) && {
        "solana:signTransaction": { ...versions, signTransaction },
      }),
      ...(has("solana_signAndSendTransaction") && {
        "solana:signAndSendTransaction": {
          ...versions,
          signAndSendTransaction: (...inputs: readonly TransactionInput[]) =>
            eachInTurn(inputs.map(askedFor), sendOne),
        },
      }),
    }),
  })
}

/** A person answers one question after the other, and nothing more is asked once they have said no. */
const eachInTurn = async <A, B>(all: readonly A[], ask: (one: A) => Promise<B>): Promise<readonly B[]> => {
  const answers: B[] = []
  for (const one of all) answers.push(await ask(one))
  return answers
}
