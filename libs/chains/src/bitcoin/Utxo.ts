/** An output that nobody has spent. */
export interface Utxo {
  /** `<txid>:<output>`, as people write it. */
  readonly outpoint: string
  /** Satoshis. */
  readonly value: bigint
}

export const sumValues = (values: readonly { readonly value: bigint }[]): bigint =>
  values.reduce((sum, { value }) => sum + value, 0n)
