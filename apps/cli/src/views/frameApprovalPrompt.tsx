import type { ApprovalPrompt } from "@wmodal/mock-server/frame"
import type { ReactElement } from "react"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { Panel } from "./Panel.tsx"

/** Renders a request to the embedded wallet with the texts of the secure site. */
export const frameApprovalPrompt =
  ({ acts, lines, title }: Pick<ApprovalPrompt, "acts" | "lines" | "title">, host: string) =>
  (columns: number): ReactElement => (
    <Panel
      title={title}
      mark="?"
      tone="cyan"
      columns={columns}
      fields={[
        { label: "Requested by", text: `your embedded wallet at ${host}` },
        // The terminal's own review has required their acts.
        ...acts.map(({ text, title }) => ({
          label: "Beware",
          text: `${title}. ${formatAddressGroups(text)}`,
        })),
        ...lines.map(({ label, text }) => ({ label, text: formatAddressGroups(text) })),
      ]}
    />
  )
