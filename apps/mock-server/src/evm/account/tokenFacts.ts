import { decodeAbiParameters, type Hex, hexToString, toFunctionSelector } from "viem"
import type { Anvil } from "../Anvil.ts"
import { fetchContractResults } from "../rpcResults.ts"

/** The metadata of an ERC-20. */
export interface TokenFacts {
  /** Lower-case address. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

const selectors = ["name()", "symbol()", "decimals()"].map((text) => toFunctionSelector(text))

/** Any account can deploy a token with any name, so the name is cut to this length in responses. */
export const maxTokenTextLength = 80

/** Fetches the metadata of tokens. Missing or nonstandard values become empty or 0. */
export const fetchTokenFacts = async (
  anvil: Pick<Anvil, "send">,
  addresses: readonly string[],
): Promise<readonly TokenFacts[]> => {
  const answers = await fetchContractResults(
    anvil,
    addresses.flatMap((to) => selectors.map((data) => ({ to, data }))),
  )
  return addresses.map((address, index) => {
    const [name, symbol, decimals] = answers.slice(index * selectors.length)
    return {
      address,
      name: decodeShortText(name),
      symbol: decodeShortText(symbol),
      decimals: decodeSmallNumber(decimals),
    }
  })
}

/** Decodes a string and truncates it for display; empty when it does not decode. */
export const decodeShortText = (data: Hex | null | undefined): string =>
  decodeString(data).slice(0, maxTokenTextLength)

/** Decodes a string, or the bytes32 that the oldest tokens return; empty when it does not decode. */
export const decodeString = (data: Hex | null | undefined): string => {
  try {
    if (data?.length === 66) return hexToString(data, { size: 32 })
    return data == null ? "" : decodeAbiParameters([{ type: "string" }], data)[0]
  } catch {
    return ""
  }
}

const decodeSmallNumber = (data: Hex | null | undefined): number => {
  const number = data?.length === 66 ? BigInt(data) : 0n
  return number <= 255n ? Number(number) : 0
}
