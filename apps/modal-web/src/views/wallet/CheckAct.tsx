/** What a person does to go on all the same. `done` comes back from whoever holds it. */
export interface Act {
  readonly done: boolean
  readonly onAct: (done: boolean) => void
}

export interface CheckActProps extends Act {
  /** What one says by checking it. */
  readonly label: string
}

/** An act that takes one look. */
export const CheckAct = ({ label, done, onAct }: CheckActProps) => (
  <label className="check">
    <input type="checkbox" checked={done} onChange={(event) => onAct(event.target.checked)} />
    <span>{label}</span>
  </label>
)
