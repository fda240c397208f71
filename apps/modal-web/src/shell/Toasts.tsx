import { Suspense, useEffect } from "react"
import { useEngine } from "../binding/EngineContext.tsx"
import { useValue } from "../binding/useValue.ts"
import { trouble } from "../chunks.ts"
import { useWords } from "../messages/Words.tsx"
import { useMissing } from "./later.tsx"

/** Two live regions that stay, so that a screen reader speaks what is put into them. */
export const Toasts = () => {
  const { engine } = useEngine()
  const { say } = useWords()
  const toast = useValue(engine.toasts.current)
  const missing = useMissing(trouble)
  useEffect(() => {
    if (toast !== null) trouble.prefetch()
  }, [toast])
  const line = toast && missing === null && (
    <Suspense>
      <trouble.Show>
        {({ ToastLine }) => <ToastLine key={toast.id} tone={toast.variant} text={say(toast.message)} />}
      </trouble.Show>
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
