import { type KeyboardEvent, Suspense, useEffect, useId, useRef } from "react"
import { useEngine } from "../binding/EngineContext.tsx"
import { useValue } from "../binding/useValue.ts"
import { errorViews, lateApproval } from "../chunks.ts"
import { useMessages } from "../messages/Translate.tsx"
import { useRoute } from "../routes.tsx"
import { Alert } from "../views/Alert.tsx"
import { restoreProblem } from "../views/connect/restoreProblem.ts"
import { Dialog } from "./Dialog.tsx"
import { Header } from "./Header.tsx"
import { useLoadingMessage } from "./lazyChunk.tsx"
import { Toasts } from "./Toasts.tsx"
import { ViewBoundary } from "./ViewBoundary.tsx"
import { Viewport } from "./Viewport.tsx"

export interface ModalProps {
  readonly dress: () => void
  /** Returns true when a view is to be drawn: while it is open, and, once prepared, until the first opening. */
  readonly draws: (open: boolean) => boolean
}

/** A script of the page cannot see that a key is typed in a field of a closed root, and takes it for a shortcut. */
const keepTyping = (event: KeyboardEvent) => {
  if (event.target instanceof HTMLElement && event.target.matches("input, textarea")) event.stopPropagation()
}

/** The view on top of the stack, in its frame: a dialog, or a card in the page's flow. */
export const Modal = ({ dress, draws }: ModalProps) => {
  const { engine, run, keepsInput } = useEngine()
  const { t, locale } = useMessages()
  const router = useValue(engine.router.state)
  const theme = useValue(engine.theme)
  const card = useRef<HTMLDivElement>(null)
  const id = useId()
  const offered = useValue(engine.connection.late)
  const view = router.history.at(-1) ?? router.history[0]
  const { title, body, lazy } = useRoute(view)
  const instead = useLoadingMessage(lazy)
  const embedded = useValue(engine.embedded)
  const { legal } = engine.options

  const lost = restoreProblem(useValue(engine.connection.state))
  const troubled = useValue(engine.alerts.current) ?? lost

  useEffect(dress, [dress, theme])

  // Loads the messages before the modal opens, so that nothing moves under a pointer.
  useEffect(() => {
    if (troubled !== null) errorViews.prefetch()
  }, [troubled])

  const { refusedCloses } = router
  const shaken = useRef(refusedCloses)
  useEffect(() => {
    if (refusedCloses === shaken.current) return
    shaken.current = refusedCloses
    import("./shake.ts").then(({ shake }) => shake(card.current)).catch(() => {})
  }, [refusedCloses])

  // Each later opening begins with a new view.
  const { open } = router
  if (!draws(open)) return null

  const viewKey = `${router.history.length} ${JSON.stringify(view)}`
  const atStart = router.history.length === 1
  const requestClose = () => run(engine.router.requestClose)
  const goBack = () => run(engine.router.goBack)
  const inside = (
    <>
      <Header
        id={id}
        title={instead === null ? title : t(instead)}
        // A heading that replaces its loading text is a new one: it takes the focus, so screen readers announce it.
        viewKey={`${viewKey} ${instead}`}
        focus={open && (!embedded || router.direction !== "none")}
        onBack={atStart && view._tag !== "UnsupportedChain" ? null : goBack}
        onClose={embedded && atStart ? null : requestClose}
      />
      <Viewport view={view._tag} viewKey={viewKey} direction={router.direction}>
        <Alert />
        <ViewBoundary>
          <Suspense fallback={<div className="waiting">{t("shell.loading")}</div>}>
            {offered && (
              <lateApproval.Show>
                {({ LateApprovalNotice }) => <LateApprovalNotice offer={offered} />}
              </lateApproval.Show>
            )}
            {legal ? (
              <errorViews.Show>
                {({ LegalTerms }) => (
                  <LegalTerms legal={legal} view={view._tag}>
                    {body}
                  </LegalTerms>
                )}
              </errorViews.Show>
            ) : (
              body
            )}
          </Suspense>
        </ViewBoundary>
      </Viewport>
      <Toasts />
    </>
  )

  const typed = keepsInput ? keepTyping : undefined
  return embedded ? (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it ends keys on their way, and is not used by them
    <section
      className="embedded"
      aria-labelledby={id}
      lang={locale}
      onKeyDown={typed}
      onKeyPress={typed}
      onKeyUp={typed}
    >
      <div className="card" ref={card}>
        {inside}
      </div>
    </section>
  ) : (
    <Dialog open={open} labelledBy={id} lang={locale} card={card}>
      {inside}
    </Dialog>
  )
}
