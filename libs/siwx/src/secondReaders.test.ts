import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSiwxMessage, printSiwxMessage } from "@wmodal/protocol/siwx"
import { Result } from "effect"
import { SiweMessage } from "siwe"
import { parseSiweMessage } from "viem/siwe"
import { expect, it } from "vitest"
import * as z from "zod/mini"

/**
 * Compares the parser with siwe@3 and viem on mutated messages. `npm run fuzz:siwx` plays 100,000 of them. viem refuses
 * nothing, so it is compared by the fields that it reads.
 */
const isSoak = process.env["WMODAL_SOAK"] !== undefined
const rounds = isSoak ? 100_000 : 4_000
/** siwe is slow: of the refused texts it reads one in so many. */
const refusedPerRead = isSoak ? 1 : 10

const vectors = z
  .record(z.string(), z.looseObject({ message: z.string() }))
  .parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, "../../../vectors/siwe/parsing_positive.json"), "utf8"),
    ),
  )
const seeds = Object.values(vectors).map(({ message }) => message)

/** Why siwe accepts a text that is refused here. No text is accepted here that siwe refuses. */
const strictness: ReadonlyArray<readonly [reason: string, pattern: RegExp]> = [
  [
    "A statement has at least one character: 1*( reserved / unreserved / SP )",
    /account:\n0x\w{40}\n{4}URI: /,
  ],
  [
    "A leap second is the last second of a June or a December, in UTC",
    /: \d{4}-\d\d-\d\d[Tt]\d\d:\d\d:60(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)\n/,
  ],
  ["A domain has a host, which RFC 3986 lets be empty", /^(?:[^\n]*:\/\/)?[^\n]*@(?::\d*)? wants you/],
  ["A chain id with leading zeros is a second spelling of a network", /\nChain ID: 0/],
]

const makeRandom = (seed: number) => {
  let state = seed
  return (max: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) % max
  }
}

const pieces = [
  ..."\n\r\t \u0000\u00a0\u2028\u202e%:/?#[]@!$&'()*+,;=-._~\"<>\\^`{|}aZ09é",
  "\n\n",
  "URI: ",
  "Version: 1",
  "Chain ID: 01",
  "Nonce: ",
  "Issued At: ",
  "Expiration Time: 2021-02-29T00:00:00Z",
  "\nNot Before: 2021-09-30T16:25:24+24:00",
  "\nRequest ID: ",
  "\nResources:",
  "\n- ",
  "%41",
  "%4g",
  "[::1]",
  "https://",
  " wants you to sign in with your Ethereum account:",
  "user@",
  ":8080",
  "2021-09-30T16:25:60Z",
  "2021-09-30t16:25:24z",
  "Issued At: 2016-12-31T23:59:60Z",
  "Not Before: 2016-12-31t15:59:60.5-08:00",
  "+00:00",
  ".123456789",
]

const mutate = (random: (max: number) => number): string => {
  let text = seeds[random(seeds.length)] ?? ""
  for (let count = random(3) + 1; count > 0; count--) {
    const lines = text.split("\n")
    const line = random(lines.length)
    const at = random(text.length + 1)
    const piece = pieces[random(pieces.length)] ?? ""
    switch (random(7)) {
      case 0:
        text = text.slice(0, at) + piece + text.slice(at)
        break
      case 1:
        text = text.slice(0, at) + piece + text.slice(at + 1)
        break
      case 2:
        text = text.slice(0, at) + text.slice(at + 1 + random(3))
        break
      case 3:
        text = lines.toSpliced(line, 1).join("\n")
        break
      case 4:
        text = lines.toSpliced(line, 0, lines[random(lines.length)] ?? "").join("\n")
        break
      case 5:
        // Only the value of a line, which stays valid more often.
        text = lines.with(line, `${lines[line]}${piece}`).join("\n")
        break
      default: {
        const character = text.charAt(at)
        const other =
          character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase()
        text = text.slice(0, at) + other + text.slice(at + 1)
      }
    }
  }
  return text
}

const readBySiwe = (text: string): SiweMessage | null => {
  try {
    return new SiweMessage(text)
  } catch {
    return null
  }
}

it("accepts nothing that siwe refuses, and reads the same fields as siwe and viem", {
  timeout: 900_000,
}, () => {
  const random = makeRandom(20)
  const found: string[] = []
  let accepted = 0
  for (let round = 0; round < rounds; round++) {
    const text = mutate(random)
    const parsed = parseSiwxMessage(text)
    if (Result.isFailure(parsed)) {
      if (
        round % refusedPerRead === 0 &&
        text.includes("Ethereum") &&
        readBySiwe(text) !== null &&
        !strictness.some(([, pattern]) => pattern.test(text))
      )
        found.push(`siwe accepts: ${JSON.stringify(text)} ${parsed.failure.message}`)
      continue
    }
    accepted++
    const message = parsed.success
    if (Result.getOrNull(printSiwxMessage(message)) !== text)
      found.push(`printed otherwise: ${JSON.stringify(text)}`)
    const bySiwe = readBySiwe(text)
    if (bySiwe === null) {
      found.push(`siwe refuses: ${JSON.stringify(text)}`)
      continue
    }
    const { blockchain: _, chainId, ...fields } = message
    const own = { ...fields, chainId: Number(chainId) }
    for (const key of Object.keys(own) as (keyof typeof own)[])
      if (JSON.stringify(bySiwe[key]) !== JSON.stringify(own[key]))
        found.push(`siwe reads ${key} as ${JSON.stringify(bySiwe[key])}: ${JSON.stringify(text)}`)
    const byViem = parseSiweMessage(text)
    for (const key of Object.keys(own) as (keyof typeof own)[]) {
      const value = byViem[key]
      // Its patterns know no user, no IPv6 address and no unusual character in a domain, and read nothing then.
      if (value === undefined) continue
      // It reads no leap seconds and no small letters, and makes them an invalid date.
      if (value instanceof Date && Number.isNaN(value.getTime())) continue
      const read = value instanceof Date ? value.getTime() : value
      const mine = value instanceof Date ? Date.parse(String(own[key])) : own[key]
      if (JSON.stringify(read) !== JSON.stringify(mine))
        found.push(`viem reads ${key} as ${JSON.stringify(value)}: ${JSON.stringify(text)}`)
    }
  }
  expect(found.slice(0, 60)).toEqual([])
  expect(accepted).toBeGreaterThan(rounds / 50)
})
