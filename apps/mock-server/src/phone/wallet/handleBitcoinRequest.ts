import { type ChainActions, type ChainClient, TransferRejected } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { readBitcoinMessage, readBitcoinPayment, readPsbtParams } from "@wmodal/chains/internal"
import { type DevWallet, networksByChain, ProviderError } from "@wmodal/dev-wallet"
import type { Network, Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { toStandardChain } from "./networks.ts"
import {
  decodeParams,
  invalidParamsError,
  readParams,
  unsupportedMethodError,
  type WalletResponse,
} from "./WalletResponse.ts"

const GetAddressesParams = z.object({ intentions: z.optional(z.array(z.string())) })
const Signatures = z.tuple([z.object({ signature: z.string() })])
const SignedPsbts = z.tuple([z.object({ signedPsbt: z.string() })])
const SentTransactions = z.tuple([z.object({ txId: z.string(), signedPsbt: z.string() })])

export interface BitcoinRequest {
  readonly origin: string
  readonly chainId: string
  readonly method: string
  readonly params: unknown
  readonly nodeOf: (network: Network) => Rpc
}

/** Handles a Bitcoin request. Amounts are satoshis. Source: the WalletConnect RPC reference. */
export const handleBitcoinRequest = (wallet: DevWallet, request: BitcoinRequest): WalletResponse => {
  const { chainId, method, nodeOf, origin, params } = request
  const chain = toStandardChain(chainId)
  const ask = (feature: string, input: object) => wallet.handle(origin, feature, [[input]])
  return Effect.gen(function* () {
    if (chain === undefined) return yield* invalidParamsError("a network that this wallet is on")
    const addresses = getAddresses(wallet, chain)
    const [payment] = addresses.filter(({ purpose }) => purpose === "payment")
    const rules = {
      isShared: (address: string) => addresses.some((one) => one.address === address),
      usual: payment?.address ?? null,
    }
    switch (method) {
      case "getAccountAddresses": {
        const { intentions = ["payment"] } = yield* decodeParams(GetAddressesParams, params, "{ account }")
        const purposes = [
          ...(intentions.includes("payment") ? ["payment"] : []),
          ...(intentions.some((one) => one.startsWith("ordinal")) ? ["ordinals"] : []),
        ]
        return addresses.flatMap(({ address, purpose }) =>
          purpose !== undefined && purposes.includes(purpose) ? address : [],
        )
      }
      case "signMessage": {
        const asked = yield* readParams(() => readBitcoinMessage(params, rules))
        const { address } = asked
        const message = Buffer.from(asked.message).toString("base64")
        const [{ signature }] = Signatures.parse(yield* ask("bitcoin:signMessage", { address, message }))
        return { address, signature: Buffer.from(signature, "base64").toString("hex") }
      }
      case "sendTransfer": {
        const payment = yield* readParams(() => readBitcoinPayment(params, rules))
        const account = payment.from ?? rules.usual ?? ""
        const network = networksByChain[chain]
        const transfer = { from: account, to: payment.to, token: null, amount: payment.amount }
        const psbt = yield* buildPayment({ network, rpc: nodeOf(network) }, transfer)
        const signingIndexes = Array.from({ length: psbt.inputs }, (_, index) => index)
        const answer = yield* ask("bitcoin:signAndSendTransaction", {
          chain,
          psbt: psbt.base64,
          inputsToSign: [{ address: account, signingIndexes }],
        })
        return { txid: SentTransactions.parse(answer)[0].txId }
      }
      case "signPsbt": {
        const { broadcast, psbt, signInputs } = yield* readParams(() => readPsbtParams(params, rules))
        const input = {
          chain,
          psbt,
          inputsToSign: signInputs.map(({ address, index, sighash }) => ({
            address,
            signingIndexes: [index],
            sigHash: sighash,
          })),
        }
        if (!broadcast)
          return { psbt: SignedPsbts.parse(yield* ask("bitcoin:signTransaction", input))[0].signedPsbt }
        const [{ signedPsbt, txId }] = SentTransactions.parse(
          yield* ask("bitcoin:signAndSendTransaction", input),
        )
        return { psbt: signedPsbt, txid: txId }
      }
      default:
        return yield* unsupportedMethodError(method)
    }
  })
}

/** Returns the addresses of the wallet's account on a network. */
const getAddresses = ({ sides }: DevWallet, chain: string) =>
  sides.flatMap(({ accounts: [{ addresses }] }) => addresses.filter(({ chains }) => chains.includes(chain)))

/** Selects the UTXOs and the fee by the engine's rules. */
const buildPayment = Effect.fnUntraced(function* (
  on: ChainClient,
  transfer: Parameters<ChainActions["estimate"]>[0]["transfer"],
) {
  const { actions } = yield* Effect.promise(bitcoin().load)
  const { build, estimate } = yield* Effect.promise(actions.get)
  const fee = yield* estimate({ ...on, transfer }).pipe(
    Effect.mapError(
      (error) =>
        new ProviderError({
          code: error instanceof TransferRejected ? -32003 : 4901,
          message:
            error instanceof TransferRejected && error.reason._tag === "Insufficient"
              ? "Insufficient funds for the amount and the fee."
              : error.message,
        }),
    ),
  )
  const { psbt } = build({ transfer, fee })
  if (psbt == null) return yield* invalidParamsError("a payment that this account can make")
  return { base64: psbt, inputs: (fee.transactionFields["coins"] ?? "").split(" ").length }
})
