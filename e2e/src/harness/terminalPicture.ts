import type { IBufferCell, Terminal } from "@xterm/headless"

/** Pixels, four bytes each. */
export interface Picture {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Pixels per half of a character cell. */
const scale = 4

/** The halves of a cell in the foreground colour, by character. */
const inkedHalves: Readonly<Record<string, readonly [boolean, boolean]>> = {
  "█": [true, true],
  "▀": [true, false],
  "▄": [false, true],
}

/** The six levels of each colour channel in xterm's 256 colours. */
const colourSteps = [0, 95, 135, 175, 215, 255] as const

/** Converts one of xterm's 256 colours to grey, for black, white and greys. */
const toPaletteGrey = (colour: number): number => {
  if (colour < 16) return colour === 0 ? 0 : colour < 8 ? 0xc0 : 0xff
  return colour < 232 ? (colourSteps[(colour - 16) % 6] ?? 0) : 8 + 10 * (colour - 232)
}

/** Converts a cell colour to 0 to 255. The default colours are light on black. */
const toCellGrey = (cell: IBufferCell | undefined, ground: "fg" | "bg"): number => {
  const own = ground === "fg" ? 0xe0 : 0x00
  if (cell === undefined) return own
  const [isRgb, isPalette, colour] =
    ground === "fg"
      ? [cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()]
      : [cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()]
  return isRgb ? colour & 0xff : isPalette ? toPaletteGrey(colour) : own
}

/** Renders the visible terminal: block characters as drawn, all others as their background. */
export const renderPicture = (terminal: Terminal): Picture => {
  const buffer = terminal.buffer.active
  const [width, height] = [terminal.cols * scale, terminal.rows * 2 * scale]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / scale)
    const line = buffer.getLine(buffer.viewportY + (row >> 1))
    for (let x = 0; x < width; x += 1) {
      const cell = line?.getCell(Math.floor(x / scale))
      const [upper, lower] = inkedHalves[cell?.getChars() ?? ""] ?? [false, false]
      const grey = toCellGrey(cell, (row % 2 === 0 ? upper : lower) ? "fg" : "bg")
      data.fill(grey, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return { data, width, height }
}
