import { makeBitcoinConnector } from "../bitcoin/BitcoinConnector.ts"
import { bitcoinWallet } from "./bitcoinWallet.ts"
import type { ConnectorBehind } from "./ConnectorBehind.ts"
import { followingConnector } from "./followingConnector.ts"

export const bitcoinBehind: ConnectorBehind = (wire, approval, description) =>
  followingConnector(wire, approval, (moved) =>
    makeBitcoinConnector(bitcoinWallet(wire, approval, moved), description),
  )
