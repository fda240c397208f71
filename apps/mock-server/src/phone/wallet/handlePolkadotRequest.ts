import { isSamePolkadotAccount, readSignerPayload } from "@wmodal/chains/internal"
import { type DevWallet, ProviderError } from "@wmodal/dev-wallet"
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

const Signer = z.object({ address: z.nullish(z.string()) })
const MessageParams = z.object({ message: z.string().check(z.maxLength(100_000)) })
const TransactionParams = z.object({ transactionPayload: z.looseObject({ address: z.nullish(z.string()) }) })

const Signatures = z.tuple([z.object({ signature: z.string() })])

/**
 * Handles a Polkadot request. An address is that of any network, and may be left out. Source: the WalletConnect RPC
 * reference, Polkadot.
 */
export const handlePolkadotRequest = (
  wallet: DevWallet,
  {
    address: own,
    chainId,
    method,
    origin,
    params,
  }: {
    readonly origin: string
    readonly chainId: string
    /** The address of the account that the dApp sees. */
    readonly address: string
    readonly method: string
    readonly params: unknown
  },
): WalletResponse => {
  const chain = toStandardChain(chainId) ?? null
  const sign = (feature: string, input: object) =>
    Effect.map(wallet.handle(origin, feature, [[input]]), (answer) => Signatures.parse(answer)[0])
  return Effect.gen(function* () {
    const { address: named } = yield* decodeParams(Signer, params, "{ address, … }")
    const address = named || own
    if (!isSamePolkadotAccount(address, own))
      return yield* new ProviderError({
        code: 4100,
        message: "address is not an account that the wallet shares.",
      })
    switch (method) {
      case "polkadot_signMessage": {
        const { message } = yield* decodeParams(MessageParams, params, "{ address, message }")
        return yield* sign("polkadot:signMessage", { address, message: toBase64(message) })
      }
      case "polkadot_signTransaction": {
        const { transactionPayload: given } = yield* decodeParams(
          TransactionParams,
          params,
          "{ address, transactionPayload }",
        )
        const payload = yield* readParams(() =>
          readSignerPayload({ ...given, address: given.address || address }),
        )
        if (!isSamePolkadotAccount(payload.address, address))
          return yield* invalidParamsError("address and that of transactionPayload differ.")
        return yield* sign("polkadot:signTransaction", { address, payload, chain })
      }
      default:
        return yield* unsupportedMethodError(method)
    }
  })
}

/** Wallets read 0x-hex as bytes, any other text as itself. */
const toBase64 = (message: string): string =>
  (/^0x(?:[0-9a-f]{2})*$/i.test(message)
    ? Buffer.from(message.slice(2), "hex")
    : Buffer.from(message)
  ).toString("base64")
