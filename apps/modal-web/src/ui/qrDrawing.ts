import { encode } from "uqr"

/** Modules of light around a code. Source: ISO/IEC 18004. */
export const quietZone = 4

/** Modules on each side of a finder, the squares in three of the corners. */
const finder = 7

/** The part of each side that a picture in the middle takes: with a quarter of all correctable, far from too much. */
const hole = 0.2

/** A code as it is drawn: one unit is one module, and the quiet zone lies outside of 0 and `size`. */
export interface QrDrawing {
  readonly size: number
  /** Each dark module outside the finders as a point: round line ends make it a dot. */
  readonly dots: string
  /** Upper left corners. */
  readonly finders: readonly (readonly [x: number, y: number])[]
}

/** Leaves the middle free. A quarter of the code may be lost (level Q). Pure. */
export const drawQr = (text: string): QrDrawing => {
  const { data, size } = encode(text, { ecc: "Q", border: 0 })
  const far = size - finder
  const inFinder = (x: number, y: number) =>
    (x < finder && (y < finder || y >= far)) || (x >= far && y < finder)
  const taken = (Math.floor(size * hole) | 1) / 2
  const inHole = (x: number, y: number) => [x, y].every((at) => Math.abs(at + 0.5 - size / 2) < taken)
  const points = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark && !inFinder(x, y) && !inHole(x, y) ? [`M${x + 0.5} ${y + 0.5}h0`] : [])),
  )
  return {
    size,
    dots: points.join(""),
    finders: [
      [0, 0],
      [far, 0],
      [0, far],
    ],
  }
}
