import type { WalletEntry } from "@wmodal/core"
import { useEffect, useState } from "react"
import { usePictureLoader } from "../../binding/usePicture.ts"

/** The number of a page's images that are likely to be visible first. */
const awaitedImages = 20

/** Milliseconds that a page waits for its images. */
const imageTimeoutMs = 2_000

/**
 * Calls `done` when the images of the first wallets have loaded or failed, and after two seconds at the latest.
 * @returns Cancels the call.
 */
export const afterImages = (
  wallets: readonly Pick<WalletEntry, "icon">[],
  load: (source: string) => Promise<unknown>,
  done: () => void,
): (() => void) => {
  let alive = true
  const end = () => {
    if (alive) done()
  }
  const timer = setTimeout(end, imageTimeoutMs)
  const sources = wallets.slice(0, awaitedImages).flatMap(({ icon }) => icon ?? [])
  Promise.all(sources.map(load)).then(end)
  return () => {
    alive = false
    clearTimeout(timer)
  }
}

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
  const load = usePictureLoader()
  useEffect(() => afterImages(appendNew(shown, entries), load, () => show(entries)), [entries, load, shown])
  if (appendNew(shown, entries).length === 0) return entries
  // New entries may also go above the others, because installed wallets come first.
  const goesOn = appendNew(entries, shown).length === 0
  return goesOn ? shown : []
}
