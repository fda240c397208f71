import type { Namespace } from "@wmodal/protocol"
import type { Connector } from "../contract/Connector.ts"
import type { EmbeddedWallet } from "./EmbeddedWallet.ts"

/** The embedded wallet after its code was loaded. */
export interface LoadedEmbeddedWallet extends Omit<EmbeddedWallet, "connectors" | "user" | "origin"> {
  /** Returns the loaded connector of a namespace. */
  readonly getConnector: (namespace: Namespace) => Promise<Connector>
}
