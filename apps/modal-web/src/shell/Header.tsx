import { type ReactNode, useEffect, useRef } from "react"
import { useMessages } from "../messages/Translate.tsx"
import { IconButton } from "../ui/IconButton.tsx"

export interface HeaderProps {
  readonly id: string
  readonly title: ReactNode
  /** Changes with the view, which then has a new heading. */
  readonly viewKey: string
  /** True when a new heading takes the focus. */
  readonly focus: boolean
  readonly onBack: (() => void) | null
  readonly onClose: (() => void) | null
}

/** The view's heading with the back and close buttons. */
export const Header = ({ id, title, viewKey, focus, onBack, onClose }: HeaderProps) => {
  const { t } = useMessages()
  return (
    // No landmark: the host page has its own header.
    <header role="none">
      {onBack === null ? <span /> : <IconButton icon="back" label={t("shell.back")} onPress={onBack} />}
      <Heading key={viewKey} id={id} focus={focus}>
        {title}
      </Heading>
      {onClose === null ? <span /> : <IconButton icon="close" label={t("shell.close")} onPress={onClose} />}
    </header>
  )
}

interface HeadingProps {
  readonly id: string
  readonly focus: boolean
  readonly children: ReactNode
}

const Heading = ({ id, focus, children }: HeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus({ preventScroll: true })
  }, [focus])
  return (
    <h1 id={id} tabIndex={-1} ref={heading}>
      <bdi>{children}</bdi>
    </h1>
  )
}
