import type { Engine } from "@wmodal/core"
import type { Effect } from "effect"
import { createContext, useContext } from "react"
import type { DeviceContext } from "./DeviceContext.ts"
import type { PageFrame } from "./PageFrame.ts"

export interface Binding {
  readonly engine: Engine
  /** Starts an action of the engine, which ends with the modal. Failures show in the engine's state. */
  readonly run: (action: Effect.Effect<unknown, unknown>) => void
  readonly place: DeviceContext
  /** False when the page wants to hear of the dialogs' input. */
  readonly keepsInput: boolean
  /** Returns the embedded wallet's frame on this page. The first call loads its code. */
  readonly frame: () => Promise<PageFrame>
}

const EngineContext = createContext<Binding | null>(null)

export const EngineProvider = EngineContext.Provider

export const useEngine = (): Binding => {
  const binding = useContext(EngineContext)
  if (binding === null) throw new Error("A view was rendered outside the modal.")
  return binding
}
