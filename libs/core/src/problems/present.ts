/** A text by its id in `engineMessages`, with the values to fill in. */
export interface Message {
  readonly id: string
  readonly values?: Readonly<Record<string, string | number>>
}
