/** An unspent output. */
export interface Utxo {
  /** `<txid>:<output>`, the usual notation. */
  readonly outpoint: string
  /** Satoshis. */
  readonly value: bigint
}

export const sumValues = (values: readonly { readonly value: bigint }[]): bigint =>
  values.reduce((sum, { value }) => sum + value, 0n)
