import { base58 } from "@scure/base"
import type { CaipAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import { askFeature, reasonOfRefusal } from "../standard/askFeature.ts"
import { bytesOf } from "../standard/output.ts"
import { addressIn, type StandardChain, standardSession } from "../standard/StandardSession.ts"
import type { ConnectorDescription } from "../wallet/lateConnector.ts"
import { address as addressFrom } from "./address.ts"
import { signatureFrom } from "./answers.ts"
import { guardedSolana } from "./guard/guardedSolana.ts"
import { outcomeOf } from "./outcomeOf.ts"
import { networkOf } from "./solanaChains.ts"

/** A Connector over a wallet of the Wallet Standard. Its code comes late: see `solanaConnectorOf`. */
export const makeSolanaConnector = (wallet: object, description: ConnectorDescription): Connector => {
  const connectorId = description.id
  const session = standardSession(wallet, connectorId, chain)
  const { chainOn, connect, disconnect, events, restore, switchNetwork, use } = session
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  const around = {
    namespace: "solana",
    connectorId,
    wallet,
    chainOn,
    outcomeOf: outcomeOf(connectorId),
  } as const

  return {
    ...description,
    providerFor: guardedSolana(around, session),
    use,
    connect,
    restore,
    disconnect,
    switchNetwork,
    events,
    signMessage: ({ account, message }) =>
      Effect.gen(function* () {
        const feature = "solana:signMessage"
        const shared = session.accountOf(addressIn(account))
        if (shared === null) return yield* failed({ _tag: "Unauthorized" })
        const bytes = new TextEncoder().encode(message)
        const asking = askFeature(wallet, feature, { account: shared.account, message: bytes.slice() })
        const answer = yield* Effect.mapError(asking, (thrown) => failed(reasonOfRefusal(thrown, feature)))
        const signature = signatureFrom(answer)
        const signed = bytesOf(answer, "signedMessage", bytes.length)
        // Of a message that the wallet has put something before, the signature alone is worth nothing.
        if (signature === null || signed === null || signed.join() !== bytes.join())
          return yield* failed({ _tag: "Malformed", what: feature })
        return base58.encode(signature)
      }),
    signTypedData: () => Effect.fail(failed({ _tag: "Unsupported", method: "signTypedData" })),
    calls: Effect.tryPromise({
      try: async () => (await import("./walletCalls.ts")).solanaCalls(wallet, connectorId, session),
      catch: () => failed({ _tag: "NotLoaded" }),
    }),
  }
}

const chain: StandardChain = {
  networkOf,
  connecting: [["standard:connect"]],
  disconnecting: ["standard:disconnect"],
  sessionOf: (shared, network) => {
    // A wallet of several chains shares the accounts of all of them.
    const isHere = (chains: readonly string[]) => chains.some((name) => name.startsWith("solana:"))
    const [first, ...rest] = new Set(
      shared
        .filter(({ address, chains }) => isHere(chains) && addressFrom(address) !== null)
        .map(({ address }): CaipAddress => `${network}:${address}`),
    )
    return first === undefined ? null : { accounts: [first, ...rest], network: null }
  },
}
