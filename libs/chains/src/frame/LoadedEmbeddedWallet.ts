import type { Namespace } from "@wmodal/protocol"
import type { Connector } from "../contract/Connector.ts"
import type { EmbeddedWallet } from "./EmbeddedWallet.ts"

/** The embedded wallet with its code there. */
export interface LoadedEmbeddedWallet extends Omit<EmbeddedWallet, "connectors" | "user" | "origin"> {
  /** What stands behind the page's connector of a namespace. */
  readonly getConnector: (namespace: Namespace) => Promise<Connector>
}
