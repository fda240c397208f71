import { useCallback, useEffect, useRef } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"

export interface FrameCoverProps {
  readonly title: string
}

/** Shows the embedded wallet's own frame over the view that contains it. */
export const FrameCover = ({ title }: FrameCoverProps) => {
  const { engine, run, frame } = useEngine()
  const place = useRef<HTMLDivElement>(null)
  const theme = useValue(engine.theme)
  const isFirst = useValue(engine.router.state).history.length === 1
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
  return <div ref={place} hidden />
}
