/** What a person does to go on all the same. `done` comes back from whoever holds it. */
export interface ConfirmationState {
  readonly done: boolean
  readonly onAct: (done: boolean) => void
}

export interface CheckboxConfirmationProps extends ConfirmationState {
  /** What one says by checking it. */
  readonly label: string
}

/** An act that takes one look. */
export const CheckboxConfirmation = ({ label, done, onAct }: CheckboxConfirmationProps) => (
  <label className="check">
    <input type="checkbox" checked={done} onChange={(event) => onAct(event.target.checked)} />
    <span>{label}</span>
  </label>
)
