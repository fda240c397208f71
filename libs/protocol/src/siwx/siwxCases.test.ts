import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseSiwxMessage, printSiwxMessage } from "./SiwxMessage.ts"

const ethereum = `app.example wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

Sign in.

URI: https://app.example/login
Version: 1
Chain ID: 1
Nonce: abcdefgh
Issued At: 2026-01-15T12:00:00Z
Expiration Time: 2026-01-15T12:10:00Z
Not Before: 2026-01-15T11:59:00Z
Request ID: 1
Resources:
- https://app.example/terms
- urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66`

const solana = `app.example wants you to sign in with your Solana account:
Vote111111111111111111111111111111111111111

Sign in.

URI: https://app.example/login
Version: 1
Chain ID: mainnet
Nonce: abcdefgh
Issued At: 2026-01-15T12:00:00Z`

const bitcoin = solana
  .replace("Solana", "Bitcoin")
  .replace("Vote111111111111111111111111111111111111111", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
  .replace("mainnet", "bip122:000000000019d6689c085ae165831e93")

/** A base message with one change. A base stays as it is without `from`. */
type Case = readonly [title: string, base: string, from: string, to: string]

const valid: readonly Case[] = [
  ["every field", ethereum, "", ""],
  ["a scheme before the domain", ethereum, "app.example wants", "https://app.example wants"],
  ["another scheme", ethereum, "app.example wants", "wmodal+app-1.0://app.example wants"],
  ["a port", ethereum, "app.example wants", "app.example:8443 wants"],
  ["an empty port", ethereum, "app.example wants", "app.example: wants"],
  ["a user", ethereum, "app.example wants", "user:info@app.example wants"],
  ["localhost", ethereum, "app.example wants", "localhost:5173 wants"],
  ["an IPv4 address", ethereum, "app.example wants", "127.0.0.1 wants"],
  ["an IPv6 address", ethereum, "app.example wants", "[2001:db8::7]:443 wants"],
  ["an IPv6 address with an IPv4 end", ethereum, "app.example wants", "[::ffff:192.0.2.1] wants"],
  ["an IPvFuture address", ethereum, "app.example wants", "[v1.fe80::a+en1] wants"],
  ["an international domain in its ASCII form", ethereum, "app.example wants", "xn--bcher-kva.example wants"],
  ["a percent-encoded domain", ethereum, "app.example wants", "%61pp.example wants"],
  ["no statement", ethereum, "\n\nSign in.\n\n", "\n\n\n"],
  ["every character of a statement", ethereum, "Sign in.", "az AZ 09 -._~ :/?#[]@ !$&'()*+,;="],
  ["a statement that looks like a field", ethereum, "Sign in.", "Chain ID: 5"],
  ["a statement of one space", ethereum, "Sign in.", " "],
  [
    "a URI of another scheme",
    ethereum,
    "https://app.example/login",
    "did:key:z6Mkf5rGMoatrSj1f4CyvuHBeXJELe9RPdzo2PKGNCKVtZxP",
  ],
  [
    "a URI with everything",
    ethereum,
    "https://app.example/login",
    "https://u:p@app.example:1/a;b=c/%20?d=/e?#f/?",
  ],
  ["a URI with an IPv6 address", ethereum, "https://app.example/login", "http://[::1]:8080/"],
  ["a URI without a path", ethereum, "https://app.example/login", "https://app.example"],
  ["a URI with an empty authority", ethereum, "https://app.example/login", "file:///login"],
  ["a large chain id", ethereum, "Chain ID: 1", "Chain ID: 115792089237316"],
  ["a long nonce", ethereum, "abcdefgh", "0".repeat(200)],
  ["a time with a fraction", ethereum, "12:00:00Z", "12:00:00.000000001Z"],
  ["a time of a zone", ethereum, "12:00:00Z", "12:00:00-23:59"],
  ["a time of the zone +00:00", ethereum, "12:00:00Z", "12:00:00+00:00"],
  ["the unknown zone", ethereum, "12:00:00Z", "12:00:00-00:00"],
  ["a time in small letters", ethereum, "2026-01-15T12:00:00Z", "2026-01-15t12:00:00z"],
  ["a leap second", ethereum, "2026-01-15T12:00:00Z", "2016-12-31T23:59:60Z"],
  ["a leap second of a June, with a fraction", ethereum, "2026-01-15T12:00:00Z", "2015-06-30T23:59:60.999Z"],
  ["a leap second of a zone", ethereum, "2026-01-15T12:00:00Z", "1990-12-31T15:59:60-08:00"],
  [
    "a leap second of a zone that is a day ahead",
    ethereum,
    "2026-01-15T12:00:00Z",
    "2017-01-01T08:59:60+09:00",
  ],
  ["a leap day", ethereum, "2026-01-15T12:00:00Z", "2024-02-29T00:00:00Z"],
  ["the leap day of a century", ethereum, "2026-01-15T12:00:00Z", "2000-02-29T00:00:00Z"],
  ["the last day of the calendar", ethereum, "2026-01-15T12:10:00Z", "9999-12-31T23:59:59Z"],
  [
    "no optional times",
    ethereum,
    "\nExpiration Time: 2026-01-15T12:10:00Z\nNot Before: 2026-01-15T11:59:00Z",
    "",
  ],
  ["an empty request id", ethereum, "Request ID: 1", "Request ID: "],
  ["a request id with every character", ethereum, "Request ID: 1", "Request ID: aZ0-._~%20!$&'()*+,;=:@"],
  [
    "no resources",
    ethereum,
    "\nResources:\n- https://app.example/terms\n- urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66",
    "",
  ],
  [
    "an empty list of resources",
    ethereum,
    "\n- https://app.example/terms\n- urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66",
    "",
  ],
  ["Solana with fields", solana, "", ""],
  ["Solana with the address alone", solana, solana.slice(solana.indexOf("\n\n")), ""],
  ["Solana with a statement alone", solana, solana.slice(solana.indexOf("\n\nURI")), ""],
  ["Solana without a statement", solana, "\n\nSign in.\n\n", "\n\n"],
  ["Solana with a statement in another script", solana, "Sign in.", "サインイン。"],
  ["Solana with a statement of two lines", solana, "Sign in.", "Sign in.\nPlease."],
  ["Solana with a CAIP-2 chain", solana, "mainnet", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],
  ["Solana without a URI", solana, "URI: https://app.example/login\n", ""],
  ["Bitcoin", bitcoin, "", ""],
  [
    "Bitcoin with an old address",
    bitcoin,
    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  ],
]

const invalid: ReadonlyArray<readonly [...Case, expected: string]> = [
  ["a tab in the first line", ethereum, " wants", "\twants", "a domain that wants you to sign in"],
  ["two spaces in the first line", ethereum, "wants you", "wants  you", "a domain that wants you to sign in"],
  [
    "other words in the first line",
    ethereum,
    "wants you",
    "would like you",
    "a domain that wants you to sign in",
  ],
  ["a chain in small letters", ethereum, "Ethereum", "ethereum", "a domain that wants you to sign in"],
  ["no colon after the first line", ethereum, "account:", "account", "a domain that wants you to sign in"],
  ["a space after the first line", ethereum, "account:", "account: ", "a domain that wants you to sign in"],
  ["a domain in capital script", ethereum, "app.example wants", "аpp.example wants", "a domain"],
  ["a domain with a query", ethereum, "app.example wants", "app.example?a wants", "a domain"],
  ["a domain with a fragment", ethereum, "app.example wants", "app.example#a wants", "a domain"],
  [
    "a domain with a backslash",
    ethereum,
    "app.example wants",
    "app.example\\@evil.example wants",
    "a domain",
  ],
  ["a domain with a port of letters", ethereum, "app.example wants", "app.example:https wants", "a domain"],
  ["a domain with two ports", ethereum, "app.example wants", "app.example:1:2 wants", "a domain"],
  ["a domain with two users", ethereum, "app.example wants", "a@b@app.example wants", "a domain"],
  ["a domain with a bad percent", ethereum, "app.example wants", "app%2.example wants", "a domain"],
  ["a port without a host", ethereum, "app.example wants", ":443 wants", "a domain"],
  [
    "an IPv6 address with too many groups",
    ethereum,
    "app.example wants",
    "[1:2:3:4:5:6:7:8:9] wants",
    "a domain",
  ],
  ["an IPv6 address with two gaps", ethereum, "app.example wants", "[1::2::3] wants", "a domain"],
  ["an IPv6 address with a large group", ethereum, "app.example wants", "[12345::] wants", "a domain"],
  ["an IPv6 address with a zone", ethereum, "app.example wants", "[fe80::1%25en0] wants", "a domain"],
  ["an open bracket", ethereum, "app.example wants", "[::1 wants", "a domain"],
  ["a scheme with a digit first", ethereum, "app.example wants", "1https://app.example wants", "a domain"],
  [
    "an address in capitals",
    ethereum,
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED",
    "an address of Ethereum",
  ],
  ["an address with one wrong letter", ethereum, "0x5aAeb", "0x5aaeb", "an address of Ethereum"],
  ["an address without 0x", ethereum, "0x5aAeb", "5aAeb", "an address of Ethereum"],
  ["an address with 0X", ethereum, "0x5aAeb", "0X5aAeb", "an address of Ethereum"],
  [
    "a name for an address",
    ethereum,
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "vitalik.eth",
    "an address of Ethereum",
  ],
  ["a CAIP-10 address", ethereum, "0x5aAeb", "eip155:1:0x5aAeb", "an address of Ethereum"],
  ["a space before the address", ethereum, "\n0x5a", "\n 0x5a", "an address of Ethereum"],
  ["an empty line before the address", ethereum, "\n0x5a", "\n\n0x5a", "an address of Ethereum"],
  ["a null in the statement", ethereum, "Sign in.", "Sign\u0000in.", "a statement"],
  ["a tab in the statement", ethereum, "Sign in.", "Sign\tin.", "a statement"],
  ["a carriage return in the statement", ethereum, "Sign in.", "Sign in.\r", "a statement"],
  ["a line separator in the statement", ethereum, "Sign in.", "Sign\u2028in.", "a statement"],
  ["a no-break space in the statement", ethereum, "Sign in.", "Sign\u00a0in.", "a statement"],
  ["a zero-width space in the statement", ethereum, "Sign in.", "Sign\u200bin.", "a statement"],
  ["an accent in the statement", ethereum, "Sign in.", "Sígn in.", "a statement"],
  ["a percent in the statement", ethereum, "Sign in.", "Pay 5%.", "a statement"],
  ["a second statement", ethereum, "Sign in.", "Sign in.\n\nSign out.", "a statement"],
  ["an empty line more", ethereum, "Sign in.\n\n", "Sign in.\n\n\n", "a statement"],
  ["an empty line less", ethereum, "Sign in.\n\n", "Sign in.\n", "an empty line"],
  ["a relative URI", ethereum, "https://app.example/login", "/login", "a URI"],
  ["a URI without a scheme's colon", ethereum, "https://app.example/login", "https//app.example", "a URI"],
  ["an empty URI", ethereum, "https://app.example/login", "", "a URI"],
  ["a URI with a quote", ethereum, "https://app.example/login", 'https://app.example/"', "a URI"],
  [
    "a URI with brackets in its path",
    ethereum,
    "https://app.example/login",
    "https://app.example/[a]",
    "a URI",
  ],
  ["a URI with two fragments", ethereum, "https://app.example/login", "https://app.example/#a#b", "a URI"],
  ["a URI in another script", ethereum, "https://app.example/login", "https://app.example/é", "a URI"],
  ["a space after the URI", ethereum, "/login\n", "/login \n", "a URI"],
  ["no space after a label", ethereum, "Version: 1", "Version:1", '"Version: "'],
  ["a label in small letters", ethereum, "Version: 1", "version: 1", '"Version: "'],
  ["version 01", ethereum, "Version: 1", "Version: 01", "version 1"],
  ["version 1.0", ethereum, "Version: 1", "Version: 1.0", "version 1"],
  ["no version", ethereum, "Version: 1", "Version: ", "version 1"],
  ["chain 0", ethereum, "Chain ID: 1", "Chain ID: 0", "a chain id"],
  ["a negative chain", ethereum, "Chain ID: 1", "Chain ID: -1", "a chain id"],
  ["a signed chain", ethereum, "Chain ID: 1", "Chain ID: +1", "a chain id"],
  ["a fractional chain", ethereum, "Chain ID: 1", "Chain ID: 1.0", "a chain id"],
  ["an exponential chain", ethereum, "Chain ID: 1", "Chain ID: 1e3", "a chain id"],
  ["a CAIP-2 chain", ethereum, "Chain ID: 1", "Chain ID: eip155:1", "a chain id"],
  ["a space after the chain", ethereum, "Chain ID: 1\n", "Chain ID: 1 \n", "a chain id"],
  ["a nonce of seven characters", ethereum, "abcdefgh", "abcdefg", "8 or more letters and digits"],
  ["a nonce with an underscore", ethereum, "abcdefgh", "abcd_efgh", "8 or more letters and digits"],
  ["a nonce in another script", ethereum, "abcdefgh", "аbcdefghi", "8 or more letters and digits"],
  ["a date alone", ethereum, "2026-01-15T12:00:00Z", "2026-01-15", "a date and time"],
  [
    "a space between date and time",
    ethereum,
    "2026-01-15T12:00:00Z",
    "2026-01-15 12:00:00Z",
    "a date and time",
  ],
  ["a time without seconds", ethereum, "12:00:00Z", "12:00Z", "a date and time"],
  ["a time with a comma", ethereum, "12:00:00Z", "12:00:00,5Z", "a date and time"],
  ["a time with an empty fraction", ethereum, "12:00:00Z", "12:00:00.Z", "a date and time"],
  ["a time without a zone", ethereum, "12:00:00Z", "12:00:00", "a date and time"],
  ["a zone without a colon", ethereum, "12:00:00Z", "12:00:00+0100", "a date and time"],
  ["a zone of 24 hours", ethereum, "12:00:00Z", "12:00:00+24:00", "a date and time"],
  ["a zone of 60 minutes", ethereum, "12:00:00Z", "12:00:00+01:60", "a date and time"],
  ["the hour 24", ethereum, "T12:00:00Z", "T24:00:00Z", "a date and time"],
  ["the minute 60", ethereum, "T12:00:00Z", "T12:60:00Z", "a date and time"],
  ["the second 61", ethereum, "T12:00:00Z", "T12:00:61Z", "a date and time"],
  ["a second 60 of another minute", ethereum, "T12:00:00Z", "T12:00:60Z", "a date and time"],
  ["a second 60 of a January", ethereum, "2026-01-15T12:00:00Z", "2026-01-31T23:59:60Z", "a date and time"],
  [
    "a second 60 of a day before the last",
    ethereum,
    "2026-01-15T12:00:00Z",
    "2016-12-30T23:59:60Z",
    "a date and time",
  ],
  [
    "a leap second of the zone's own clock",
    ethereum,
    "2026-01-15T12:00:00Z",
    "2016-12-31T23:59:60+09:00",
    "a date and time",
  ],
  [
    "a leap second of the hour before",
    ethereum,
    "2026-01-15T12:00:00Z",
    "2016-12-31T22:59:60Z",
    "a date and time",
  ],
  [
    "the minute 60 in small letters",
    ethereum,
    "2026-01-15T12:00:00Z",
    "2026-01-15t12:60:00z",
    "a date and time",
  ],
  ["the month 0", ethereum, "2026-01-15T12:00", "2026-00-15T12:00", "a date and time"],
  ["the day 0", ethereum, "2026-01-15T12:00", "2026-01-00T12:00", "a date and time"],
  ["the 31st of April", ethereum, "2026-01-15T12:00", "2026-04-31T12:00", "a date and time"],
  ["the leap day of a common century", ethereum, "2026-01-15T12:00", "2100-02-29T12:00", "a date and time"],
  ["a year of five digits", ethereum, "2026-01-15T12:00", "+12026-01-15T12:00", "a date and time"],
  ["a time in milliseconds", ethereum, "2026-01-15T12:00:00Z", "1768478400000", "a date and time"],
  [
    "an expiration that does not exist",
    ethereum,
    "2026-01-15T12:10:00Z",
    "2026-02-30T12:10:00Z",
    "a date and time",
  ],
  ["a start that does not exist", ethereum, "2026-01-15T11:59:00Z", "never", "a date and time"],
  [
    "optional times in another order",
    ethereum,
    "Expiration Time: 2026-01-15T12:10:00Z\nNot Before: 2026-01-15T11:59:00Z",
    "Not Before: 2026-01-15T11:59:00Z\nExpiration Time: 2026-01-15T12:10:00Z",
    "the end of the message",
  ],
  [
    "an expiration twice",
    ethereum,
    "\nNot Before",
    "\nExpiration Time: 2026-01-15T12:10:00Z\nNot Before",
    "the end of the message",
  ],
  ["a request id with a slash", ethereum, "Request ID: 1", "Request ID: a/b", "URI path characters"],
  ["a request id with a bad percent", ethereum, "Request ID: 1", "Request ID: %", "URI path characters"],
  ["a resource that is relative", ethereum, "- https://app.example/terms", "- /terms", "a URI"],
  [
    "a resource with a star",
    ethereum,
    "- https://app.example/terms",
    "* https://app.example/terms",
    "the end of the message",
  ],
  [
    "a resource without a space",
    ethereum,
    "- https://app.example/terms",
    "-https://app.example/terms",
    "the end of the message",
  ],
  ["an empty resource", ethereum, "- https://app.example/terms", "- ", "a URI"],
  [
    "resources on the line of their label",
    ethereum,
    "Resources:\n- ",
    "Resources: ",
    "the end of the message",
  ],
  ["a field after the resources", ethereum, "0200c9a66", "0200c9a66\nVersion: 1", "the end of the message"],
  ["an empty line at the end", ethereum, "0200c9a66", "0200c9a66\n", "the end of the message"],
  ["a byte order mark", ethereum, "app.example wants", "\ufeffapp.example wants", "a domain"],
  [
    "Solana with a hex address",
    solana,
    "Vote111111111111111111111111111111111111111",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "an address of Solana",
  ],
  ["Solana with a zero in its address", solana, "Vote1", "Vote0", "an address of Solana"],
  ["Solana with a bidi override in the statement", solana, "Sign in.", "Sign \u202ein.", "a statement"],
  ["Solana with a scheme", solana, "app.example wants", "https://app.example wants", "a domain"],
  ["Bitcoin with a scheme", bitcoin, "app.example wants", "https://app.example wants", "a domain"],
  ["carriage returns in Solana's lines", solana, "\n\nURI", "\r\n\r\nURI", "a statement"],
  ["Solana with an empty statement", solana, "Sign in.\n\n", "\n\n", "a statement"],
  [
    "Solana with fields in another order",
    solana,
    "Version: 1\nChain ID: mainnet",
    "Chain ID: mainnet\nVersion: 1",
    "the end of the message",
  ],
  ["Solana with version 2", solana, "Version: 1", "Version: 2", "version 1"],
  ["Solana with a relative URI", solana, "https://app.example/login", "/login", "a URI"],
  ["Solana with an empty domain", solana, "app.example wants", " wants", "a domain"],
  ["Solana with a space at its end", solana, "12:00:00Z", "12:00:00Z ", "a date and time"],
  ["Solana with a short nonce", solana, "abcdefgh", "abc", "8 or more letters and digits"],
  ["Solana with a line break at the end", solana, "12:00:00Z", "12:00:00Z\n", "the end of the message"],
  ["Bitcoin with a space in its chain", bitcoin, "bip122:", "bip122: ", "a chain id"],
]

const make = (base: string, from: string, to: string) => {
  const text = base.replace(from, () => to)
  expect(from === "" || text !== base).toBe(true)
  return text
}

describe("parseSiwxMessage", () => {
  it.each(valid)("accepts %s, and printSiwxMessage returns the same text", (_, base, from, to) => {
    const text = make(base, from, to)
    expect(Result.getOrThrow(Result.flatMap(parseSiwxMessage(text), printSiwxMessage))).toBe(text)
  })

  it.each(invalid)("refuses %s", (_, base, from, to, expected) => {
    const error = Result.getOrThrow(Result.flip(parseSiwxMessage(make(base, from, to))))
    expect(error).toMatchObject({ _tag: "SiwxSyntaxError", expected })
  })
})
