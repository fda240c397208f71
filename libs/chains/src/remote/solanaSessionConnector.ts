import { makeSolanaConnector } from "../solana/SolanaConnector.ts"
import { networkTrackingConnector } from "./networkTrackingConnector.ts"
import type { SessionConnectorFactory } from "./SessionConnectorFactory.ts"
import { solanaWallet } from "./solanaWallet.ts"

export const solanaSessionConnector: SessionConnectorFactory = (wire, approval, description) =>
  networkTrackingConnector(wire, approval, (moved) =>
    makeSolanaConnector(solanaWallet(approval, moved), description),
  )
