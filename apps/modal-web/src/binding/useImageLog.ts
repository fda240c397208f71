import { useEffect } from "react"
import { useEngine } from "./EngineContext.tsx"
import { useValue } from "./useValue.ts"

/**
 * Returns the picture to show, and adds its host to the network log. A view that is drawn before the modal opens
 * requests nothing from another host: `null` then.
 */
export const useImageLog = (image: string | null): string | null => {
  const { networkLog, router } = useEngine().engine
  const { addImage } = networkLog
  const source = useValue(router.state).open || image?.startsWith("data:") ? image : null
  useEffect(() => {
    if (source !== null) addImage(source)
  }, [addImage, source])
  return source
}
