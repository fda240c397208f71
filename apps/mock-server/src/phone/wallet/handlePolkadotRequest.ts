import type { DevWallet } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import * as z from "zod/mini"
import { toStandardChain } from "./networks.ts"
import {
  decodeParams,
  invalidParamsError,
  unsupportedMethodError,
  type WalletResponse,
} from "./WalletResponse.ts"

const MessageParams = z.object({ address: z.string(), message: z.string().check(z.maxLength(100_000)) })
const TransactionParams = z.object({
  address: z.string(),
  transactionPayload: z.looseObject({ address: z.string() }),
})

const Signatures = z.tuple([z.object({ signature: z.string() })])

/** Handles a Polkadot request. Source: the WalletConnect RPC reference, Polkadot. */
export const handlePolkadotRequest = (
  wallet: DevWallet,
  {
    chainId,
    method,
    origin,
    params,
  }: {
    readonly origin: string
    readonly chainId: string
    readonly method: string
    readonly params: unknown
  },
): WalletResponse => {
  const chain = toStandardChain(chainId) ?? null
  const sign = (feature: string, input: object) =>
    Effect.map(wallet.handle(origin, feature, [[input]]), (answer) => Signatures.parse(answer)[0])
  return Effect.gen(function* () {
    switch (method) {
      case "polkadot_signMessage": {
        const { address, message } = yield* decodeParams(MessageParams, params, "{ address, message }")
        return yield* sign("polkadot:signMessage", { address, message: toBase64(message) })
      }
      case "polkadot_signTransaction": {
        const { address, transactionPayload } = yield* decodeParams(
          TransactionParams,
          params,
          "{ address, transactionPayload }",
        )
        if (transactionPayload.address !== address)
          return yield* invalidParamsError("the payload must be of the same address")
        return yield* sign("polkadot:signTransaction", { address, payload: transactionPayload, chain })
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
