import { Data, Result } from "effect"
import { decodePercent } from "./decodePercent.ts"

/** The payment or call that an `ethereum:` link requests. All fields are untrusted. */
export interface EthereumUri {
  /** An address as written, without a checksum test, or a name that is not resolved yet. */
  readonly target: string
  /** Absent where the wallet chooses the chain. */
  readonly chainId?: number
  /** The function to call at `target`. Absent where the link is a plain payment. */
  readonly function?: string
  /** In the order of the call. */
  readonly arguments: readonly EthereumUriArgument[]
  /** Wei. */
  readonly value?: bigint
  readonly gasLimit?: bigint
  /** Wei. */
  readonly gasPrice?: bigint
}

/** A call argument: a number for numeric types, else the text. */
export type EthereumUriArgument =
  | { readonly type: `${"u" | ""}int${string}`; readonly value: bigint }
  | { readonly type: string; readonly value: string }

/**
 * Parses an `ethereum:` link of a payment or a call. Rejects unknown and repeated parameters: an ignored one could
 * change the payment that the user meant. Source: ERC-681.
 */
export const parseEthereumUri = (uri: string): Result.Result<EthereumUri, InvalidEthereumUri> => {
  const fail = (reason: EthereumUriReason) => Result.fail(new InvalidEthereumUri({ uri, reason }))
  const [, target, chain, name, query = ""] = uriPattern.exec(uri) ?? []
  if (target === undefined) return fail({ _tag: "Form" })
  const chainId = chain === undefined ? undefined : Number(chain)
  if (chainId !== undefined && (chainId === 0 || !Number.isSafeInteger(chainId)))
    return fail({ _tag: "Form" })

  const amounts: { value?: bigint; gasLimit?: bigint; gasPrice?: bigint } = {}
  const args: EthereumUriArgument[] = []
  for (const parameter of query === "" ? [] : query.split("&")) {
    const [, key = parameter, encoded] = /^([^=]*)=(.*)$/s.exec(parameter) ?? []
    const refuse = () => fail({ _tag: "Parameter", name: key })
    const text = encoded === undefined ? null : decodePercent(encoded)
    if (text === null) return refuse()
    const field = fields.get(key)
    if (field !== undefined) {
      const amount = parseNumber(text)
      if (amount === null || amount < 0n || amounts[field] !== undefined) return refuse()
      amounts[field] = amount
    } else if (name === undefined) {
      return refuse()
    } else if (isNumeric(key)) {
      const number = parseNumber(text)
      if (number === null || (number < 0n && key.startsWith("u"))) return refuse()
      args.push({ type: key, value: number })
    } else if (/^(?:address|bool|string|bytes\d*|u?int\d*)(?:\[\d*\])*$/.test(key)) {
      args.push({ type: key, value: text })
    } else {
      return refuse()
    }
  }
  return Result.succeed({
    target,
    ...(chainId !== undefined && { chainId }),
    ...(name !== undefined && { function: name }),
    arguments: args,
    ...amounts,
  })
}

/**
 * Formats a request for a payment on one network, of the native currency or of an ERC-20 token. `amount` in base units.
 * Source: ERC-681.
 */
export const formatEthereumUri = ({
  address,
  amount,
  chainId,
  token,
}: {
  /** The recipient. */
  readonly address: string
  readonly chainId: number
  /** The token's contract; `null` for the native currency. */
  readonly token: string | null
  readonly amount: bigint
}): string =>
  token === null
    ? `ethereum:${address}@${chainId}?value=${amount}`
    : `ethereum:${token}@${chainId}/transfer?address=${address}&uint256=${amount}`

// A name needs the prefix `pay-`, because its start is ambiguous without it.
const uriPattern =
  /^ethereum:(?:pay-)?(0x[0-9a-f]{40}|(?<=:pay-)[^\s/@?#:]+\.[^\s/@?#:.]+)(?:@(\d+))?(?:\/([a-z_$][\w$]*))?(?:\?([^#]*))?$/i

const fields = new Map<string, "value" | "gasLimit" | "gasPrice">([
  ["value", "value"],
  ["gas", "gasLimit"],
  ["gasLimit", "gasLimit"],
  ["gasPrice", "gasPrice"],
])

const isNumeric = (type: string): type is `${"u" | ""}int${string}` => /^u?int\d*$/.test(type)

/** Parses a whole number such as `2.014e18` exactly. Returns `null` when it is invalid or has more than 256 bits. */
const parseNumber = (text: string): bigint | null => {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^([-+]?)(\d*)(?:\.(\d+))?(?:[eE](\d{1,2}))?$/.exec(text) ?? []
  const zeros = Number(exponent) - fraction.replace(/0+$/, "").length
  const digits = (whole + fraction.replace(/0+$/, "")).replace(/^0+(?=\d)/, "")
  if (sign === undefined || digits === "" || zeros < 0 || digits.length > 78) return null
  const size = BigInt(digits + "0".repeat(zeros))
  return size < 2n ** 256n ? (sign === "-" ? -size : size) : null
}

/** Why an ERC-681 link was rejected. */
export type EthereumUriReason =
  /** Not an `ethereum:` link with an address or a name. */
  | { readonly _tag: "Form" }
  /** An unknown or repeated parameter, or an invalid value. */
  | { readonly _tag: "Parameter"; readonly name: string }

/** The error for a rejected ERC-681 link. */
export class InvalidEthereumUri extends Data.TaggedError("InvalidEthereumUri")<{
  readonly uri: string
  readonly reason: EthereumUriReason
}> {
  override get message() {
    return this.reason._tag === "Form"
      ? `Not an Ethereum link: ${this.uri}`
      : `Invalid field in an Ethereum link: ${this.reason.name}`
  }
}
