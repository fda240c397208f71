import { useEngine } from "../binding/EngineContext.tsx"
import { useValue } from "../binding/useValue.ts"
import { useWords } from "../messages/Words.tsx"
import { ToastLine } from "../ui/ToastLine.tsx"

/** Two live regions that stay, so that a screen reader speaks what is put into them. */
export const Toasts = () => {
  const { engine } = useEngine()
  const { say } = useWords()
  const toast = useValue(engine.toasts.current)
  const line = toast && <ToastLine key={toast.id} tone={toast.variant} text={say(toast.message)} />
  const bad = toast?.variant === "error"
  return (
    <div className="toasts">
      <div role="status">{bad ? null : line}</div>
      <div role="alert">{bad ? line : null}</div>
    </div>
  )
}
