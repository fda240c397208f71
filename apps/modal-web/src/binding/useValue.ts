import { SubscriptionRef } from "@wmodal/protocol"
import { useCallback, useSyncExternalStore } from "react"

/** Returns the current value of an engine ref and renders again on every change. */
export const useValue = <A>(ref: SubscriptionRef.SubscriptionRef<A>): A => {
  const read = () => SubscriptionRef.getUnsafe(ref)
  return useSyncExternalStore(
    useCallback((changed: () => void) => SubscriptionRef.subscribe(ref, changed), [ref]),
    read,
    read,
  )
}
