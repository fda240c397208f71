import { CopyButton, type CopyButtonProps } from "./CopyButton.tsx"

export interface DetailsProps extends CopyButtonProps {
  readonly summary: string
}

/** A collapsed section of technical details for developers. */
export const Details = ({ summary, ...copy }: DetailsProps) => (
  <details className="details">
    <summary>{summary}</summary>
    <pre dir="ltr">{copy.text}</pre>
    <CopyButton {...copy} />
  </details>
)
