import { useCallback, useEffect, useRef } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"

/**
 * An approval in the embedded wallet's own frame, which covers this view. This content is visible only if the frame
 * does not load.
 */
export const ApproveTransaction = () => {
  const { engine, run, frame } = useEngine()
  const { t } = useMessages()
  const place = useRef<HTMLDivElement>(null)
  const theme = useValue(engine.theme)
  const isFirst = useValue(engine.router.state).history.length === 1
  const title = t("title.ApproveTransaction")
  const dress = useCallback(() => {
    frame().then(
      (shown) => shown.dress(),
      () => {},
    )
  }, [frame])
  useEffect(dress, [dress, theme])
  useEffect(() => {
    let hide: (() => void) | null = null
    let isOver = false
    frame().then(
      ({ show }) => {
        if (isOver) return
        hide = show({
          title,
          above: place.current?.closest("dialog") ?? null,
          onBack: isFirst ? null : () => run(engine.router.goBack),
          onClose: () => run(engine.router.requestClose),
        })
      },
      () => {},
    )
    return () => {
      isOver = true
      hide?.()
    }
  }, [engine, run, frame, title, isFirst])
  return (
    <div className="approving" ref={place}>
      <PendingStatus
        picture={
          <span className="picture" data-size="big" data-quiet="">
            <Icon name="pen" />
          </span>
        }
        ring="turning"
        title={t("approve.title")}
        text={t("approve.text")}
      />
    </div>
  )
}
