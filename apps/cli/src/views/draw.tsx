import { renderToString } from "ink"
import type { ReactElement } from "react"

/** A result as it stands on the screen when the command is done. Colours are decided before Ink loads. */
export const draw = (element: ReactElement, columns: number): string => renderToString(element, { columns })

/** Beyond this, lines become harder to read, not easier. */
export const maxColumns = 84
