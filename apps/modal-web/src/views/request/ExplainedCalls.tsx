import type { Explained } from "@wmodal/chains"
import type { PageRequest } from "@wmodal/core/flows"
import { ExplainedCall } from "./ExplainedCall.tsx"

export interface ExplainedCallsProps {
  readonly asked: PageRequest
  readonly explained: Explained
}

/** One card, or a numbered list of them in the order in which they happen. */
export const ExplainedCalls = ({ asked, explained: { calls } }: ExplainedCallsProps) => {
  const [first, ...others] = calls
  if (others.length === 0)
    return (
      <section className="send-card">
        <ExplainedCall call={first} asked={asked} />
      </section>
    )
  return (
    <ol className="request-calls">
      {calls.map((call, index) => (
        <li key={index} className="send-card">
          <ExplainedCall call={call} asked={asked} />
        </li>
      ))}
    </ol>
  )
}
