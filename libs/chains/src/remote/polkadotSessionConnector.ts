import { makePolkadotConnector } from "../polkadot/PolkadotConnector.ts"
import { networkTrackingConnector } from "./networkTrackingConnector.ts"
import { polkadotWallet } from "./polkadotWallet.ts"
import type { SessionConnectorFactory } from "./SessionConnectorFactory.ts"

export const polkadotSessionConnector: SessionConnectorFactory = (wire, approval, description) =>
  networkTrackingConnector(wire, approval, (moved) =>
    makePolkadotConnector(polkadotWallet(wire, approval, moved), description),
  )
