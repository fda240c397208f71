import { renderToString } from "ink"
import type { ReactElement } from "react"

/** Draws the final output of a command. The colour support is decided before Ink loads. */
export const draw = (element: ReactElement, columns: number): string => renderToString(element, { columns })

/** The maximum width in columns. Wider lines are harder to read. */
export const maxColumns = 84
