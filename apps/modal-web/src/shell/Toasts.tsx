import { Suspense, useEffect } from "react"
import { useEngine } from "../binding/EngineContext.tsx"
import { useValue } from "../binding/useValue.ts"
import { errorViews } from "../chunks.ts"
import { useMessages } from "../messages/Translate.tsx"
import { useLoadingMessage } from "./lazyChunk.tsx"

/** Two permanent live regions, so that a screen reader announces each new text in them. */
export const Toasts = () => {
  const { engine } = useEngine()
  const { say } = useMessages()
  const toast = useValue(engine.toasts.current)
  const missing = useLoadingMessage(errorViews)
  useEffect(() => {
    if (toast !== null) errorViews.prefetch()
  }, [toast])
  const line = toast && missing === null && (
    <Suspense>
      <errorViews.Show>
        {({ ToastLine }) => <ToastLine key={toast.id} tone={toast.variant} text={say(toast.message)} />}
      </errorViews.Show>
    </Suspense>
  )
  const bad = toast?.variant === "error"
  return (
    <div className="toasts">
      <div role="status">{bad ? null : line}</div>
      <div role="alert">{bad ? line : null}</div>
    </div>
  )
}
