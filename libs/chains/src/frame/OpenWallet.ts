import type { Namespace } from "@wmodal/protocol"
import type { Connector } from "../contract/Connector.ts"
import type { EmbeddedWallet } from "./Frame.ts"

/** The embedded wallet with its code there. */
export interface OpenWallet extends Omit<EmbeddedWallet, "connectors" | "user" | "origin"> {
  /** What stands behind the page's connector of a namespace. */
  readonly behind: (namespace: Namespace) => Promise<Connector>
}
