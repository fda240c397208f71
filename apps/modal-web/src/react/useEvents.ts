import type { EngineEvent } from "@wmodal/core"
import { useEffect } from "react"
import { useProvidedModal, useSelected } from "./WModalProvider.ts"

/**
 * Returns the newest event, and calls `listener` with every one while the component is mounted. The `name` of an event
 * decides the type of its `properties`. Keep the listener stable with `useCallback`.
 */
export const useEvents = (listener?: (event: EngineEvent) => void): EngineEvent | null => {
  const { modal } = useProvidedModal()
  useEffect(() => {
    if (listener === undefined) return
    let last = modal.getState().event
    return modal.subscribe(({ event }) => {
      if (event === null || event === last) return
      last = event
      listener(event)
    })
  }, [modal, listener])
  return useSelected((state) => state.event)
}
