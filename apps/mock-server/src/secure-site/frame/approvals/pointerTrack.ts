/** Where a pointer was: on the screen, in its units, and in the page, in CSS pixels. */
export interface PointerPlace {
  readonly screenX: number
  readonly screenY: number
  readonly clientX: number
  readonly clientY: number
}

/** The lowest and the highest number of screen units that a CSS pixel may have. */
interface ScaleRange {
  readonly low: number
  readonly high: number
}

/** Where a page has been since the first of a pointer's places. */
export interface PointerTrack {
  readonly first: PointerPlace
  readonly last: PointerPlace
  /** Milliseconds of the last place. */
  readonly lastAt: number
  /** The scales that explain every place by a page that stood still; at least one. */
  readonly scales: readonly ScaleRange[]
}

/** The units by which a place may be off, as browsers round. */
const tolerance = 1.5
/** Two places that lie so near in time, and so far apart, tell the scale of a zoomed page. */
const strokeMs = 150
const strokePixels = 12
/** A user's zoom times a screen's density. */
const plausible: ScaleRange = { low: 0.2, high: 10 }

/**
 * Starts a track. Without a zoom a CSS pixel is one unit; or the screen has density 1, the least there is, and all of
 * the ratio is zoom.
 */
export const startTrack = (place: PointerPlace, now: number, pixelRatio: number): PointerTrack => ({
  first: place,
  last: place,
  lastAt: now,
  scales: [...new Set([Math.min(1, pixelRatio), pixelRatio])].map((scale) => ({ low: scale, high: scale })),
})

/**
 * Continues a track by a place. When no scale explains all places, the page has moved, and a new track starts.
 * @param pixelRatio the page's `devicePixelRatio`
 */
export const continueTrack = (
  track: PointerTrack,
  place: PointerPlace,
  now: number,
  pixelRatio: number,
): { readonly track: PointerTrack; readonly hasMoved: boolean } => {
  const scales = narrowScales(track.scales, track.first, place)
  if (scales.length > 0) return { track: { ...track, last: place, lastAt: now, scales }, hasMoved: false }
  const isStroke = now - track.lastAt <= strokeMs && isFar(track.last, place)
  const told = isStroke ? narrowScales([plausible], track.last, place) : []
  if (told.length === 0) return { track: startTrack(place, now, pixelRatio), hasMoved: true }
  return { track: { first: track.last, last: place, lastAt: now, scales: told }, hasMoved: true }
}

const isFar = (from: PointerPlace, to: PointerPlace): boolean =>
  Math.max(Math.abs(to.clientX - from.clientX), Math.abs(to.clientY - from.clientY)) >= strokePixels

/** Returns the parts of the scales that explain both places on both axes. */
const narrowScales = (scales: readonly ScaleRange[], from: PointerPlace, to: PointerPlace) =>
  scales.flatMap((scale) => {
    const across = narrowScale(scale, to.screenX - from.screenX, to.clientX - from.clientX)
    const both = across && narrowScale(across, to.screenY - from.screenY, to.clientY - from.clientY)
    return both === null ? [] : [both]
  })

/** `screen = scale * client`, within the tolerance. */
const narrowScale = ({ high, low }: ScaleRange, screen: number, client: number): ScaleRange | null => {
  if (client === 0) return Math.abs(screen) <= tolerance ? { low, high } : null
  const [a, b] = [(screen - tolerance) / client, (screen + tolerance) / client]
  const range = { low: Math.max(low, Math.min(a, b)), high: Math.min(high, Math.max(a, b)) }
  return range.low <= range.high ? range : null
}
