import type { ReviewedRequest } from "@wmodal/chains"
import { ExplainedCall, type ExplainedCallProps } from "./ExplainedCall.tsx"

export interface ExplainedCallsProps extends Pick<ExplainedCallProps, "asked" | "unknownText"> {
  readonly explained: Pick<ReviewedRequest, "calls">
}

/** One card, or a numbered list of them in the order of execution. */
export const ExplainedCalls = ({ explained: { calls }, ...of }: ExplainedCallsProps) => {
  const [first, ...others] = calls
  if (others.length === 0)
    return (
      <section className="send-card">
        <ExplainedCall call={first} {...of} />
      </section>
    )
  return (
    <ol className="request-calls">
      {calls.map((call, index) => (
        <li key={index} className="send-card">
          <ExplainedCall call={call} {...of} />
        </li>
      ))}
    </ol>
  )
}
