/** An output that nobody has spent. */
export interface Coin {
  /** `<txid>:<output>`, as people write it. */
  readonly outpoint: string
  /** Satoshis. */
  readonly value: bigint
}

export const sumOf = (values: readonly { readonly value: bigint }[]): bigint =>
  values.reduce((sum, { value }) => sum + value, 0n)
