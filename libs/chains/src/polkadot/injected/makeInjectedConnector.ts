import type { Connector } from "../../contract/Connector.ts"
import type { ConnectorDescription } from "../../wallet/lazyConnector.ts"
import { makePolkadotConnector } from "../PolkadotConnector.ts"
import { makeInjectedWallet } from "./InjectedWallet.ts"

/** Makes the Connector of an entry of `injectedWeb3`. @param page the name of the page */
export const makeInjectedConnector = (
  entry: object,
  description: ConnectorDescription,
  page: string,
): Connector => makePolkadotConnector(makeInjectedWallet(entry, description.name, page), description, true)
