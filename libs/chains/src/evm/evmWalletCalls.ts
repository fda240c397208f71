import { type CaipAddress, hasKey, type Network, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import type { SendOutcome, WalletCalls } from "../contract/WalletCalls.ts"
import { toConnectorReason } from "../wallet/walletErrors.ts"
import { decodeCallsId, decodeCallsStatus } from "./callsStatus.ts"
import { decodeAssets, decodeCapabilities } from "./capabilities.ts"
import { decodeChainId, toChainIdHex } from "./chainId.ts"
import { type Eip1193Provider, requestProvider } from "./Eip1193Provider.ts"
import { findNamedHash, toSendOutcome } from "./evmSendOutcome.ts"
import { toQuantityHex } from "./Hex.ts"
import { decodeSignedChainId } from "./signedTransaction.ts"
import { decodeSignature } from "./walletResponses.ts"
import { decodeHash } from "./wireSchemas.ts"

interface SendTransactionRequest {
  readonly account: CaipAddress
  readonly network: Network
  readonly transaction: ChainTransaction
}

/** Returns the wallet methods beyond signing. Source: EIP-1193, EIP-5792, EIP-7811. */
export const makeEvmWalletCalls = (provider: Eip1193Provider, connectorId: string): WalletCalls => {
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })

  const request = <A>(
    method: string,
    params: readonly unknown[],
    decode: (answer: unknown) => A | null,
  ): Effect.Effect<A, ConnectorError> =>
    requestProvider(provider, method, params).pipe(
      Effect.mapError((thrown) => failed(toConnectorReason(thrown, method))),
      Effect.flatMap((answer) => {
        const decoded = decodeSafely(decode, answer)
        return decoded === null
          ? Effect.fail(failed({ _tag: "Malformed", what: method }))
          : Effect.succeed(decoded)
      }),
    )

  /** Checks the wallet's current network first, because a wallet sends on its own network. */
  const parameters = ({ account, network, transaction }: SendTransactionRequest) =>
    Effect.flatMap(
      request("eth_chainId", [], decodeChainId),
      (chainId): Effect.Effect<readonly [object], ConnectorError> =>
        chainId === decodeChainId(network.id)
          ? Effect.succeed([
              { ...transaction, from: toPlainAddress(account), chainId: toChainIdHex(chainId) },
            ])
          : Effect.fail(failed({ _tag: "Failed", code: null, text: "The wallet is on another network." })),
    )

  return {
    sendTransaction: (sending) =>
      parameters(sending).pipe(
        Effect.flatMap((params) =>
          requestProvider(provider, "eth_sendTransaction", params).pipe(
            Effect.map((answer): SendOutcome => {
              const hash = decodeHash(answer)
              return hash === null
                ? {
                    _tag: "Unknown",
                    hash: findNamedHash(answer),
                    error: failed({ _tag: "Malformed", what: "eth_sendTransaction" }),
                  }
                : { _tag: "Sent", hash }
            }),
            Effect.catch((thrown) => Effect.succeed(toSendOutcome(thrown, connectorId))),
          ),
        ),
        Effect.catch((error) => Effect.succeed<SendOutcome>({ _tag: "NotSent", error })),
      ),
    signTransaction: (sending) =>
      Effect.flatMap(parameters(sending), (params) =>
        request("eth_signTransaction", params, (answer) => decodeSignedTransaction(answer, sending.network)),
      ),
    capabilities: ({ account, network }) =>
      withEvmChainId(network, failed, (chainId) =>
        request("wallet_getCapabilities", [toPlainAddress(account), [toChainIdHex(chainId)]], (answer) =>
          decodeCapabilities(answer, chainId),
        ),
      ).pipe(
        // A wallet that does not support the method has none of the capabilities.
        Effect.catchIf(
          ({ reason }) => reason._tag === "Unsupported",
          () => Effect.succeed({ atomic: "unsupported", assetDiscovery: false } as const),
        ),
      ),
    assets: ({ account, network }) =>
      withEvmChainId(network, failed, (chainId) =>
        request(
          "wallet_getAssets",
          [{ account: toPlainAddress(account), chainFilter: [toChainIdHex(chainId)] }],
          (answer) => decodeAssets(answer, chainId),
        ),
      ),
    sendCalls: ({ account, atomicRequired, calls, id, network }) =>
      withEvmChainId(network, failed, (chainId) =>
        request(
          "wallet_sendCalls",
          [
            {
              version: "2.0.0",
              ...(id !== undefined && { id }),
              from: toPlainAddress(account),
              chainId: toChainIdHex(chainId),
              atomicRequired,
              calls: calls.map(({ data, to, value }) => ({ to, value: toQuantityHex(value), data })),
            },
          ],
          decodeCallsId,
        ),
      ),
    revokeSession: ({ account, id, session: { context, expiry, permissions } }) =>
      request(
        "wallet_revokePermissions",
        [{ pci: id, context, permissions, expiry, address: toPlainAddress(account) }],
        decodeSignature,
      ),
    callsStatus: (id) => request("wallet_getCallsStatus", [id], decodeCallsStatus),
  }
}

/** Decodes a wallet response. Objects that throw when they are read count as undecodable. */
const decodeSafely = <A>(decode: (answer: unknown) => A | null, answer: unknown): A | null => {
  try {
    return decode(answer)
  } catch {
    return null
  }
}

const withEvmChainId = <A>(
  { id, name }: Network,
  failed: (reason: ConnectorReason) => ConnectorError,
  then: (chainId: number) => Effect.Effect<A, ConnectorError>,
): Effect.Effect<A, ConnectorError> => {
  const chainId = decodeChainId(id)
  return chainId === null
    ? Effect.fail(failed({ _tag: "NetworkNotSupported", network: name }))
    : then(chainId)
}

/** Decodes the signed bytes, plain or in Geth's format; `null` if they are for another network. */
const decodeSignedTransaction = (answer: unknown, { id }: Network): string | null => {
  const raw = typeof answer === "object" && answer !== null && hasKey(answer, "raw") ? answer.raw : answer
  const signed = typeof raw === "string" ? decodeSignedChainId(raw) : null
  return signed?.chainId === BigInt(id) ? signed.raw : null
}
