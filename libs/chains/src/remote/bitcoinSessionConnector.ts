import { makeBitcoinConnector } from "../bitcoin/BitcoinConnector.ts"
import { bitcoinWallet } from "./bitcoinWallet.ts"
import { networkTrackingConnector } from "./networkTrackingConnector.ts"
import type { SessionConnectorFactory } from "./SessionConnectorFactory.ts"

export const bitcoinSessionConnector: SessionConnectorFactory = (wire, approval, description) =>
  networkTrackingConnector(wire, approval, (moved) =>
    makeBitcoinConnector(bitcoinWallet(wire, approval, moved), description),
  )
