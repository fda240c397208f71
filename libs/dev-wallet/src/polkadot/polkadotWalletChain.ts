import {
  encodeBase64,
  encodeHex,
  framePolkadotMessage,
  isSamePolkadotAccount,
  readSignerPayload,
} from "@wmodal/chains/internal"
import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { invalidParamsError, unauthorizedError } from "../ProviderError.ts"
import { decodeInputs, findNetwork, messageInput } from "../standard/inputs.ts"
import { networksByChain } from "../standard/networksByChain.ts"
import type { StandardNetwork } from "../standard/StandardRequest.ts"
import { makeNode } from "../standard/sendSigned.ts"
import type { WalletChain, WalletChainAccess } from "../standard/WalletChain.ts"
import { mapSignerError } from "../WalletAccess.ts"
import { encodePayload } from "./encodePayload.ts"
import type { PolkadotSigner } from "./PolkadotSigner.ts"

/** The keys and networks of the Polkadot side. It needs no node: it sends nothing. */
export interface PolkadotWalletChainOptions {
  /** The first is selected at the start. */
  readonly signers: readonly [PolkadotSigner, ...PolkadotSigner[]]
  /** The first is the default when a dApp names none. */
  readonly networks: readonly [StandardNetwork, ...StandardNetwork[]]
}

const transactionInput = z.object({
  address: z.string(),
  payload: z.unknown(),
  chain: z.nullish(z.string()),
})

/** The byte before a signature that names its scheme, sr25519. Source: `MultiSignature` of the Polkadot SDK. */
const sr25519Scheme = 1

/** Makes the Polkadot part of a dev wallet. */
export const makePolkadotWalletChain = ({ networks, signers }: PolkadotWalletChainOptions): WalletChain => {
  const chains = networks.map(({ chain }) => chain)
  const title = "Polkadot"
  const [first, ...others] = signers
  const accountOf = ({ address, publicKey }: PolkadotSigner) => ({
    addresses: [{ address, publicKey: encodeBase64(publicKey), chains }] as const,
  })
  const signerOf = (address: string) => {
    const signer = signers.find((one) => isSamePolkadotAccount(one.address, address))
    return signer === undefined
      ? Effect.fail(unauthorizedError("This account is not shared with this dApp."))
      : Effect.succeed(signer)
  }

  const signMessages = (access: WalletChainAccess) =>
    Effect.fnUntraced(function* (origin: string, [inputs]: readonly unknown[]) {
      const messages = yield* decodeInputs(messageInput, inputs, "{ account, message }[]")
      return yield* Effect.forEach(messages, ({ address: named, message }) =>
        Effect.gen(function* () {
          const { address, sign } = yield* signerOf(named)
          yield* access.requireShared(origin, [address])
          yield* access.requireApproval(
            { _tag: "SignBytes", origin, on: title, address, message: encodeHex(message) },
            [address],
          )
          return { signature: encodeHex(yield* mapSignerError(sign(framePolkadotMessage(message)))) }
        }),
      )
    })

  const signTransactions = (access: WalletChainAccess) =>
    Effect.fnUntraced(function* (origin: string, [value]: readonly unknown[]) {
      const inputs = yield* decodeInputs(transactionInput, value, "{ account, payload }[]")
      return yield* Effect.forEach(inputs, ({ address: named, chain, payload: given }) =>
        Effect.gen(function* () {
          const { address, sign } = yield* signerOf(named)
          yield* access.requireShared(origin, [address])
          const payload = yield* Effect.try({
            try: () => readSignerPayload(given),
            catch: (thrown) =>
              invalidParamsError(thrown instanceof Error ? thrown.message : "not a transaction"),
          })
          if (!isSamePolkadotAccount(payload.address, address))
            return yield* invalidParamsError("it is of another account")
          const genesis = networks.find((one) => isOfGenesis(one, payload.genesisHash))
          const network = yield* findNetwork({ networks }, chain ?? genesis?.chain)
          if (network !== genesis) return yield* invalidParamsError("it is for another network")
          yield* access.requireApproval(
            { _tag: "SignPolkadot", origin, network, address, payload: JSON.stringify(payload) },
            [address],
          )
          const signature = yield* mapSignerError(sign(encodePayload(payload)))
          return { signature: encodeHex(Uint8Array.from([sr25519Scheme, ...signature])) }
        }),
      )
    })

  return {
    name: "polkadot",
    title,
    networks,
    nodeOf: () => unreachable,
    accounts: [accountOf(first), ...others.map(accountOf)],
    methods: (access) => ({
      "polkadot:signMessage": signMessages(access),
      "polkadot:signTransaction": signTransactions(access),
    }),
  }
}

const isOfGenesis = ({ chain }: StandardNetwork, genesisHash: string) =>
  networksByChain[chain].id === genesisHash.slice(2, 34)

/** Nothing is read: a request is explained from its own data. */
const unreachable = makeNode((method) =>
  Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } })),
)
