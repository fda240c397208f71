import type { viewIcons } from "./viewIcons.ts"

/** Strokes on a 24 by 24 grid. */
const firstIconPaths = {
  back: "M14.5 6 8.5 12l6 6",
  close: "M6.5 6.5l11 11m0-11-11 11",
  alert: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 4.5v4.5m0 3v.1",
  waves: "M6 9.7c3.4-3.2 8.6-3.2 12 0m-14 2.3 4 3.8 4-3.8 4 3.8 4-3.8",
  code: "M4.5 4.5h6v6h-6Zm9 0h6v6h-6Zm-9 9h6v6h-6Zm9 0h2v2m4-2v2h-2m-4 4h2m2 0h2v-2",
  all: "M5 7.5h14M5 12h14M5 16.5h14",
} as const

export type IconName = keyof typeof firstIconPaths | keyof typeof viewIcons

/** Icons of the first view, and those of lazy views once they are loaded. */
export const iconPaths: Partial<Record<IconName, string>> = firstIconPaths

export interface IconProps {
  readonly name: IconName
}

/** A decorative icon next to text; never the only sign of anything. */
export const Icon = ({ name }: IconProps) => (
  <svg className="icon" data-icon={name} viewBox="0 0 24 24" aria-hidden="true">
    <path d={iconPaths[name]} />
  </svg>
)
