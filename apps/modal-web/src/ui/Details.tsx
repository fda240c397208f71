import { CopyButton, type CopyButtonProps } from "./CopyButton.tsx"

export interface DetailsProps extends CopyButtonProps {
  readonly summary: string
}

/** What a developer asks for, folded away. */
export const Details = ({ summary, ...copy }: DetailsProps) => (
  <details className="details">
    <summary>{summary}</summary>
    <pre dir="ltr">{copy.text}</pre>
    <CopyButton {...copy} />
  </details>
)
