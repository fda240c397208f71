import { strokes } from "./Icon.tsx"

/** Icons of every view but the first. They arrive with the looks of those views. */
export const lateStrokes = {
  down: "M6.5 9.5l5.5 5.5 5.5-5.5",
  flip: "M8 5v13.5m0 0-3.5-3.5m3.5 3.5 3.5-3.5M16 19V5.5m0 0-3.5 3.5m3.5-3.5 3.5 3.5",
  paste:
    "M9 5.5H7A1.5 1.5 0 0 0 5.5 7v11.5A1.5 1.5 0 0 0 7 20h10a1.5 1.5 0 0 0 1.5-1.5V7A1.5 1.5 0 0 0 17 5.5h-2M9 4h6v3.5H9Z",
  person: "M12 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Zm-7 15c.5-3.5 3.3-5 7-5s6.5 1.5 7 5",
} as const

Object.assign(strokes, lateStrokes)
