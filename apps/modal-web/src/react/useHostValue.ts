import { useEffect, useState } from "react"
import type { HostValues } from "../page/HostValues.ts"
import { useProvidedModal } from "./WModalProvider.ts"

/** Follows a value of the engine while the component is mounted; `initial` until it is known, and while `wanted` is false. */
export const useHostValue = <K extends keyof HostValues>(
  name: K,
  initial: HostValues[K],
  wanted = true,
): HostValues[K] => {
  const { modal } = useProvidedModal()
  const [value, setValue] = useState<HostValues[K] | null>(null)
  useEffect(() => {
    if (!wanted) return
    const stop = modal.watch(name, setValue)
    return () => {
      stop()
      setValue(null)
    }
  }, [modal, name, wanted])
  return value ?? initial
}

/** An action that does nothing yet. */
export const ignore = (): void => {}
