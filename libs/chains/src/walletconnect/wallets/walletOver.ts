import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector } from "../../contract/Connector.ts"
import type { ConnectorDescription } from "../../wallet/lateConnector.ts"
import { walletConnectId } from "../WalletConnect.ts"
import type { WalletOver, Wire } from "../Wire.ts"
import { type Approval, approvalOver } from "./Approval.ts"

/** One namespace of a session as a Connector, spoken by the same code as a wallet at hand. See `WalletOver`. */
export const walletOver: WalletOver = async (wire, namespace) => {
  const approval = approvalOver(wire, namespace)
  const description: ConnectorDescription = {
    id: walletConnectId,
    name: "WalletConnect",
    type: "WALLET_CONNECT",
    namespace,
    icon: null,
    rdns: null,
    explorerId: null,
  }
  const connector = await connectorOf(wire, approval, description)
  return {
    ...connector,
    connect: (request) =>
      Effect.suspend(() => {
        approval.begin(request.network?.caipNetworkId ?? null)
        return connector.connect(request)
      }),
    // Whoever made the session ends it.
    disconnect: Effect.void,
  }
}

const connectorOf = async (
  wire: Wire,
  approval: Approval,
  description: ConnectorDescription,
): Promise<Connector> => {
  switch (description.namespace) {
    case "eip155": {
      const { evmConnector } = await import("../../evm/EvmConnector.ts")
      const { eip155Provider } = await import("./eip155Provider.ts")
      return evmConnector(eip155Provider(wire, approval), description)
    }
    case "solana": {
      const { makeSolanaConnector } = await import("../../solana/SolanaConnector.ts")
      const { solanaWallet } = await import("./solanaWallet.ts")
      return following(wire, approval, (moved) =>
        makeSolanaConnector(solanaWallet(approval, moved), description),
      )
    }
    case "bip122": {
      const { makeBitcoinConnector } = await import("../../bitcoin/BitcoinConnector.ts")
      const { bitcoinWallet } = await import("./bitcoinWallet.ts")
      return following(wire, approval, (moved) =>
        makeBitcoinConnector(bitcoinWallet(wire, approval, moved), description),
      )
    }
    default:
      return (await import("./addressConnector.ts")).addressConnector(approval, description)
  }
}

/**
 * A wallet of the Wallet Standard names no network that it is on, and one behind a session may: the connector goes there
 * with it, and says to the session where it has gone.
 * @param make of a connector, with what its wallet calls for as long as somebody listens to it
 */
const following = (wire: Wire, approval: Approval, make: (moved: () => void) => Connector): Connector => {
  /** Where the connector is. */
  let at: CaipNetworkId | null = null
  const connector = make(() => {
    const network = wire.around.networks.find(({ caipNetworkId }) => caipNetworkId === approval.network())
    if (network === undefined || network.caipNetworkId === at) return
    at = network.caipNetworkId
    // Where the wallet shares nothing there, all stays as it is.
    void Effect.runPromise(Effect.result(connector.switchNetwork(network)))
  })
  const arrive = Effect.sync(() => {
    at = approval.network()
  })

  return {
    ...connector,
    connect: (request) => Effect.tap(connector.connect(request), () => arrive),
    restore: Effect.tap(connector.restore, () => arrive),
    switchNetwork: (network) =>
      Effect.tap(connector.switchNetwork(network), () =>
        Effect.sync(() => {
          at = network.caipNetworkId
          approval.use(at)
        }),
      ),
  }
}
