import { CopyButton } from "./CopyButton.tsx"

export interface DetailsProps {
  readonly summary: string
  readonly text: string
  /** The label of the button that copies the text. */
  readonly label: string
}

/** A collapsed section of technical details for developers. */
export const Details = ({ summary, ...copy }: DetailsProps) => (
  <details className="details">
    <summary>{summary}</summary>
    <pre dir="ltr">{copy.text}</pre>
    <CopyButton {...copy} />
  </details>
)
