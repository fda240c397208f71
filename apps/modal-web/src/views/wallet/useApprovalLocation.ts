import { type LinkedApp, walletConnectId } from "@wmodal/chains/walletconnect"
import type { WalletInfo } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"

/** The place of the user's approval: this browser, an app of this device, or a phone. */
export interface ApprovalLocation {
  readonly where: "here" | "app" | "phone"
  /** The connected wallet; `null` without one. */
  readonly wallet: WalletInfo | null
  readonly app: LinkedApp | null
  /** The parameters of messages that name the place. */
  readonly said: { readonly where: string; readonly app: string }
}

/** Returns the wallet of a chain, and the place where it shows its requests. */
export const useApprovalLocation = (namespace: Namespace | undefined): ApprovalLocation => {
  const { engine } = useEngine()
  const states = useValue(engine.connection.state)
  const chosen = useValue(engine.pairing.app)
  const wallet = (namespace === undefined ? null : getConnected(states, namespace))?.wallet ?? null
  const isRemote = wallet?.connectorId === walletConnectId
  const app = isRemote ? chosen : null
  const where = !isRemote ? "here" : app === null ? "phone" : "app"
  return { where, wallet, app, said: { where, app: app?.name ?? "" } }
}
