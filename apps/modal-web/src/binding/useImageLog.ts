import { useEffect } from "react"
import { useEngine } from "./EngineContext.tsx"

/** Adds the host of a shown picture to the network log. */
export const useImageLog = (source: string | null) => {
  const { addImage } = useEngine().engine.networkLog
  useEffect(() => {
    if (source !== null) addImage(source)
  }, [addImage, source])
}
