import { Data, Result } from "effect"
import type { Namespace } from "../Caip.ts"
import { isDateTime } from "./dateTime.ts"
import { isChecksummed } from "./isChecksummed.ts"
import { isAuthority, isUri, pathCharacter } from "./uriSyntax.ts"

/** The word for each chain in the first line of a message. */
export const siwxBlockchains = {
  eip155: "Ethereum",
  solana: "Solana",
  bip122: "Bitcoin",
  polkadot: "Polkadot",
} as const satisfies Readonly<Record<Namespace, string>>

/** The name of a blockchain in a message's first line. Source: CAIP-122. */
export type SiwxBlockchain = (typeof siwxBlockchains)[Namespace]

/**
 * A message to sign in with. Every text is as in the message; the times are RFC 3339. Ethereum requires `uri`,
 * `version`, `chainId`, `nonce` and `issuedAt`. Source: EIP-4361, CAIP-122, Sign-In With Solana.
 */
export interface SiwxMessage {
  readonly blockchain: SiwxBlockchain
  /** The scheme before the domain, such as `https`. Only Ethereum has one. */
  readonly scheme?: string
  /** The authority that asks for the signature: a host, with a port unless it is the scheme's own. */
  readonly domain: string
  /** EIP-55 on Ethereum. On other chains only its characters are checked. */
  readonly address: string
  /** One line of URI characters and spaces on Ethereum; several lines of printable text on other chains. */
  readonly statement?: string
  readonly uri?: string
  readonly version?: "1"
  /** A decimal number on Ethereum; on other chains a CAIP-2 id, its reference, or a name such as `mainnet`. */
  readonly chainId?: string
  /** At least 8 letters and digits. */
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** A text that is no sign-in message. */
export class SiwxSyntaxError extends Data.TaggedError("SiwxSyntaxError")<{
  /** Index of the first character that does not fit, in UTF-16 units. */
  readonly position: number
  /** What the grammar has there. */
  readonly expected: string
}> {
  override get message(): string {
    return `Not a sign-in message: expected ${this.expected} at character ${this.position}.`
  }
}

/** The lines after the statement, in their order. */
const lines = [
  ["uri", "URI: ", isUri, "a URI"],
  ["version", "Version: ", (text: string) => text === "1", "version 1"],
  ["chainId", "Chain ID: ", null, "a chain id"],
  ["nonce", "Nonce: ", (text: string) => /^[A-Za-z0-9]{8,}$/.test(text), "8 or more letters and digits"],
  ["issuedAt", "Issued At: ", isDateTime, "a date and time"],
  ["expirationTime", "Expiration Time: ", isDateTime, "a date and time"],
  ["notBefore", "Not Before: ", isDateTime, "a date and time"],
  ["requestId", "Request ID: ", (text: string) => requestIdPattern.test(text), "URI path characters"],
] as const

const requestIdPattern = new RegExp(`^${pathCharacter}*$`)
const requiredLines = 5

/** What differs between the chains. */
const forms: Readonly<
  Record<
    SiwxBlockchain,
    {
      readonly isAddress: (text: string) => boolean
      readonly isChainId: (text: string) => boolean
      readonly isStatement: (text: string) => boolean
      /** Ethereum requires fields, and has two empty lines instead of a statement. */
      readonly isStrict: boolean
    }
  >
> = (() => {
  const isStatement = (text: string) =>
    // Neither control nor format characters, which can hide what a message says, but new lines.
    /^[^\n](?:[^\p{C}\p{Zl}\p{Zp}]|\n)*$/u.test(text) && !/^\p{C}|\n$/u.test(text)
  const other = {
    isChainId: (text: string) => /^(?:[-a-z0-9]{3,8}:)?[-_a-zA-Z0-9]{1,32}$/.test(text),
    isStatement,
    isStrict: false,
  }
  const base58 = { ...other, isAddress: (text: string) => /^[1-9A-HJ-NP-Za-km-z]{1,48}$/.test(text) }
  return {
    Ethereum: {
      isAddress: isChecksummed,
      isChainId: (text) => /^[1-9]\d{0,31}$/.test(text),
      isStatement: (text) => /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/.test(text),
      isStrict: true,
    },
    Solana: base58,
    Polkadot: base58,
    Bitcoin: { ...other, isAddress: (text) => /^[0-9A-Za-z]{1,90}$/.test(text) },
  }
})()

/**
 * Parses a message strictly: the order of its lines, line feeds only, nothing before or after. `printSiwxMessage`
 * returns exactly the parsed text.
 */
export const parseSiwxMessage = (text: string): Result.Result<SiwxMessage, SiwxSyntaxError> => {
  const fail = (position: number, expected: string) =>
    Result.fail(new SiwxSyntaxError({ position, expected }))
  const [first = "", address = ""] = text.split("\n", 2)
  const [, scheme, domain = "", word = ""] =
    /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(.*?) wants you to sign in with your (\w+) account:$/.exec(first) ??
    []
  const blockchain = Object.values(siwxBlockchains).find((one) => one === word)
  if (blockchain === undefined) return fail(0, "a domain that wants you to sign in")
  const form = forms[blockchain]
  // Only Ethereum has a scheme.
  if (!isAuthority(form.isStrict || scheme === undefined ? domain : ""))
    return fail(scheme === undefined ? 0 : scheme.length + 3, "a domain")
  let at = first.length + 1
  if (!form.isAddress(address)) return fail(at, `an address of ${blockchain}`)
  at += address.length

  const message: { -readonly [K in keyof SiwxMessage]: SiwxMessage[K] } = { blockchain, domain, address }
  if (scheme !== undefined) message.scheme = scheme
  if (at === text.length && !form.isStrict) return Result.succeed(message)
  if (!text.startsWith("\n\n", at)) return fail(at, "an empty line")
  at += 2

  // The fields have no empty line, so the last one ends the statement. A message may have neither.
  const rest = text.slice(at)
  const end = form.isStrict ? rest.search(/\nURI: /) : rest.lastIndexOf("\n\n")
  const isEmpty = form.isStrict ? rest.startsWith("\nURI: ") : isField(rest)
  if (!isEmpty) {
    const isAlone = !form.isStrict && (end === -1 || !isField(rest.slice(end + 2)))
    const before = rest.slice(0, Math.max(end, 0))
    const statement = isAlone ? rest : form.isStrict ? before.replace(/\n$/, "") : before
    if (!form.isStatement(statement)) return fail(at, "a statement")
    message.statement = statement
    at += statement.length
    if (isAlone) return Result.succeed(message)
    if (!text.startsWith("\n\n", at)) return fail(at, "an empty line")
    at += 2
  } else if (form.isStrict) at += 1

  let isFirst = true
  for (const [index, [key, label, test, expected]] of lines.entries()) {
    const start = isFirst ? at : at + 1
    if (text.startsWith(isFirst ? label : `\n${label}`, at)) {
      const from = start + label.length
      const lineEnd = text.indexOf("\n", from)
      const value = text.slice(from, lineEnd === -1 ? undefined : lineEnd)
      if (!(test ?? form.isChainId)(value)) return fail(from, expected)
      Object.assign(message, { [key]: value })
      at = from + value.length
      isFirst = false
    } else if (form.isStrict && index < requiredLines) return fail(start, `"${label}"`)
  }
  const heading = isFirst ? "Resources:" : "\nResources:"
  if (text.startsWith(heading, at)) {
    at += heading.length
    const resources: string[] = []
    while (text.startsWith("\n- ", at)) {
      const from = at + 3
      const lineEnd = text.indexOf("\n", from)
      const value = text.slice(from, lineEnd === -1 ? undefined : lineEnd)
      if (!isUri(value)) return fail(from, "a URI")
      resources.push(value)
      at = from + value.length
    }
    message.resources = resources
  }
  return at === text.length ? Result.succeed(message) : fail(at, "the end of the message")
}

const isField = (rest: string): boolean =>
  /^(?:URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID|Resources):/.test(rest)

/** Prints a message. Fails if a field does not fit, or would be read as another one. */
export const printSiwxMessage = (message: SiwxMessage): Result.Result<string, SiwxSyntaxError> => {
  const { address, blockchain, domain, resources, scheme, statement } = message
  const fields = lines.flatMap(([key, label]) => {
    const value = message[key]
    return value === undefined ? [] : [`${label}${value}`]
  })
  if (resources !== undefined) fields.push(["Resources:", ...resources.map((one) => `- ${one}`)].join("\n"))
  const head = `${scheme === undefined ? "" : `${scheme}://`}${domain} wants you to sign in with your ${blockchain} account:\n${address}`
  const noStatement = blockchain === "Ethereum" ? "\n\n\n" : "\n\n"
  const text =
    head +
    (statement === undefined ? (fields.length === 0 ? "" : noStatement) : `\n\n${statement}`) +
    (statement === undefined || fields.length === 0 ? "" : "\n\n") +
    fields.join("\n")
  return Result.flatMap(parseSiwxMessage(text), (parsed) => {
    const isSame = [...lines.map(([key]) => key), "scheme", "domain", "address", "statement"] as const
    const changed = isSame.find((key) => parsed[key] !== message[key])
    return changed === undefined && String(parsed.resources) === String(message.resources)
      ? Result.succeed(text)
      : Result.fail(
          new SiwxSyntaxError({ position: 0, expected: `${changed ?? "resources"} on lines of its own` }),
        )
  })
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
/** 119 bits. */
const nonceLength = 20

/** Makes a nonce of letters and digits with 119 bits of randomness. */
export const makeSiwxNonce = (): string => {
  let nonce = ""
  while (nonce.length < nonceLength)
    // Bytes above the last multiple would make some characters more likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(nonceLength)))
      if (byte < 248 && nonce.length < nonceLength) nonce += alphabet.charAt(byte % alphabet.length)
  return nonce
}
