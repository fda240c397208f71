import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { type CacheSnapshot, Virtualizer, type VirtualizerHandle } from "virtua"

/** Where a person left a list. */
export interface ListPosition {
  readonly offset: number
  readonly sizes: CacheSnapshot
  readonly count: number
}

export interface LongListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly render: (item: Item) => ReactNode
  /** How many there are in all; `null` while nobody knows. */
  readonly total: number | null
  /** How many stand beside each other. */
  readonly columns?: number
  /** Pixels that most items are high. */
  readonly itemSize: number
  /** Where to begin; `null` at the top. */
  readonly place?: ListPosition | null
  /** Told where the list was left. */
  readonly onLeave?: (place: ListPosition) => void
}

/** What scrolls around it, in this shadow root. */
const findScroller = (element: Element | null) => element?.closest<HTMLElement>(".viewport") ?? null

/** Those that stand beside each other. */
const toLines = <Item,>(items: readonly Item[], columns: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / columns) }, (_, line) =>
    items.slice(line * columns, (line + 1) * columns),
  )

/** What has the focus stays, and what the Tab key leads to from there, however far it is scrolled away. */
const getNeighbours = (index: number, count: number): readonly number[] =>
  [index - 1, index, index + 1].filter((one) => one >= 0 && one < count)

/** A list of any length: only what is seen of it is there. It scrolls with the view around it. */
export const LongList = <Item,>(props: LongListProps<Item>) => {
  const { label, items, keyOf, render, total, columns = 1, itemSize, place = null } = props
  const lines = toLines(items, columns)
  const list = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLElement | null>(null)
  const handle = useRef<VirtualizerHandle>(null)
  const [start, setStart] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)
  // What was measured then fits only as many items as there were.
  const [sizes] = useState(() => (place?.count === items.length ? place.sizes : undefined))
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    const deps = findScroller(list.current)
    scroller.current = deps
    const content = deps?.firstElementChild
    if (!deps || !content) return
    const measure = () => {
      if (list.current === null) return
      const top = list.current.getBoundingClientRect().top - deps.getBoundingClientRect().top
      setStart(Math.round(top + deps.scrollTop))
    }
    measure()
    const virtualizer = handle.current
    const observer = new ResizeObserver(measure)
    observer.observe(content)
    return () => {
      observer.disconnect()
      const sizes = virtualizer?.cache
      const { onLeave, items } = latest.current
      if (sizes !== undefined) onLeave?.({ offset: deps.scrollTop, sizes, count: items.length })
    }
  }, [])

  useEffect(() => {
    const element = list.current
    if (element === null) return
    const follow = ({ type, target }: Event) => {
      const item = target instanceof Element ? target.closest("[aria-posinset]") : null
      setFocused(type === "focusin" && item !== null ? Number(item.ariaPosInSet) - 1 : null)
    }
    element.addEventListener("focusin", follow)
    element.addEventListener("focusout", follow)
    return () => {
      element.removeEventListener("focusin", follow)
      element.removeEventListener("focusout", follow)
    }
  }, [])

  const [offset] = useState(place?.offset ?? null)
  useEffect(() => {
    if (offset === null) return
    // After the view around it, which begins at its top.
    queueMicrotask(() => scroller.current?.scrollTo(0, offset))
  }, [offset])

  return (
    <div role="list" aria-label={label} className="long-list" ref={list}>
      <Virtualizer
        ref={handle}
        scrollRef={scroller}
        startMargin={start}
        data={lines}
        itemSize={itemSize}
        {...(focused !== null && { keepMounted: getNeighbours(Math.floor(focused / columns), lines.length) })}
        // Whoever holds the Tab key down must not run out of rows.
        bufferSize={400}
        {...(sizes && { cache: sizes })}
        ssrCount={Math.min(lines.length, 20)}
      >
        {(line, index) => (
          <div key={line[0] && keyOf(line[0])} className="long-list-item">
            {line.map((item, column) => (
              <div
                key={keyOf(item)}
                role="listitem"
                aria-setsize={total ?? -1}
                aria-posinset={index * columns + column + 1}
              >
                {render(item)}
              </div>
            ))}
          </div>
        )}
      </Virtualizer>
    </div>
  )
}
