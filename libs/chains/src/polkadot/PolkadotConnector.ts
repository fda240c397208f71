import { hex } from "@scure/base"
import { type CaipAddress, type CaipNetworkId, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import type { AccountDetails, Connector } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { WalletCalls } from "../contract/WalletCalls.ts"
import { makeStandardMembers } from "../standard/makeStandardMembers.ts"
import { requestFeature } from "../standard/requestFeature.ts"
import { makeStandardSession, type StandardChain, type StandardSession } from "../standard/StandardSession.ts"
import type { ConnectorDescription } from "../wallet/lazyConnector.ts"
import { toNotSent } from "../wallet/sendOutcome.ts"
import { toConnectorReason } from "../wallet/walletErrors.ts"
import { decodeAccount, formatAddress, isSameAccount } from "./addresses.ts"
import { makeGuardedPolkadot } from "./guard/guardedPolkadot.ts"
import { parseSignerPayload } from "./payload/SignerPayload.ts"
import { toNetworkOfGenesis, toPolkadotNetworkId } from "./polkadotChains.ts"
import { decodePolkadotSignature } from "./walletResponses.ts"

/**
 * Makes a Connector over a wallet object in the shape of the Wallet Standard, with the features
 * `polkadot:signMessage` and `polkadot:signTransaction`.
 * @param isOnEveryNetwork true for a wallet that lists no networks, as injected ones, and signs for any
 */
export const makePolkadotConnector = (
  wallet: object,
  description: ConnectorDescription,
  isOnEveryNetwork = false,
): Connector => {
  const connectorId = description.id
  const session = makeStandardSession(wallet, connectorId, makePolkadotChain(isOnEveryNetwork))
  const deps = {
    namespace: "polkadot",
    connectorId,
    wallet,
    chainOn: session.findChain,
    // No request sends a transaction.
    outcomeOf: (thrown: unknown, feature: string) =>
      toNotSent(connectorId, toConnectorReason(thrown, feature)),
  } as const

  return {
    ...makeStandardMembers(wallet, description, session, {
      feature: "polkadot:signMessage",
      decode: (answer) => decodePolkadotSignature(answer)?.signature ?? null,
    }),
    getProvider: makeGuardedPolkadot(deps, session),
    calls: Effect.succeed(makePolkadotCalls(wallet, connectorId, session)),
  }
}

const makePolkadotChain = (isOnEveryNetwork: boolean): StandardChain => ({
  toNetworkId: toPolkadotNetworkId,
  ...(isOnEveryNetwork && { findChain: (network) => toPolkadotNetworkId(network) }),
  isSameAddress: isSameAccount,
  connecting: [["polkadot:connect"], ["standard:connect"]],
  disconnecting: ["polkadot:disconnect", "standard:disconnect"],
  makeSession: (shared, network) => {
    const here = new Map<string, AccountDetails>()
    for (const { address, chains } of shared) {
      const account = decodeAccount(address)
      // A multi-chain wallet shares the accounts of all its chains, and some accounts are for one network only.
      if (account !== null && isForNetwork(chains, network, isOnEveryNetwork))
        here.set(formatAddress(address, network), { type: "eoa", publicKey: hex.encode(account) })
    }
    const [first, ...rest] = [...here.keys()].map((address): CaipAddress => `${network}:${address}`)
    return first === undefined
      ? null
      : { accounts: [first, ...rest], network: null, details: Object.fromEntries(here) }
  },
})

const isForNetwork = (chains: readonly string[], network: CaipNetworkId, isOnEveryNetwork: boolean) =>
  chains.includes(network) || (isOnEveryNetwork && chains.length === 0)

/** The requests beyond messages: a wallet signs transactions and sends none. */
const makePolkadotCalls = (wallet: object, connectorId: string, session: StandardSession): WalletCalls => {
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  const unsupported = (method: string) => Effect.fail(failed({ _tag: "Unsupported", method }))
  return {
    sendTransaction: () =>
      Effect.succeed(toNotSent(connectorId, { _tag: "Unsupported", method: "sendTransaction" })),
    signTransaction: ({ account, network, transaction }) =>
      Effect.gen(function* () {
        const feature = "polkadot:signTransaction"
        const shared = session.findAccount(toPlainAddress(account))
        const payload = parseSignerPayload(transaction["payload"])
        const chain = session.findChain(network.caipNetworkId)
        if (shared === null) return yield* failed({ _tag: "Unauthorized" })
        if (chain === null) return yield* failed({ _tag: "NetworkNotSupported", network: network.name })
        if (payload === null || toNetworkOfGenesis(payload.genesisHash) !== network.caipNetworkId)
          return yield* failed({ _tag: "Malformed", what: "payload" })
        const asking = requestFeature(wallet, feature, {
          account: shared.account,
          payload: { ...payload, address: shared.address },
          chain,
        })
        const answer = yield* Effect.mapError(asking, (thrown) => failed(toConnectorReason(thrown, feature)))
        const signed = decodePolkadotSignature(answer)
        return signed === null ? yield* failed({ _tag: "Malformed", what: feature }) : signed.signature
      }),
    capabilities: () => Effect.succeed({ atomic: "unsupported", assetDiscovery: false }),
    assets: () => unsupported("assets"),
    sendCalls: () => unsupported("sendCalls"),
    callsStatus: () => unsupported("callsStatus"),
  }
}
