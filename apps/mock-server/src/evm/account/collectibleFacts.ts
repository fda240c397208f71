import { encodeFunctionData, erc721Abi } from "viem"
import * as z from "zod/mini"
import type { Anvil } from "../Anvil.ts"
import { fetchContractResults } from "../rpcResults.ts"
import { decodeShortText, decodeString, maxTokenTextLength } from "./tokenFacts.ts"

/** One token of an ERC-721. */
export interface Collectible {
  /** Lower-case address. */
  readonly token: string
  readonly tokenId: bigint
}

/** The metadata of a collectible. */
export interface CollectibleFacts {
  readonly name: string
  /** A URL of any scheme; empty when the metadata has no image. */
  readonly image: string
}

const Metadata = z.object({
  name: z.catch(z.string(), ""),
  image: z.catch(z.string(), ""),
})

/** Maximum length of an image URL, in characters. */
const maxImageUrlLength = 65_536

/** Fetches the metadata of collectibles. Only data URIs are read: the outside world has no other servers. */
export const fetchCollectibleFacts = async (
  anvil: Pick<Anvil, "send">,
  collectibles: readonly Collectible[],
): Promise<readonly CollectibleFacts[]> => {
  const answers = await fetchContractResults(
    anvil,
    collectibles.flatMap(({ token, tokenId }) => [
      { to: token, data: encodeFunctionData({ abi: erc721Abi, functionName: "name" }) },
      { to: token, data: encodeFunctionData({ abi: erc721Abi, functionName: "tokenURI", args: [tokenId] }) },
    ]),
  )
  return collectibles.map(({ tokenId }, index) => {
    const [collection, uri] = [answers[index * 2], answers[index * 2 + 1]]
    const { name, image } = decodeMetadata(decodeString(uri))
    return {
      name: name.slice(0, maxTokenTextLength) || `${decodeShortText(collection)} #${tokenId}`,
      image: image.length > maxImageUrlLength ? "" : image,
    }
  })
}

const decodeMetadata = (uri: string): z.output<typeof Metadata> => {
  const [, base64 = ""] = /^data:application\/json;base64,([A-Za-z0-9+/=]*)$/.exec(uri) ?? []
  try {
    return Metadata.parse(JSON.parse(Buffer.from(base64, "base64").toString()))
  } catch {
    return { name: "", image: "" }
  }
}
