import { expect, it } from "@effect/vitest"
import { findBrokenSignIn } from "./findBrokenSignIn.ts"

const first =
  "app.example wants you to sign in with your Ethereum account:\n0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n"
const fields =
  "URI: https://app.example/login\nVersion: 1\nChain ID: 1\nNonce: 32891757\nIssued At: 2021-09-30T16:25:24.000Z"
const statement = "I accept the terms: https://app.example/tos"

it.each([
  ["without a URI", `${first}\n${statement}\n\n${fields.replace(/URI.*\n/, "")}`],
  ["without a chain", `${first}\n${statement}\n\n${fields.replace(/Chain.*\n/, "")}`],
  ["without a nonce", `${first}\n${fields.replace(/Nonce.*\n/, "")}`],
  ["without any field", first],
  ["with two URIs", `${first}\n${fields}\nURI: https://app.example`],
  ["in another order", `${first}\nVersion: 1\n${fields.replace("Version: 1\n", "")}`],
  ["of another version", `${first}\n${fields.replace("Version: 1", "Version: 2")}`],
  ["with a statement of two lines", `${first}\n${statement}\n${statement}\n\n${fields}`],
  ["for no address", `${first.replace(/0x.*/, "nina.eth")}\n${fields}`],
  ["behind other words", `Claim it.\n\n${first}\n${fields}`],
  ["behind a no-break space", `\u00a0${first}${fields}`],
  ["with more behind it", `${first}\n${fields}\nI also give my account away.`],
])("warns of a sign-in %s", (_, message) => {
  expect(findBrokenSignIn(message)).toEqual([{ _tag: "BrokenSignIn" }])
})

it.each([
  ["a sign-in with a statement", `${first}\n${statement}\n\n${fields}`],
  ["a sign-in without a statement", `${first}\n\n${fields}`],
  ["a sign-in without a line for the statement", `${first}\n${fields}`],
  ["a sign-in with other line breaks", `${first}\n${fields}`.replaceAll("\n", "\r\n")],
  ["a sign-in with a scheme", `https://${first}\n${fields}`],
  [
    "a sign-in with every field",
    `${first}\n${statement}\n\n${fields}\nExpiration Time: 2021-09-30T17:25:24Z\nNot Before: 2021-09-30T16:25:24Z\nRequest ID: some id\nResources:\n- https://app.example/a\n- urn:recap:e30`,
  ],
  ["a sign-in of Solana, where all lines are optional", first.replace("Ethereum", "Solana")],
  ["another text", statement],
])("returns nothing for %s", (_, message) => {
  expect(findBrokenSignIn(message)).toEqual([])
})

it("reads 100,000 line breaks and spaces in one pass", () => {
  expect(findBrokenSignIn("\u2028 ".repeat(50_000))).toEqual([])
  expect(findBrokenSignIn(`${first}${"\n".repeat(100_000)}`)).toHaveLength(1)
})
