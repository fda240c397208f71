import { type KeyboardEvent, type ReactNode, useId, useRef } from "react"

interface Tab<Key extends string> {
  readonly key: Key
  readonly label: string
}

export interface TabsProps<Key extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Key>[]
  readonly current: Key
  readonly onChoose: (key: Key) => void
  /** The panel of the current tab. */
  readonly children: ReactNode
}

/** Returns the index of the tab that a key selects, from `index` among `count` tabs. */
const getTargetIndex = (key: string, index: number, count: number, mirrored: boolean): number | null => {
  switch (key) {
    case mirrored ? "ArrowLeft" : "ArrowRight":
      return (index + 1) % count
    case mirrored ? "ArrowRight" : "ArrowLeft":
      return (index + count - 1) % count
    case "Home":
      return 0
    case "End":
      return count - 1
    default:
      return null
  }
}

/** Tabs that the arrow keys select; one Tab stop. */
export const Tabs = <Key extends string>({ label, tabs, current, onChoose, children }: TabsProps<Key>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const mirrored = event.currentTarget.matches(":dir(rtl)")
    const index = tabs.findIndex(({ key }) => key === current)
    const next = getTargetIndex(event.key, index, tabs.length, mirrored)
    const tab = next === null ? undefined : tabs[next]
    if (next === null || tab === undefined) return
    event.preventDefault()
    onChoose(tab.key)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            className="tab"
            aria-selected={tab.key === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === current ? 0 : -1}
            onClick={() => onChoose(tab.key)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        // A panel without focusable rows is scrollable by keyboard, too. oxlint-disable-next-line
        // jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {children}
      </div>
    </>
  )
}
