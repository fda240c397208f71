import type { CaipAddress, Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import type { SendOutcome, WalletCalls } from "../contract/WalletCalls.ts"
import { reasonOf } from "../wallet/thrown.ts"
import { callsIdFrom, callsStatusFrom } from "./callsStatus.ts"
import { assetsFrom, capabilitiesFrom } from "./capabilities.ts"
import { chainIdFrom, chainIdToHex } from "./chainId.ts"
import { ask, type Eip1193Provider } from "./Eip1193Provider.ts"
import { quantityToHex } from "./Hex.ts"
import { hashFrom } from "./quantity.ts"
import { hashNamedIn, outcomeOfThrown } from "./sendOutcome.ts"
import { chainIdOfSigned } from "./signedTransaction.ts"

interface Sending {
  readonly account: CaipAddress
  readonly network: Network
  readonly transaction: ChainTransaction
}

/** What is asked of a connected wallet, beyond signing. Source: EIP-1193, EIP-5792, EIP-7811. */
export const walletCalls = (provider: Eip1193Provider, connectorId: string): WalletCalls => {
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })

  const request = <A>(
    method: string,
    params: readonly unknown[],
    decode: (answer: unknown) => A | null,
  ): Effect.Effect<A, ConnectorError> =>
    ask(provider, method, params).pipe(
      Effect.mapError((thrown) => failed(reasonOf(thrown, method))),
      Effect.flatMap((answer) => {
        const decoded = decodedBy(decode, answer)
        return decoded === null
          ? Effect.fail(failed({ _tag: "Malformed", what: method }))
          : Effect.succeed(decoded)
      }),
    )

  /** A wallet sends on the network that it is on: the question is not put to one that is elsewhere. */
  const parameters = ({ account, network, transaction }: Sending) =>
    Effect.flatMap(
      request("eth_chainId", [], chainIdFrom),
      (chainId): Effect.Effect<readonly [object], ConnectorError> =>
        chainId === chainIdFrom(network.id)
          ? Effect.succeed([{ ...transaction, from: addressIn(account), chainId: chainIdToHex(chainId) }])
          : Effect.fail(failed({ _tag: "Failed", code: null, text: "The wallet is on another network." })),
    )

  return {
    sendTransaction: (sending) =>
      parameters(sending).pipe(
        Effect.flatMap((params) =>
          ask(provider, "eth_sendTransaction", params).pipe(
            Effect.map((answer): SendOutcome => {
              const hash = hashFrom(answer)
              return hash === null
                ? {
                    _tag: "Unknown",
                    hash: hashNamedIn(answer),
                    error: failed({ _tag: "Malformed", what: "eth_sendTransaction" }),
                  }
                : { _tag: "Sent", hash }
            }),
            Effect.catch((thrown) => Effect.succeed(outcomeOfThrown(thrown, connectorId))),
          ),
        ),
        Effect.catch((error) => Effect.succeed<SendOutcome>({ _tag: "NotSent", error })),
      ),
    signTransaction: (sending) =>
      Effect.flatMap(parameters(sending), (params) =>
        request("eth_signTransaction", params, (answer) => signedFor(answer, sending.network)),
      ),
    capabilities: ({ account, network }) =>
      onNetwork(network, failed, (chainId) =>
        request("wallet_getCapabilities", [addressIn(account), [chainIdToHex(chainId)]], (answer) =>
          capabilitiesFrom(answer, chainId),
        ),
      ).pipe(
        // A wallet that does not know the question can do nothing of what it asks for.
        Effect.catchIf(
          ({ reason }) => reason._tag === "Unsupported",
          () => Effect.succeed({ atomic: "unsupported", assetDiscovery: false } as const),
        ),
      ),
    assets: ({ account, network }) =>
      onNetwork(network, failed, (chainId) =>
        request(
          "wallet_getAssets",
          [{ account: addressIn(account), chainFilter: [chainIdToHex(chainId)] }],
          (answer) => assetsFrom(answer, chainId),
        ),
      ),
    sendCalls: ({ account, atomicRequired, calls, id, network }) =>
      onNetwork(network, failed, (chainId) =>
        request(
          "wallet_sendCalls",
          [
            {
              version: "2.0.0",
              ...(id !== undefined && { id }),
              from: addressIn(account),
              chainId: chainIdToHex(chainId),
              atomicRequired,
              calls: calls.map(({ data, to, value }) => ({ to, value: quantityToHex(value), data })),
            },
          ],
          callsIdFrom,
        ),
      ),
    callsStatus: (id) => request("wallet_getCallsStatus", [id], callsStatusFrom),
  }
}

/** A decoder of what a wallet answers may meet objects that throw when they are read. */
const decodedBy = <A>(decode: (answer: unknown) => A | null, answer: unknown): A | null => {
  try {
    return decode(answer)
  } catch {
    return null
  }
}

const onNetwork = <A>(
  { id, name }: Network,
  failed: (reason: ConnectorReason) => ConnectorError,
  then: (chainId: number) => Effect.Effect<A, ConnectorError>,
): Effect.Effect<A, ConnectorError> => {
  const chainId = chainIdFrom(id)
  return chainId === null
    ? Effect.fail(failed({ _tag: "NetworkNotSupported", network: name }))
    : then(chainId)
}

/** The signed bytes, alone or as Geth gives them; `null` where they are for another network. */
const signedFor = (answer: unknown, { id }: Network): string | null => {
  const raw = typeof answer === "object" && answer !== null && "raw" in answer ? answer.raw : answer
  const signed = typeof raw === "string" ? chainIdOfSigned(raw) : null
  return signed?.chainId === BigInt(id) ? signed.raw : null
}

const addressIn = (account: CaipAddress) => account.slice(account.lastIndexOf(":") + 1)
