import type { lateStrokes } from "./lateStrokes.ts"

/** Strokes on a 24 by 24 grid. */
const firstStrokes = {
  back: "M14.5 6 8.5 12l6 6",
  forward: "M9.5 6l6 6-6 6",
  close: "M6.5 6.5l11 11m0-11-11 11",
  check: "M5.5 12.5l4.5 4.5 8.5-9.5",
  copy: "M9 9h8.5a1.5 1.5 0 0 1 1.5 1.5V19a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 19v-8.5A1.5 1.5 0 0 1 9 9Zm6.5-3.5A1.5 1.5 0 0 0 14 4H6.5A1.5 1.5 0 0 0 5 5.5V13a1.5 1.5 0 0 0 1.5 1.5",
  out: "M7.5 16.5l9-9m-7.5 0h7.5V15",
  alert: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 4.5v4.5m0 3v.1",
  globe:
    "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm-8.3 8.5h16.6M12 3.700c5 5.3 5 11.3 0 16.6-5-5.3-5-11.3 0-16.6Z",
  wallet:
    "M5.5 6.5h12A1.5 1.5 0 0 1 19 8v9.5a1.5 1.5 0 0 1-1.5 1.5h-12A1.5 1.5 0 0 1 4 17.5v-11A1.5 1.5 0 0 1 5.5 5H16m-.5 7.800v.1",
  search: "M10.5 5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Zm4.200 9.700L19 19",
  leave: "M10 5H6.5A1.5 1.5 0 0 0 5 6.5v11A1.5 1.5 0 0 0 6.5 19H10m4-11 4 4-4 4m4-4h-8",
} as const

export type IconName = keyof typeof firstStrokes | keyof typeof lateStrokes

/** Those of the first view, and later, with the views that show them, the others. */
export const strokes: Partial<Record<IconName, string>> = firstStrokes

export interface IconProps {
  readonly name: IconName
}

/** A picture beside words; never the only sign of anything. */
export const Icon = ({ name }: IconProps) => (
  <svg className="icon" data-icon={name} viewBox="0 0 24 24" aria-hidden="true">
    <path d={strokes[name]} />
  </svg>
)
