/** The state of a confirmation. Its owner holds `done`. */
export interface ConfirmationState {
  readonly done: boolean
  readonly onAct: (done: boolean) => void
}

export interface CheckboxConfirmationProps extends ConfirmationState {
  /** The statement that the user confirms by checking the box. */
  readonly label: string
}

/** A confirmation by a checkbox. */
export const CheckboxConfirmation = ({ label, done, onAct }: CheckboxConfirmationProps) => (
  <label className="check">
    <input
      type="checkbox"
      checked={done}
      onChange={({ nativeEvent, target }) => {
        // A script of the page must not confirm in the user's place.
        if (nativeEvent.isTrusted) onAct(target.checked)
      }}
    />
    <span>{label}</span>
  </label>
)
