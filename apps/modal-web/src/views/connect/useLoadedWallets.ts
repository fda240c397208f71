import type { WalletEntry } from "@wmodal/core"
import { useEffect, useState } from "react"

/** As many of a page as are likely to be seen first. */
const awaitedImages = 20

/** Milliseconds that a page waits for its pictures. */
const imageTimeoutMs = 2_000

/** Done when the picture is there, or will not be. It is asked for as it will be shown, so that it is asked for once. */
const loadImage = (source: string) =>
  new Promise<void>((done) => {
    const image = new Image()
    image.referrerPolicy = "no-referrer"
    for (const end of ["load", "error"]) image.addEventListener(end, () => done())
    image.src = source
  })

const appendNew = (shown: readonly WalletEntry[], entries: readonly WalletEntry[]) => {
  const known = new Set(shown.map(({ id }) => id))
  return entries.filter(({ id }) => !known.has(id))
}

/**
 * Those that are shown: a page that comes in waits until the pictures of its first ones are there too, so that it is
 * drawn once. What was there from the beginning is shown at once, and nothing of an earlier list beside a new one.
 */
export const useLoadedWallets = (entries: readonly WalletEntry[]): readonly WalletEntry[] => {
  const [shown, show] = useState(entries)
  useEffect(() => {
    const sources = appendNew(shown, entries)
      .slice(0, awaitedImages)
      .flatMap(({ icon }) => icon ?? [])
    let alive = true
    const come = () => {
      if (alive) show(entries)
    }
    const timer = setTimeout(come, imageTimeoutMs)
    Promise.all(sources.map(loadImage)).then(come)
    return () => {
      alive = false
      clearTimeout(timer)
    }
  }, [entries, shown])
  if (appendNew(shown, entries).length === 0) return entries
  // What comes in may also go above it: a wallet that is installed stands first.
  const goesOn = appendNew(entries, shown).length === 0
  return goesOn ? shown : []
}
