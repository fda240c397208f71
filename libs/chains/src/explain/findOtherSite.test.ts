import { expect, it } from "@effect/vitest"
import { findOtherSite } from "./findOtherSite.ts"

const signIn = (domain: string, uri = `https://${domain}`, chain = "Ethereum") =>
  `${domain} wants you to sign in with your ${chain} account:\n0xf39F\n\nURI: ${uri}\nVersion: 1`

it.each([
  ["another domain", signIn("bank.example"), "bank.example"],
  ["another port", signIn("app.example:8443"), "app.example:8443"],
  ["a look-alike", signIn("app.example.evil.example"), "app.example.evil.example"],
  ["a domain with a scheme", signIn("https://bank.example", "https://bank.example"), "bank.example"],
  ["another URI", signIn("app.example", "https://bank.example/login"), "bank.example"],
  ["another domain on Solana", signIn("bank.example", "https://bank.example", "Solana"), "bank.example"],
  ["another domain with a key", signIn("bank.example", "did:key:z6Mkha"), "bank.example"],
  ["a URI without a host", signIn("app.example", "mailto:eve@bank.example"), "mailto:eve@bank.example"],
  ["another domain behind an empty line", signIn("\n bank.example", "https://bank.example"), "bank.example"],
  ["another domain behind words", signIn("Claim it.\n\nbank.example"), "bank.example"],
  [
    "another URI behind a no-break space",
    `${signIn("app.example")}\n\u00a0URI: https://bank.example`,
    "bank.example",
  ],
  ["a second domain", `${signIn("app.example")}\n${signIn("bank.example")}`, "bank.example"],
  ["another URI behind a tab", signIn("app.example", "\thttps://bank.example"), "bank.example"],
  ["a second URI", `${signIn("app.example")}\nURI: https://bank.example`, "bank.example"],
  ["a domain that turns the direction of text", signIn("bank.\u202eexample"), "bank.example"],
])("warns of %s", (_, message, said) => {
  expect(findOtherSite(message, "app.example")).toEqual([{ _tag: "OtherSite", said, asks: "app.example" }])
})

it.each(
  ["\u00a0", "\u3000", "\v", "\f", "\ufeff", "\u00a0".repeat(40), "\r\u3000", "\u2028\u00a0"].map(
    encodeURIComponent,
  ),
)("warns of another domain behind %s", (blank) => {
  const message = signIn(`${decodeURIComponent(blank)}bank.example`, "did:key:z6Mkha")
  expect(findOtherSite(message, "app.example")).toMatchObject([{ said: "bank.example" }])
})

it.each([
  ["the page's own domain", signIn("app.example"), "app.example"],
  ["its own domain in another case", signIn("App.Example"), "app.example"],
  [
    "its own domain with a key",
    signIn("app.example", "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK"),
    "app.example",
  ],
  ["its own domain with an account", signIn("app.example", "did:pkh:eip155:1:0xf39F"), "app.example"],
  ["its own port", signIn("localhost:5173", "http://localhost:5173"), "localhost:5173"],
  ["a text that is no sign-in", "bank.example is nice", "app.example"],
  ["the terminal, which has no site", signIn("bank.example"), null],
])("returns nothing for %s", (_, message, host) => {
  expect(findOtherSite(message, host)).toEqual([])
})

it("reads 100,000 line breaks and spaces in one pass", () => {
  expect(findOtherSite("\u2028 ".repeat(50_000), "app.example")).toEqual([])
  expect(findOtherSite(" \r".repeat(50_000), "app.example")).toEqual([])
  expect(findOtherSite("\u00a0".repeat(100_000), "app.example")).toEqual([])
})
