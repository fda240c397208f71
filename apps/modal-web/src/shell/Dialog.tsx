import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import { useEngine } from "../binding/EngineContext.tsx"
import { openDialog } from "./openDialog.ts"

export interface DialogProps {
  /** False while it is drawn in advance. */
  readonly open: boolean
  readonly labelledBy: string
  readonly lang: string
  readonly card: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/** A modal dialog, invisible while it is not open. */
export const Dialog = ({ open, labelledBy, lang, card, children }: DialogProps) => {
  const { engine, run, keepsInput } = useEngine()
  const dialog = useRef<HTMLDialogElement>(null)
  const grip = useRef<HTMLDivElement>(null)

  // Lays it out without a frame that shows it: the opening would wait for the fonts and the shapes of the texts. The
  // scroll forces the layout.
  useEffect(() => {
    const element = dialog.current
    if (open || element === null) return
    element.open = true
    element.scrollTo(0, 0)
    element.open = false
  }, [open])

  useLayoutEffect(
    () =>
      !open || dialog.current === null
        ? undefined
        : openDialog(dialog.current, {
            card: card.current,
            grip: grip.current,
            keepsInput,
            onRequestClose: () => run(engine.router.requestClose),
          }),
    [open, card, engine, run, keepsInput],
  )

  return (
    <dialog ref={dialog} aria-labelledby={labelledBy} lang={lang}>
      <div className="card" ref={card}>
        {children}
        <div className="grip" ref={grip} />
      </div>
    </dialog>
  )
}
