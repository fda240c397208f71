import { broadcastBitcoin, encodeBase64, encodeHex } from "@wmodal/chains/internal"
import type { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { internalError, invalidParamsError, unauthorizedError } from "../ProviderError.ts"
import { decodeInputs, messageInput, wireBytes } from "../standard/inputs.ts"
import type { StandardNetwork } from "../standard/StandardRequest.ts"
import { makeNode, sendSigned } from "../standard/sendSigned.ts"
import type { WalletChain, WalletChainAccess } from "../standard/WalletChain.ts"
import { mapSignerError } from "../WalletAccess.ts"
import type { BitcoinChain } from "./BitcoinKey.ts"
import type { BitcoinAddress, BitcoinSigner } from "./BitcoinSigner.ts"
import { readPsbt, type SigningInstruction, UnreadablePsbt } from "./readPsbt.ts"
import { getSighashFlag, parseSighash } from "./Sighashes.ts"

/** A Bitcoin network for which this wallet has keys. */
export interface BitcoinStandardNetwork extends StandardNetwork {
  readonly chain: BitcoinChain
}

/** The keys, networks and node of the Bitcoin side. */
export interface BitcoinWalletChainOptions {
  /** The first is selected at the start. */
  readonly signers: readonly [BitcoinSigner, ...BitcoinSigner[]]
  /** The first is the default when a dApp names none. */
  readonly networks: readonly [BitcoinStandardNetwork, ...BitcoinStandardNetwork[]]
  /** Sends one REST request to a node of `network`: `request("POST", ["/tx", hex])`. */
  readonly rpc: (
    network: BitcoinStandardNetwork,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, RpcError>
}

const psbtInput = z.object({
  psbt: wireBytes,
  chain: z.nullish(z.string()),
  inputsToSign: z
    .array(
      z.object({
        address: z.string(),
        signingIndexes: z.array(z.int().check(z.minimum(0))).check(z.maxLength(10_000)),
        sigHash: z.nullish(z.union([z.string(), z.int()])),
      }),
    )
    .check(z.minLength(1), z.maxLength(1000)),
})
type PsbtParams = z.infer<typeof psbtInput>

/** Makes the Bitcoin part of a dev wallet, with the features of `@exodus/bitcoin-wallet-standard`. */
export const makeBitcoinWalletChain = ({
  networks,
  rpc,
  signers,
}: BitcoinWalletChainOptions): WalletChain => {
  const title = "Bitcoin"
  const known = new Set<string>(networks.map(({ chain }) => chain))
  const own = signers.flatMap(({ addresses }) => addresses)
  const addressFor = (address: string) => {
    const found = own.find((one) => one.address === address)
    return found === undefined
      ? Effect.fail(unauthorizedError("This account is not shared with this dApp."))
      : Effect.succeed(found)
  }

  const signMessages = (access: WalletChainAccess) =>
    Effect.fnUntraced(function* (origin: string, [inputs]: readonly unknown[]) {
      const messages = yield* decodeInputs(messageInput, inputs, "{ account, message }[]")
      return yield* Effect.forEach(messages, ({ address, message }) =>
        Effect.gen(function* () {
          yield* access.requireShared(origin, [address])
          yield* access.requireApproval(
            { _tag: "SignBytes", origin, on: title, address, message: encodeHex(message) },
            [address],
          )
          const { signMessage } = yield* addressFor(address)
          return {
            signedMessage: encodeBase64(message),
            signature: encodeBase64(yield* mapSignerError(signMessage(message))),
          }
        }),
      )
    })

  /** Requests approval for one transaction, and signs it. */
  const signOne = Effect.fnUntraced(function* (
    access: WalletChainAccess,
    _tag: "SendBitcoin" | "SignBitcoin",
    origin: string,
    { chain, inputsToSign, psbt }: PsbtParams,
  ) {
    const addresses = inputsToSign.map(({ address }) => address)
    yield* access.requireShared(origin, addresses)
    const wanted: SigningInstruction[] = []
    for (const { address, sigHash, signingIndexes } of inputsToSign) {
      const sighash = sigHash == null ? null : parseSighash(sigHash)
      if (sigHash != null && sighash === null) return yield* invalidParamsError("an unknown sighash")
      wanted.push({ by: yield* addressFor(address), indexes: signingIndexes, sighash })
    }
    const chains = new Set(wanted.map(({ by }) => by.chain))
    const on = chain ?? wanted[0]?.by.chain
    const network = networks.find((one) => one.chain === on)
    if (network === undefined || chains.size > 1 || !chains.has(network.chain)) {
      return yield* invalidParamsError("addresses of one network that this wallet is on")
    }
    const shared = new Set(access.shared(origin).map(({ address }) => address))
    const read = yield* Effect.try({
      try: () =>
        readPsbt(
          psbt,
          network.chain,
          wanted,
          own.filter(({ address }) => shared.has(address)),
        ),
      // bitcoinjs throws values of any type.
      catch: (thrown) =>
        invalidParamsError(thrown instanceof UnreadablePsbt ? thrown.message : "these bytes are not a PSBT"),
    })
    yield* access.requireApproval(
      {
        _tag,
        origin,
        network,
        transaction: read.transaction,
        psbt: read.asked,
        inputs: read.inputs,
        outputs: read.outputs,
        fee: read.fee === null ? null : `${read.fee}`,
      },
      addresses,
    )
    yield* Effect.forEach(
      read.signing,
      ({ by, index, sighash }) => mapSignerError(by.signInput(read.psbt, index, getSighashFlag(sighash))),
      { discard: true },
    )
    return { network, psbt: read.psbt }
  })

  const sign = (access: WalletChainAccess) =>
    Effect.fnUntraced(function* (origin: string, [value]: readonly unknown[]) {
      const inputs = yield* decodeInputs(psbtInput, value, "{ psbt, inputsToSign }[]")
      return yield* Effect.forEach(inputs, (input) =>
        Effect.map(signOne(access, "SignBitcoin", origin, input), ({ psbt }) => ({
          signedPsbt: encodeBase64(psbt.toBuffer()),
        })),
      )
    })

  const signAndSend = (access: WalletChainAccess) =>
    Effect.fnUntraced(function* (origin: string, [value]: readonly unknown[]) {
      const inputs = yield* decodeInputs(psbtInput, value, "{ psbt, inputsToSign, chain }[]")
      return yield* Effect.forEach(inputs, (input) =>
        Effect.gen(function* () {
          const { network, psbt } = yield* signOne(access, "SendBitcoin", origin, input)
          const ready = yield* Effect.try({
            // The fee was shown and approved.
            try: () => psbt.finalizeAllInputs().extractTransaction(true),
            catch: () => internalError("The transaction lacks signatures of other parties."),
          })
          const sending = sendSigned(broadcastBitcoin, {
            network,
            raw: ready.toHex(),
            request: (method, params = []) => rpc(network, method, params),
          })
          return { txId: yield* sending, signedPsbt: encodeBase64(psbt.toBuffer()) }
        }),
      )
    })

  const [first, ...others] = signers
  const accountOf = ({ addresses }: BitcoinSigner) => {
    const [one, ...rest] = addresses.filter(({ chain }) => known.has(chain)).map(toWalletChainAddress)
    return { addresses: [one ?? toWalletChainAddress(addresses[0]), ...rest] as const }
  }
  return {
    name: "bitcoin",
    title,
    networks,
    nodeOf: ({ chain }) => {
      const network = networks.find((one) => one.chain === chain) ?? networks[0]
      return makeNode((method, params) => rpc(network, method, params))
    },
    accounts: [accountOf(first), ...others.map(accountOf)],
    methods: (access) => ({
      "bitcoin:signMessage": signMessages(access),
      "bitcoin:signTransaction": sign(access),
      "bitcoin:signAndSendTransaction": signAndSend(access),
    }),
  }
}

const toWalletChainAddress = ({ address, chains, publicKey, purpose }: BitcoinAddress) => ({
  address,
  publicKey,
  chains,
  purpose,
})
