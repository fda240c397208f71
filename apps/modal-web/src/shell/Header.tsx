import { type ReactNode, useEffect, useRef } from "react"
import { useWords } from "../messages/Words.tsx"
import { IconButton } from "../ui/IconButton.tsx"

export interface HeaderProps {
  readonly id: string
  readonly title: ReactNode
  /** Changes with the view: the heading then takes the focus. */
  readonly viewKey: string
  readonly focus: boolean
  readonly onBack: (() => void) | null
  readonly onClose: (() => void) | null
}

/** The view's heading, with the way back and the way out. */
export const Header = ({ id, title, viewKey, focus, onBack, onClose }: HeaderProps) => {
  const { t } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus({ preventScroll: true })
  }, [viewKey, focus])
  return (
    <header>
      {onBack === null ? <span /> : <IconButton icon="back" label={t("shell.back")} onPress={onBack} />}
      <h1 key={viewKey} id={id} tabIndex={-1} ref={heading}>
        <bdi>{title}</bdi>
      </h1>
      {onClose === null ? <span /> : <IconButton icon="close" label={t("shell.close")} onPress={onClose} />}
    </header>
  )
}
