import type { ReactElement } from "react"
import { type Field, Panel } from "./Panel.tsx"

/** Renders a result as a list of fields. */
export const renderFacts =
  (title: string, fields: readonly Field[]) =>
  (columns: number): ReactElement => (
    <Panel title={title} mark="✓" tone="green" fields={fields} columns={columns} />
  )
