import { decodeChainId, decodeHex, encodeTextHex, isHexAddress, isHexBytes } from "@wmodal/chains/internal"
import { Effect, type Semaphore } from "effect"
import { invalidParamsError } from "./ProviderError.ts"
import { toRequestedCall } from "./toRequestedCall.ts"
import {
  broadcastTransaction,
  fetchNonce,
  fillTransaction,
  getGasPrice,
  transactionRequest,
} from "./transaction.ts"
import { decodeTypedData } from "./typedData.ts"
import {
  getSigner,
  makeNodeRequest,
  mapSignerError,
  requireApprovedSigner,
  type WalletAccess,
} from "./WalletAccess.ts"

/** Handles `personal_sign`: EIP-191 over the bytes of the message. */
export const personalSign = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  origin: string,
  [first, second]: readonly unknown[],
) {
  // The address comes second, but some dApps still pass it first.
  const [message, account] = isHexAddress(first) && !isHexAddress(second) ? [second, first] : [first, second]
  if (typeof message !== "string" || !isHexAddress(account))
    return yield* invalidParamsError("[message, address]")
  const { address } = yield* getSigner(wallet, origin, account)
  const bytes = isHexBytes(message) ? message : encodeTextHex(message)
  const signer = yield* requireApprovedSigner(wallet, {
    _tag: "SignMessage",
    origin,
    network: wallet.network(),
    account: address,
    message: bytes,
  })
  return yield* mapSignerError(signer.signMessage(decodeHex(bytes)))
})

/** Handles `eth_signTypedData_v4`: EIP-712. */
export const signTypedData = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  origin: string,
  [account, value]: readonly unknown[],
) {
  const typedData = decodeTypedData(value)
  if (typedData === null || !isHexAddress(account))
    return yield* invalidParamsError("[address, EIP-712 JSON]")
  const network = wallet.network()
  const chainId = typedData.domain["chainId"]
  if (chainId != null && decodeChainId(chainId) !== network.chainId) {
    return yield* invalidParamsError("the typed data is for a different network than the wallet's")
  }
  const { address } = yield* getSigner(wallet, origin, account)
  const signer = yield* requireApprovedSigner(wallet, {
    _tag: "SignTypedData",
    origin,
    network,
    account: address,
    typedData: JSON.stringify(typedData),
  })
  return yield* mapSignerError(signer.signTypedData(typedData))
})

/**
 * Handles `eth_sendTransaction`: fills the missing fields, signs locally, broadcasts. @param sending permits one
 * transaction at a time, or two would take the same nonce
 */
export const sendTransaction = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  sending: Semaphore.Semaphore,
  origin: string,
  [first]: readonly unknown[],
) {
  const { network, node, sign } = yield* approveTransaction(wallet, "SendTransaction", origin, first)
  return yield* sending.withPermit(
    Effect.flatMap(sign, (raw) => broadcastTransaction(raw, { network, node })),
  )
})

/** Handles `eth_signTransaction`: like `eth_sendTransaction`, without the broadcast. */
export const signTransaction = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  sending: Semaphore.Semaphore,
  origin: string,
  [first]: readonly unknown[],
) {
  const { sign } = yield* approveTransaction(wallet, "SignTransaction", origin, first)
  return yield* sending.withPermit(sign)
})

/** Requests approval. The nonce is taken in `sign`, after approval. */
const approveTransaction = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  _tag: "SendTransaction" | "SignTransaction",
  origin: string,
  first: unknown,
) {
  const parsed = transactionRequest.safeParse(first)
  if (!parsed.success) return yield* invalidParamsError("[{ from, to, value, data, … }]")
  const network = wallet.network()
  const node = yield* wallet.pin(network)
  const ask = makeNodeRequest(network, node)
  const { address } = yield* getSigner(wallet, origin, parsed.data.from)
  const transaction = yield* fillTransaction(parsed.data, network.chainId, ask)
  const signer = yield* requireApprovedSigner(wallet, {
    _tag,
    origin,
    network,
    account: address,
    ...toRequestedCall(transaction, wallet.tokens(network.chainId)),
    maxFee: `${transaction.gas * getGasPrice(transaction)}`,
    fee: { gas: `${transaction.gas}`, price: `${getGasPrice(transaction)}` },
  })
  const sign = Effect.flatMap(fetchNonce(parsed.data, ask), (nonce) =>
    mapSignerError(signer.signTransaction({ ...transaction, nonce })),
  )
  return { network, node, sign }
})
