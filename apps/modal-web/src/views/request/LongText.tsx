export interface LongTextProps {
  readonly label: string
  readonly text: string
}

/** Text as it was written, line by line. What does not fit is scrolled to, by keyboard too, as in any field. */
export const LongText = ({ label, text }: LongTextProps) => (
  <textarea className="request-text" aria-label={label} readOnly dir="auto" value={text} />
)
