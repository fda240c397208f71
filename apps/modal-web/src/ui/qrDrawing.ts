import { encode } from "uqr"

/** Modules of the quiet zone around a code. Source: ISO/IEC 18004. */
export const quietZone = 4

/** Modules on each side of a finder, the squares in three of the corners. */
const finder = 7

/**
 * The part of each side that is left empty for a picture: a twenty-fifth of a code, which tolerates a loss of a
 * seventh.
 */
const hole = 0.2

/** A drawing of a code: one unit is one module, and the quiet zone is outside of 0 and `size`. */
export interface QrDrawing {
  readonly size: number
  /**
   * Each run of dark modules in a row, outside the finders, as a line through their centres with width one and round
   * ends.
   */
  readonly strokes: string
  /** Upper left corners. */
  readonly finders: readonly (readonly [x: number, y: number])[]
}

/**
 * Draws a code with an empty middle. At least level M: large modules are easier to scan from a screen than many. Pure.
 */
export const drawQr = (text: string): QrDrawing => {
  const { data, size } = encode(text, { ecc: "M", border: 0 })
  const far = size - finder
  const inFinder = (x: number, y: number) =>
    (x < finder && (y < finder || y >= far)) || (x >= far && y < finder)
  const taken = (Math.floor(size * hole) | 1) / 2
  const inHole = (x: number, y: number) => [x, y].every((at) => Math.abs(at + 0.5 - size / 2) < taken)
  const drawn = (x: number, y: number) => data[y]?.[x] === true && !inFinder(x, y) && !inHole(x, y)
  const strokes: string[] = []
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!drawn(x, y)) continue
      const start = x
      while (drawn(x + 1, y)) x += 1
      strokes.push(`M${start + 0.5} ${y + 0.5}h${x - start}`)
    }
  }
  return { size, strokes: strokes.join(""), finders: toFinders(size) }
}

/** Returns the finders in three of the corners, which give a camera the orientation of a code. */
const toFinders = (size: number): QrDrawing["finders"] => [
  [0, 0],
  [size - finder, 0],
  [0, size - finder],
]

/** The placeholder of a code that is not ready, of the usual size of a pairing link. */
export const emptyQr: QrDrawing = { size: 57, strokes: "", finders: toFinders(57) }
