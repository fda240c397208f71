import type { Options } from "@wmodal/core"
import { isNamedHost, parseUrl } from "@wmodal/protocol"
import { useCallback, useEffect, useState } from "react"
import { useEngine } from "./EngineContext.tsx"
import { loadPicture, peekPicture } from "./pictures.ts"
import { useValue } from "./useValue.ts"

/** A picture that asks no host. */
const isInPage = (source: string): boolean => /^(data|blob):/i.test(source)

/** Returns whether the page itself, or a host that its app has named, sends the picture. A path is on the page's own. */
const isNamedPicture = (source: string, { imageHosts }: Pick<Options, "imageHosts">): boolean => {
  const url = parseUrl(source, globalThis.location?.href)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    (url.host === location.host || isNamedHost(url.host, imageHosts))
  )
}

/** What a view shows in a picture's place: a source that asks no host, `undefined` while it loads, or nothing. */
export type ShownPicture = string | undefined | null

/** Loads a picture and resolves when that is over. Asks a host that the app has named only, and logs it. */
export const usePictureLoader = (): ((source: string) => Promise<unknown>) => {
  const { networkLog, options } = useEngine().engine
  return useCallback(
    (source) => {
      if (isInPage(source) || !isNamedPicture(source, options)) return Promise.resolve()
      if (peekPicture(source) === undefined) networkLog.addImage(new URL(source, location.href).href)
      return loadPicture(source)
    },
    [networkLog, options],
  )
}

/**
 * Returns a picture to show, and loads it where that asks a named host only. A view that is drawn before the modal opens
 * asks none.
 */
export const usePicture = (source: string | null): ShownPicture => {
  const { options, router } = useEngine().engine
  const { open } = useValue(router.state)
  const load = usePictureLoader()
  const [, redraw] = useState<string | null>(null)
  const isHere = source === null || isInPage(source)
  const wanted = !isHere && open && isNamedPicture(source, options) ? source : null
  useEffect(() => {
    if (wanted === null || peekPicture(wanted) !== undefined) return
    let alive = true
    load(wanted).then(() => {
      if (alive) redraw(wanted)
    })
    return () => {
      alive = false
    }
  }, [load, wanted])
  if (isHere) return source
  return wanted === null ? null : peekPicture(wanted)
}
