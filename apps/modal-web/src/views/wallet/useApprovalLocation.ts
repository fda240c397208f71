import { type LinkedApp, walletConnectId } from "@wmodal/chains/walletconnect"
import type { Namespace } from "@wmodal/protocol"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"

/** Where a person answers: in this browser, in an app of this machine, or on a phone. */
export interface ApprovalLocation {
  readonly where: "here" | "app" | "phone"
  readonly app: LinkedApp | null
  /** For the words that say so. */
  readonly said: { readonly where: string; readonly app: string }
}

/** Where the wallet of a chain shows its questions. */
export const useApprovalLocation = (namespace: Namespace | undefined): ApprovalLocation => {
  const { engine } = useEngine()
  const states = useValue(engine.connection.state)
  const chosen = useValue(engine.pairing.app)
  const connected = namespace === undefined ? null : getConnected(states, namespace)
  const app = connected?.wallet.connectorId === walletConnectId ? chosen : null
  const where = connected?.wallet.connectorId !== walletConnectId ? "here" : app === null ? "phone" : "app"
  return { where, app, said: { where, app: app?.name ?? "" } }
}
