import {
  decodeChainId,
  decodeHex,
  decodePlainTransaction,
  encodeTextHex,
  isHexAddress,
  readBytes,
} from "@wmodal/chains/internal"
import { Effect, type Semaphore } from "effect"
import { recoverMessageAddress } from "viem"
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
import { decodeTypedValues } from "./typedValues.ts"
import {
  getSigner,
  makeNodeRequest,
  mapSignerError,
  requireApprovedSigner,
  type WalletAccess,
} from "./WalletAccess.ts"

/** Returns the bytes of a message, as 0x-hex: what is no hex is text. */
const readMessage = (message: string) =>
  (/^0x/i.test(message) ? readBytes(message) : null) ?? encodeTextHex(message)

/** Handles `personal_ecRecover`: the signer of a message, in lower case as MetaMask returns it. Asks no user. */
export const recoverMessageSigner = Effect.fnUntraced(function* ([message, signature]: readonly unknown[]) {
  const invalid = invalidParamsError("[message, signature]")
  const bytes = typeof signature === "string" ? readBytes(signature) : null
  if (typeof message !== "string" || bytes === null) return yield* invalid
  const raw = readMessage(message)
  const recovered = yield* Effect.tryPromise({
    try: () => recoverMessageAddress({ message: { raw }, signature: bytes }),
    catch: () => invalid,
  })
  return recovered.toLowerCase()
})

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
  const bytes = readMessage(message)
  const signer = yield* requireApprovedSigner(wallet, {
    _tag: "SignMessage",
    origin,
    network: wallet.network(),
    account: address,
    message: bytes,
  })
  return yield* mapSignerError(signer.signMessage(decodeHex(bytes)))
})

/** Handles `eth_signTypedData_v4` and `eth_signTypedData_v3`: EIP-712. Version 3 has no lists. */
export const signTypedData = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  origin: string,
  [account, value]: readonly unknown[],
  version: 3 | 4,
) {
  const typedData = decodeTypedData(value)
  if (typedData === null || !isHexAddress(account))
    return yield* invalidParamsError("[address, EIP-712 JSON]")
  if (
    version === 3 &&
    Object.values(typedData.types)
      .flat()
      .some(({ type }) => type.endsWith("]"))
  )
    return yield* invalidParamsError("lists need eth_signTypedData_v4")
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
 * Handles `eth_signTypedData`: MetaMask's first version, a list of values and an account. The method is also EIP-712's
 * own, with an account and typed data.
 */
export const signTypedValues = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  origin: string,
  params: readonly unknown[],
) {
  const [value, account] = params
  if (!Array.isArray(value)) return yield* signTypedData(wallet, origin, params, 4)
  const values = decodeTypedValues(value)
  if (values === null || !isHexAddress(account)) return yield* invalidParamsError("[values, address]")
  const { address } = yield* getSigner(wallet, origin, account)
  const signer = yield* requireApprovedSigner(wallet, {
    _tag: "SignTypedValues",
    origin,
    network: wallet.network(),
    account: address,
    values,
  })
  return yield* mapSignerError(signer.signTypedValues(values))
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
  const plain = yield* Effect.try({
    try: () => decodePlainTransaction(first),
    catch: (thrown) => invalidParamsError(thrown instanceof Error ? thrown.message : "not a transaction"),
  })
  const parsed = transactionRequest.safeParse(plain)
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
