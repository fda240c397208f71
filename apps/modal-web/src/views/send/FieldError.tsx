import { type FlowProblem, presentFlow } from "@wmodal/core/flows"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"

/** The error of one field, announced as it appears. Its field refers to it by this id. */
export const FieldError = ({ id, error }: { readonly id: string; readonly error: FlowProblem }) => {
  const { say } = useMessages()
  const { title, body } = presentFlow(error)
  return (
    <p id={id} className="field-error" role="alert">
      <Icon name="alert" />
      <span>
        <strong>{say(title)}</strong>
        <span>{say(body)}</span>
      </span>
    </p>
  )
}
