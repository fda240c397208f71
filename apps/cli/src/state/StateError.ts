/** The folder or a file of the state cannot be trusted, read or written. */
export class StateError extends Error {
  readonly hint: string

  /** @param hint The next action. */
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}
