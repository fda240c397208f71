import type { Connector, WalletSession } from "@wmodal/chains"
import { type Namespace, namespaces } from "@wmodal/protocol"
import type { WalletInfo } from "./Connection.ts"

/** Returns the wallet's name and icon; over a relay they come from the session. */
export const toWalletInfo = ({ id, name, icon }: Connector, session?: WalletSession): WalletInfo => ({
  connectorId: id,
  name,
  icon,
  ...session?.wallet,
})

/** Returns the namespace of the session, which may differ from the requested one. */
export const getSessionNamespace = ({ accounts: [account] }: WalletSession, asked: Connector): Namespace =>
  namespaces.find((one) => account.startsWith(`${one}:`)) ?? asked.namespace
