import type { FreePlace, WalletRow } from "./Connectors.ts"

/** A row with its other identifiers: rdns, directory id, name. */
export interface NamedRow extends WalletRow {
  readonly aliases: readonly string[]
}

export type Place = NamedRow | FreePlace

export const isRow = (place: Place): place is NamedRow => place.key !== null

export const hasCommonAlias = (a: NamedRow) => (b: NamedRow) =>
  a.aliases.some((alias) => b.aliases.includes(alias))
