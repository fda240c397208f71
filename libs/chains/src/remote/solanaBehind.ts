import { makeSolanaConnector } from "../solana/SolanaConnector.ts"
import type { ConnectorBehind } from "./ConnectorBehind.ts"
import { followingConnector } from "./followingConnector.ts"
import { solanaWallet } from "./solanaWallet.ts"

export const solanaBehind: ConnectorBehind = (wire, approval, description) =>
  followingConnector(wire, approval, (moved) =>
    makeSolanaConnector(solanaWallet(approval, moved), description),
  )
