import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { type CacheSnapshot, Virtualizer, type VirtualizerHandle } from "virtua"

/** The scroll position at which the user left a list. */
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
  /** The total number of items; `null` while it is unknown. */
  readonly total: number | null
  /** Items per line. */
  readonly columns?: number
  /** The usual height of an item, in pixels. */
  readonly itemSize: number
  /** The initial position; `null` for the top. */
  readonly place?: ListPosition | null
  /** Called with the last position on unmount. */
  readonly onLeave?: (place: ListPosition) => void
}

/** Returns the scroll container around an element in this shadow root. */
const findScroller = (element: Element | null) => element?.closest<HTMLElement>(".viewport") ?? null

/** Groups items into lines. */
const toLines = <Item,>(items: readonly Item[], columns: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / columns) }, (_, line) =>
    items.slice(line * columns, (line + 1) * columns),
  )

/** Returns the item with the focus and its Tab neighbours, which stay rendered at any scroll position. */
const getNeighbours = (index: number, count: number): readonly number[] =>
  [index - 1, index, index + 1].filter((one) => one >= 0 && one < count)

/** A virtual list of any length: only its visible part is rendered. It scrolls with the view around it. */
export const LongList = <Item,>(props: LongListProps<Item>) => {
  const { label, items, keyOf, render, total, columns = 1, itemSize, place = null } = props
  const lines = toLines(items, columns)
  const list = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLElement | null>(null)
  const handle = useRef<VirtualizerHandle>(null)
  const [start, setStart] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)
  // The cached sizes fit only the same number of items.
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
    // Runs after the view around it, which begins at its top.
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
        // A buffer that is large enough for a held Tab key.
        bufferSize={400}
        {...(sizes && { cache: sizes })}
        // Until the first scroll no more are drawn. It is cut to the lines that there are, and those may become more.
        ssrCount={20}
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
