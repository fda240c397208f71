import { chainIdFrom, hexToBytes, isAddress, isHexBytes, textToHex } from "@wmodal/chains/internal"
import { Effect, type Semaphore } from "effect"
import { askedCall } from "./askedCall.ts"
import { badParams } from "./ProviderError.ts"
import { fillTransaction, nonceOf, priceOf, send, transactionRequest } from "./transaction.ts"
import { typedDataFrom } from "./typedData.ts"
import { approvedSigner, askNode, signed, signerFor, type WalletAccess } from "./WalletAccess.ts"

/** `personal_sign`: EIP-191 over the bytes of the message. */
export const personalSign = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  origin: string,
  [first, second]: readonly unknown[],
) {
  // The address comes second; some pages still pass it first.
  const [message, account] = isAddress(first) && !isAddress(second) ? [second, first] : [first, second]
  if (typeof message !== "string" || !isAddress(account)) return yield* badParams("[message, address]")
  const { address } = yield* signerFor(wallet, origin, account)
  const bytes = isHexBytes(message) ? message : textToHex(message)
  const signer = yield* approvedSigner(wallet, {
    _tag: "SignMessage",
    origin,
    network: wallet.network(),
    account: address,
    message: bytes,
  })
  return yield* signed(signer.signMessage(hexToBytes(bytes)))
})

/** `eth_signTypedData_v4`: EIP-712. */
export const signTypedData = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  origin: string,
  [account, value]: readonly unknown[],
) {
  const typedData = typedDataFrom(value)
  if (typedData === null || !isAddress(account)) return yield* badParams("[address, EIP-712 JSON]")
  const network = wallet.network()
  const chainId = typedData.domain["chainId"]
  if (chainId != null && chainIdFrom(chainId) !== network.chainId) {
    return yield* badParams("the typed data is for another network than the wallet is on")
  }
  const { address } = yield* signerFor(wallet, origin, account)
  const signer = yield* approvedSigner(wallet, {
    _tag: "SignTypedData",
    origin,
    network,
    account: address,
    typedData: JSON.stringify(typedData),
  })
  return yield* signed(signer.signTypedData(typedData))
})

/** `eth_sendTransaction`: fills what the page left out, signs here, broadcasts. @param sending one at a time, or two would take the same nonce */
export const sendTransaction = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  sending: Semaphore.Semaphore,
  origin: string,
  [first]: readonly unknown[],
) {
  const { network, node, sign } = yield* approvedTransaction(wallet, "SendTransaction", origin, first)
  return yield* sending.withPermit(Effect.flatMap(sign, (raw) => send(raw, { network, node })))
})

/** `eth_signTransaction`: the same, without the broadcast. */
export const signTransaction = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  sending: Semaphore.Semaphore,
  origin: string,
  [first]: readonly unknown[],
) {
  const { sign } = yield* approvedTransaction(wallet, "SignTransaction", origin, first)
  return yield* sending.withPermit(sign)
})

/** Asked and approved. `sign` takes the nonce. */
const approvedTransaction = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  _tag: "SendTransaction" | "SignTransaction",
  origin: string,
  first: unknown,
) {
  const parsed = transactionRequest.safeParse(first)
  if (!parsed.success) return yield* badParams("[{ from, to, value, data, … }]")
  const network = wallet.network()
  const node = yield* wallet.pin(network)
  const ask = askNode(network, node)
  const { address } = yield* signerFor(wallet, origin, parsed.data.from)
  const transaction = yield* fillTransaction(parsed.data, network.chainId, ask)
  const signer = yield* approvedSigner(wallet, {
    _tag,
    origin,
    network,
    account: address,
    ...askedCall(transaction, wallet.tokens(network.chainId)),
    maxFee: `${transaction.gas * priceOf(transaction)}`,
  })
  const sign = Effect.flatMap(nonceOf(parsed.data, ask), (nonce) =>
    signed(signer.signTransaction({ ...transaction, nonce })),
  )
  return { network, node, sign }
})
