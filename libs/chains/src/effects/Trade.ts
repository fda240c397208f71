/** What a request moves. Contracts and mints are plain addresses. */
export type Asset =
  | { readonly _tag: "Native" }
  | { readonly _tag: "Token"; readonly token: string }
  | { readonly _tag: "Collectible"; readonly id: string }

/** An amount of an asset, in base units; a count of collectibles. Not negative. */
export interface AssetAmount {
  readonly asset: Asset
  readonly units: bigint
}

/**
 * What leaves the account and what arrives for it, judged together: the effect of a transaction, or the worst terms at
 * which a signed offer may be taken up. A payment that the words of the request state is no trade.
 */
export interface Trade {
  readonly gives: readonly AssetAmount[]
  readonly gets: readonly AssetAmount[]
  /** What others receive of the return; absent if the request names no one else. */
  readonly others?: readonly AssetAmount[]
}

/** Returns one amount per asset, in the order of the first of each. Amounts may be negative here. */
export const sumByAsset = (amounts: readonly AssetAmount[]): readonly AssetAmount[] => {
  const sums = new Map<string, AssetAmount>()
  for (const { asset, units } of amounts) {
    const key = JSON.stringify(asset)
    sums.set(key, { asset, units: units + (sums.get(key)?.units ?? 0n) })
  }
  return [...sums.values()]
}
