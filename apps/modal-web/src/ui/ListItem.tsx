import type { ReactNode } from "react"

export interface ListItemProps {
  readonly picture: ReactNode
  readonly title: ReactNode
  readonly detail?: ReactNode
  readonly end?: ReactNode
  readonly label?: string | undefined
  readonly current?: boolean
  /** Shown but disabled for now: a press has no effect. */
  readonly busy?: boolean
  /** Called on hover or focus, because a press may follow. */
  readonly onIntent?: () => void
  readonly onPress: () => void
}

/** One row of a list, whole as a button. */
export const ListItem = ({
  picture,
  title,
  detail,
  end,
  label,
  current,
  busy,
  onIntent,
  onPress,
}: ListItemProps) => (
  <button
    type="button"
    className={busy ? "row skeleton" : "row"}
    onPointerEnter={onIntent}
    onFocus={onIntent}
    onClick={busy ? undefined : onPress}
    aria-disabled={busy || undefined}
    aria-label={label}
    aria-current={current ? "true" : undefined}
  >
    {picture}
    <span className="row-text">
      <span className="row-title">{title}</span>
      {detail && <span className="row-detail">{detail}</span>}
    </span>
    {end}
  </button>
)
