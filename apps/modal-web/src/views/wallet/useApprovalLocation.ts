import { type LinkedApp, walletConnectId } from "@wmodal/chains/walletconnect"
import type { Namespace } from "@wmodal/protocol"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"

/** The place of the user's approval: this browser, an app of this device, or a phone. */
export interface ApprovalLocation {
  readonly where: "here" | "app" | "phone"
  readonly app: LinkedApp | null
  /** The parameters of messages that name the place. */
  readonly said: { readonly where: string; readonly app: string }
}

/** Returns the place where the wallet of a chain shows its requests. */
export const useApprovalLocation = (namespace: Namespace | undefined): ApprovalLocation => {
  const { engine } = useEngine()
  const states = useValue(engine.connection.state)
  const chosen = useValue(engine.pairing.app)
  const connected = namespace === undefined ? null : getConnected(states, namespace)
  const app = connected?.wallet.connectorId === walletConnectId ? chosen : null
  const where = connected?.wallet.connectorId !== walletConnectId ? "here" : app === null ? "phone" : "app"
  return { where, app, said: { where, app: app?.name ?? "" } }
}
