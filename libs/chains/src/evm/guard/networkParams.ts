import { decodeChainId, toChainIdHex } from "../chainId.ts"
import { cloneRequest, type RequestJson } from "./cloneRequest.ts"
import { isJsonList, isJsonObject, type JsonObject, readOwn } from "./GuardedRequest.ts"
import { isEmpty, readAddress } from "./lenient.ts"

/** The lists of addresses of a network: MetaMask refuses one that is empty, and a text. */
const urlLists = ["rpcUrls", "blockExplorerUrls", "iconUrls"] as const

/**
 * Writes the params of a request for a network or a token as every wallet takes them: MetaMask refuses a chain in decimal
 * or with leading zeros, members that EIP-3085 does not have, and decimals that are text; it reads a network from a list
 * and a token from an object. What is no such request stays as it is, and the wallet refuses it. Source: EIP-3085,
 * EIP-3326, EIP-747.
 */
export const toPlainNetworkParams = (method: string, params: object): object => {
  switch (method) {
    case "wallet_switchEthereumChain":
      return writeChain(params, (asked) => ({ chainId: readOwn(asked, "chainId") ?? null }))
    case "wallet_addEthereumChain":
      return writeChain(params, toPlainNetwork)
    case "wallet_watchAsset":
      return toPlainAsset(params)
    default:
      return params
  }
}

/** Returns the only item of params: a list of one, or what is named. */
const getOnly = (params: object): JsonObject | null => {
  const copied = cloneRequest(params)
  const [first = null] = isJsonList(copied) ? copied : [copied]
  return isJsonObject(first) ? first : null
}

const writeChain = (params: object, write: (asked: JsonObject) => JsonObject): object => {
  const asked = getOnly(params)
  const id = asked === null ? null : decodeChainId(readOwn(asked, "chainId"))
  return asked === null || id === null ? params : [{ ...write(asked), chainId: toChainIdHex(id) }]
}

const toPlainNetwork = (asked: JsonObject): JsonObject => {
  const nativeCurrency = readOwn(asked, "nativeCurrency")
  return {
    ...pickMembers(asked, ["chainName"]),
    ...(isJsonObject(nativeCurrency) && { nativeCurrency: toPlainCurrency(nativeCurrency) }),
    ...Object.fromEntries(
      urlLists.flatMap((name) => {
        const said = readOwn(asked, name)
        const list = isJsonList(said) ? said : said === undefined ? [] : [said]
        const urls = list.filter((url) => !isEmpty(url))
        return urls.length === 0 ? [] : [[name, urls]]
      }),
    ),
  }
}

/** Returns the members of these names that say something. */
const pickMembers = (asked: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = readOwn(asked, name) ?? null
      return isEmpty(value) ? [] : [[name, value]]
    }),
  )

const toPlainCurrency = (asked: JsonObject): JsonObject => ({
  ...pickMembers(asked, ["name", "symbol"]),
  ...pickDecimals(asked),
})

const pickDecimals = (asked: JsonObject): JsonObject => {
  const decimals = readOwn(asked, "decimals")
  return isEmpty(decimals) ? {} : { decimals: toNumber(decimals) }
}

/** Decimals as text, `18` or `0x12`. */
const toNumber = (decimals: RequestJson | undefined): RequestJson =>
  typeof decimals === "string" && /^(?:\d{1,2}|0x[0-9a-f]{1,2})$/i.test(decimals)
    ? Number(decimals)
    : (decimals ?? null)

/** The members of a token that wallets read. */
const assetMembers = ["address", "symbol", "image", "tokenId"] as const

const toPlainAsset = (params: object): object => {
  const asked = getOnly(params)
  const options = asked === null ? undefined : readOwn(asked, "options")
  if (asked === null || !isJsonObject(options)) return params
  const said = pickMembers(options, assetMembers)
  const address = readOwn(said, "address")
  return {
    ...pickMembers(asked, ["type"]),
    options: {
      ...said,
      ...(address !== undefined && { address: readAddress(address) ?? address }),
      ...pickDecimals(options),
    },
  }
}
