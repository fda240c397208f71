import type { WalletEntry } from "@wmodal/core"
import { useEffect, useState } from "react"

/** The number of a page's images that are likely to be visible first. */
const awaitedImages = 20

/** Milliseconds that a page waits for its images. */
const imageTimeoutMs = 2_000

/** Resolves when the image has loaded or failed. The request equals the one that shows it, so it is sent once. */
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
 * Returns the visible wallets: a new page waits until the images of its first ones have loaded, so that it is drawn
 * once. Entries from the beginning are shown at once, and an earlier list is never mixed with a new one.
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
  // New entries may also go above the others, because installed wallets come first.
  const goesOn = appendNew(entries, shown).length === 0
  return goesOn ? shown : []
}
