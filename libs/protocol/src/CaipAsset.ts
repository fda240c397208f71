import { Data, Result } from "effect"
import { isNamespace } from "./Caip.ts"
import type { NetworkParts } from "./parseCaip.ts"

/** A CAIP-19 asset, such as `eip155:1/erc20:0x6b17…` or, one of a collection, `eip155:1/erc721:0x06…/771769`. */
export type CaipAsset = `${string}:${string}/${string}:${string}`

/** The parts of a CAIP-19 id, as they were written: nothing is percent-decoded, no address checked for its chain. */
export interface AssetParts extends NetworkParts {
  /** What kind of asset: `slip44`, `erc20`, `erc721`, `nft`, … */
  readonly assetNamespace: string
  readonly assetReference: string
  /** Which one of a collection. Absent where the asset is a whole currency or collection. */
  readonly tokenId?: string
}

// Source: CAIP-19. A token id is part of it only after an asset.
const pattern =
  /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:\/([-.%a-zA-Z0-9]{1,78}))?$/

/** The parts, each with the characters and the length that CAIP-19 allows; the namespace may be one that wmodal does not know. */
export const parseCaipAsset = (input: string): Result.Result<AssetParts, InvalidCaipAsset> => {
  const [, namespace, reference, assetNamespace, assetReference, tokenId] = pattern.exec(input) ?? []
  return namespace && reference && assetNamespace && assetReference
    ? Result.succeed({
        namespace,
        reference,
        assetNamespace,
        assetReference,
        ...(tokenId !== undefined && { tokenId }),
      })
    : Result.fail(new InvalidCaipAsset({ input }))
}

export const formatCaipAsset = (parts: AssetParts): CaipAsset =>
  `${parts.namespace}:${parts.reference}/${parts.assetNamespace}:${parts.assetReference}${
    parts.tokenId === undefined ? "" : `/${parts.tokenId}`
  }`

/** A CAIP-19 id of a namespace that wmodal knows. */
export const isCaipAsset = (input: unknown): input is CaipAsset => {
  if (typeof input !== "string") return false
  const parts = parseCaipAsset(input)
  return Result.isSuccess(parts) && isNamespace(parts.success.namespace)
}

export class InvalidCaipAsset extends Data.TaggedError("InvalidCaipAsset")<{ readonly input: string }> {
  override get message() {
    return `Invalid CAIP-19 asset: ${this.input}`
  }
}
