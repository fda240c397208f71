import { type CaipAddress, Feed, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector, ConnectorEvent, WalletSession } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import { connectDetached } from "../wallet/connectDetached.ts"
import { errorCodes, toConnectorReason } from "../wallet/walletErrors.ts"
import { decodeChainId, toCaipNetworkId } from "./chainId.ts"
import { type Eip1193Provider, requestProvider } from "./Eip1193Provider.ts"
import { describeConnector, type EvmConnectorInfo } from "./EvmConnectorInfo.ts"
import { guardProvider } from "./guard/guardProvider.ts"
import { encodeTextHex } from "./Hex.ts"
import { awaitLinkLoss, isLinkLost, linkLost, tryAgainLaterCode } from "./linkLoss.ts"
import { noteLink } from "./lostProviders.ts"
import { switchNetwork } from "./switchNetwork.ts"
import { decodeAccounts, decodeSignature } from "./walletResponses.ts"

/** Returns a Connector for any EIP-1193 provider. */
export const evmConnector = (provider: Eip1193Provider, info: EvmConnectorInfo): Connector => {
  // `accountsChanged` contains no network, so the last reported one is used.
  let chainId: number | null = null

  const orFail = <A>(effect: Effect.Effect<A, ConnectorReason>) =>
    Effect.mapError(effect, (reason) => new ConnectorError({ connectorId: info.id, reason }))

  const request = <A>(
    method: string,
    params: readonly unknown[] | undefined,
    decode: (answer: unknown) => A | null,
  ): Effect.Effect<A, ConnectorReason> =>
    requestProvider(provider, method, params).pipe(
      Effect.mapError((thrown) => toConnectorReason(thrown, method)),
      Effect.flatMap((answer) => {
        const decoded = decode(answer)
        return decoded === null
          ? Effect.fail<ConnectorReason>({ _tag: "Malformed", what: method })
          : Effect.succeed(decoded)
      }),
    )

  const requestSignature = (method: string, params: readonly unknown[]) =>
    request(method, params, decodeSignature).pipe(
      Effect.filterOrFail(
        (signature) => signature !== "0x",
        (): ConnectorReason => ({ _tag: "SignedOnChain" }),
      ),
    )

  const readChainId = Effect.tap(request("eth_chainId", undefined, decodeChainId), (id) =>
    Effect.sync(() => {
      chainId = id
    }),
  )

  const session = (method: "eth_requestAccounts" | "eth_accounts") =>
    Effect.gen(function* () {
      const [first, ...rest] = yield* request(method, undefined, decodeAccounts)
      if (first === undefined) return yield* Effect.fail<ConnectorReason>({ _tag: "Locked" })
      const id = yield* readChainId
      const found: WalletSession = {
        accounts: toCaipAddresses(id, first, rest),
        network: toCaipNetworkId(id),
      }
      return found
    })

  const eventOf = (name: (typeof eventNames)[number], value: unknown): ConnectorEvent | null => {
    switch (name) {
      case "accountsChanged": {
        const accounts = decodeAccounts(value)
        if (accounts === null) return null
        const [first, ...rest] = accounts
        if (first === undefined) return { _tag: "Disconnected" }
        // Before a session has reported the network there is no account to change, but one to ask for.
        return chainId === null
          ? { _tag: "Returned" }
          : { _tag: "AccountsChanged", accounts: toCaipAddresses(chainId, first, rest) }
      }
      case "chainChanged": {
        const id = decodeChainId(value)
        if (id === null) return null
        chainId = id
        return { _tag: "NetworkChanged", network: toCaipNetworkId(id) }
      }
      case "disconnect": {
        if (errorCodes(value).includes(tryAgainLaterCode)) return null
        if (!isLinkLost(value)) return { _tag: "Disconnected" }
        noteLink(provider, true)
        return { _tag: "Disconnected", cause: new ConnectorError({ connectorId: info.id, reason: linkLost }) }
      }
      case "connect":
        noteLink(provider, false)
        return { _tag: "Returned" }
    }
  }

  return {
    ...describeConnector(info),
    getProvider: guardProvider(provider, info.id),
    connect: ({ onLateApproval }) =>
      Effect.raceFirst(
        connectDetached(orFail(session("eth_requestAccounts")), onLateApproval),
        orFail(awaitLinkLoss(provider)),
      ),
    restore: orFail(session("eth_accounts")),
    disconnect: orFail(
      requestProvider(provider, "wallet_revokePermissions", [{ eth_accounts: {} }]).pipe(
        Effect.mapError((thrown) => toConnectorReason(thrown, "wallet_revokePermissions")),
        // Many wallets cannot revoke the permission.
        Effect.catch((reason) => (reason._tag === "Unsupported" ? Effect.void : Effect.fail(reason))),
        Effect.asVoid,
      ),
    ),
    switchNetwork: (network) => orFail(switchNetwork(provider, network)),
    signMessage: ({ account, message }) =>
      orFail(requestSignature("personal_sign", [encodeTextHex(message), toPlainAddress(account)])),
    signTypedData: ({ account, typedData }) =>
      orFail(requestSignature("eth_signTypedData_v4", [toPlainAddress(account), typedData])),
    calls: Effect.tryPromise({
      try: async () => (await import("./evmWalletCalls.ts")).makeEvmWalletCalls(provider, info.id),
      catch: () => new ConnectorError({ connectorId: info.id, reason: { _tag: "ChunkLoadFailed" } }),
    }),
    events: Effect.succeed(
      Feed.fromListener((emit) =>
        Effect.gen(function* () {
          for (const name of eventNames) {
            const listener = (value: unknown) => {
              const event = eventOf(name, value)
              if (event !== null) emit(event)
            }
            yield* Effect.acquireRelease(
              ignoreErrors(() => provider.on?.(name, listener)),
              () => ignoreErrors(() => provider.removeListener?.(name, listener)),
            )
          }
        }),
      ),
    ),
  }
}

const eventNames = ["accountsChanged", "chainChanged", "disconnect", "connect"] as const

/** Ignores exceptions, because a provider may have no events or throw when a listener is added. */
const ignoreErrors = (run: () => unknown) =>
  Effect.sync(() => {
    try {
      run()
    } catch {
      // The wallet works without its events, so there is no error to report.
    }
  })

const toCaipAddresses = (
  chainId: number,
  first: string,
  rest: readonly string[],
): readonly [CaipAddress, ...CaipAddress[]] => [
  `eip155:${chainId}:${first}`,
  ...rest.map((address): CaipAddress => `eip155:${chainId}:${address}`),
]
