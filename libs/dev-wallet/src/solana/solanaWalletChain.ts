import { base58 } from "@scure/base"
import { broadcastSolana, encodeBase64, encodeHex } from "@wmodal/chains/internal"
import type { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { invalidParamsError, unauthorizedError } from "../ProviderError.ts"
import { decodeInputs, findNetwork, messageInput, wireBytes } from "../standard/inputs.ts"
import type { StandardNetwork } from "../standard/StandardRequest.ts"
import { makeNode, sendSigned } from "../standard/sendSigned.ts"
import type { WalletChain, WalletChainAccess } from "../standard/WalletChain.ts"
import { mapSignerError } from "../WalletAccess.ts"
import { toRequestedTransaction } from "./decodeInstruction.ts"
import {
  isTransactionMessage,
  type ParsedTransaction,
  readTransaction,
  withSignature,
} from "./readTransaction.ts"
import type { SolanaSigner } from "./SolanaSigner.ts"
import type { SolanaToken } from "./SolanaToken.ts"
import { makeSolanaSignIn } from "./signIn.ts"

/** The keys, networks and node of the Solana side. */
export interface SolanaWalletChainOptions {
  /** The first is selected at the start. */
  readonly signers: readonly [SolanaSigner, ...SolanaSigner[]]
  /** The first is the default when a dApp names none. */
  readonly networks: readonly [StandardNetwork, ...StandardNetwork[]]
  /** Sends one JSON-RPC call to a node of `network`. */
  readonly rpc: (
    network: StandardNetwork,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, RpcError>
  readonly tokens?: readonly SolanaToken[]
}

const transactionInput = z.object({
  address: z.string(),
  transaction: wireBytes,
  chain: z.nullish(z.string()),
})
type TransactionParams = z.infer<typeof transactionInput>

/** Makes the Solana part of a dev wallet, with the features of `@solana/wallet-standard`. */
export const makeSolanaWalletChain = (options: SolanaWalletChainOptions): WalletChain => {
  const { networks, rpc, signers, tokens = [] } = options
  const chains = networks.map(({ chain }) => chain)
  const title = "Solana"
  const [first, ...others] = signers
  const accountOf = ({ address, publicKey }: SolanaSigner) => ({
    addresses: [{ address, publicKey: encodeBase64(publicKey), chains }] as const,
  })
  const signerOf = (address: string) => {
    const signer = signers.find((one) => one.address === address)
    return signer === undefined
      ? Effect.fail(unauthorizedError("This account is not shared with this dApp."))
      : Effect.succeed(signer)
  }

  const signMessages = (access: WalletChainAccess) =>
    Effect.fnUntraced(function* (origin: string, [inputs]: readonly unknown[]) {
      const messages = yield* decodeInputs(messageInput, inputs, "{ account, message }[]")
      return yield* Effect.forEach(messages, ({ address, message }) =>
        Effect.gen(function* () {
          yield* access.requireShared(origin, [address])
          if (isTransactionMessage(message)) return yield* invalidParamsError("this message is a transaction")
          yield* access.requireApproval(
            {
              _tag: "SignBytes",
              origin,
              on: title,
              address,
              message: encodeHex(message),
            },
            [address],
          )
          const signer = yield* signerOf(address)
          return {
            signedMessage: encodeBase64(message),
            signature: encodeBase64(yield* mapSignerError(signer.sign(message))),
          }
        }),
      )
    })

  /** Requests one approval for all transactions, and signs each. */
  const signAll = Effect.fnUntraced(function* (
    access: WalletChainAccess,
    _tag: "SendSolana" | "SignSolana",
    origin: string,
    inputs: readonly [TransactionParams, ...TransactionParams[]],
  ) {
    const [{ address, chain }] = inputs
    if (inputs.some((one) => one.address !== address || one.chain !== chain)) {
      return yield* invalidParamsError("one account and one chain for all transactions")
    }
    yield* access.requireShared(origin, [address])
    const network = yield* findNetwork({ networks }, chain)
    const transactions: ParsedTransaction[] = []
    for (const { transaction } of inputs) {
      const read = readTransaction(transaction)
      if (read === null) return yield* invalidParamsError("these bytes are not a transaction")
      if (!read.signers.includes(address))
        return yield* invalidParamsError("it needs no signature of this account")
      transactions.push(read)
    }
    yield* access.requireApproval(
      {
        _tag,
        origin,
        network,
        address,
        transactions: transactions.map((read) => toRequestedTransaction(read, tokens)),
      },
      [address],
    )
    const signer = yield* signerOf(address)
    const ready = yield* Effect.forEach(transactions, (read) =>
      Effect.map(mapSignerError(signer.sign(read.message)), (signature) => ({
        read,
        bytes: withSignature(read, address, signature),
      })),
    )
    return { network, ready }
  })

  const sign = (access: WalletChainAccess) =>
    Effect.fnUntraced(function* (origin: string, [value]: readonly unknown[]) {
      const inputs = yield* decodeInputs(transactionInput, value, "{ account, transaction }[]")
      const { ready } = yield* signAll(access, "SignSolana", origin, inputs)
      return ready.map(({ bytes }) => ({ signedTransaction: encodeBase64(bytes) }))
    })

  const signAndSend = (access: WalletChainAccess) =>
    Effect.fnUntraced(function* (origin: string, [value]: readonly unknown[]) {
      const inputs = yield* decodeInputs(transactionInput, value, "{ account, transaction, chain }[]")
      const { network, ready } = yield* signAll(access, "SendSolana", origin, inputs)
      // In order: a later transaction may depend on an earlier one.
      return yield* Effect.forEach(ready, ({ bytes }) =>
        Effect.map(
          sendSigned(broadcastSolana, {
            network,
            raw: encodeBase64(bytes),
            request: (method, params = []) => rpc(network, method, params),
          }),
          (hash) => ({ signature: encodeBase64(base58.decode(hash)) }),
        ),
      )
    })

  return {
    name: "solana",
    title,
    networks,
    nodeOf: (network) => makeNode((method, params) => rpc(network, method, params)),
    accounts: [accountOf(first), ...others.map(accountOf)],
    methods: (access) => ({
      "solana:signMessage": signMessages(access),
      "solana:signTransaction": sign(access),
      "solana:signAndSendTransaction": signAndSend(access),
      "solana:signIn": makeSolanaSignIn(access, signerOf),
    }),
  }
}
