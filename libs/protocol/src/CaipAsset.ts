import { Data, Result } from "effect"
import { isNamespace } from "./Caip.ts"
import type { NetworkParts } from "./parseCaip.ts"

/** A CAIP-19 asset, such as `eip155:1/erc20:0x6b17…` or, with a token id, `eip155:1/erc721:0x06…/771769`. */
export type CaipAsset = `${string}:${string}/${string}:${string}`

/** The parts of a CAIP-19 id as written: not percent-decoded, and the address not validated for its chain. */
export interface AssetParts extends NetworkParts {
  /** The asset type: `slip44`, `erc20`, `erc721`, `nft`, … */
  readonly assetNamespace: string
  readonly assetReference: string
  /** The item of a collection. Absent where the asset is a whole currency or collection. */
  readonly tokenId?: string
}

// Source: CAIP-19. Only an asset may have a token id.
const pattern =
  /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:\/([-.%a-zA-Z0-9]{1,78}))?$/

/** Parses a CAIP-19 id and checks the characters and length of each part. The namespace may be unsupported. */
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

/** Formats the parts of a CAIP-19 asset: `eip155:1/erc20:0x…`. */
export const formatCaipAsset = (parts: AssetParts): CaipAsset =>
  `${parts.namespace}:${parts.reference}/${parts.assetNamespace}:${parts.assetReference}${
    parts.tokenId === undefined ? "" : `/${parts.tokenId}`
  }`

/** Reports that a value is a CAIP-19 id in a supported namespace. */
export const isCaipAsset = (input: unknown): input is CaipAsset => {
  if (typeof input !== "string") return false
  const parts = parseCaipAsset(input)
  return Result.isSuccess(parts) && isNamespace(parts.success.namespace)
}

/** The error for a text that is not a CAIP-19 asset. */
export class InvalidCaipAsset extends Data.TaggedError("InvalidCaipAsset")<{ readonly input: string }> {
  override get message() {
    return `Invalid CAIP-19 asset: ${this.input}`
  }
}
