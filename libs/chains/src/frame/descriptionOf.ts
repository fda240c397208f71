import type { Namespace } from "@wmodal/protocol"
import type { ConnectorDescription } from "../wallet/lateConnector.ts"
import { frameId } from "./Frame.ts"

export const descriptionOf = (namespace: Namespace): ConnectorDescription => ({
  id: frameId,
  name: "Auth",
  type: "AUTH",
  namespace,
  icon: null,
  rdns: null,
  explorerId: null,
})
