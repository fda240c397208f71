import type { Namespace } from "@wmodal/protocol"
import type { ConnectorDescription } from "../wallet/lazyConnector.ts"
import { frameId } from "./EmbeddedWallet.ts"

export const describeFrameConnector = (namespace: Namespace): ConnectorDescription => ({
  id: frameId,
  name: "Auth",
  type: "AUTH",
  namespace,
  icon: null,
  rdns: null,
  explorerId: null,
})
