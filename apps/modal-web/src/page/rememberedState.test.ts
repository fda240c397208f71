import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cookieToInitialState } from "../ssr.ts"
import { decodeRemembered } from "./rememberedState.ts"
import { toInitialState } from "./toInitialState.ts"

const evm = "eip155:137:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy"
const text = `1|eip155:137|${evm}/io.metamask/MetaMask|${solana}/Phantom/Phantom%20%F0%9F%91%BB`

describe("decodeRemembered", () => {
  it("returns the network in use and each account with its wallet", () => {
    expect(decodeRemembered(text)).toEqual({
      network: "eip155:137",
      accounts: [
        { caipAddress: evm, wallet: { connectorId: "io.metamask", name: "MetaMask" } },
        { caipAddress: solana, wallet: { connectorId: "Phantom", name: "Phantom 👻" } },
      ],
    })
  })

  it.each([
    ["nothing", ""],
    ["no text", null],
    ["another version", text.replace("1|", "2|")],
    ["no account", "1|eip155:137"],
    ["a network of no known namespace", text.replace("eip155:137|", "cosmos:hub|")],
    ["an account of no known namespace", text.replace("solana:", "cosmos:")],
    ["an account without a wallet", `1|eip155:137|${evm}`],
    ["an address with markup", `1|eip155:137|eip155:137:<b>/a/b`],
    ["an address that is too long", `1|eip155:137|eip155:137:${"a".repeat(91)}/a/b`],
    ["a part too many", `1|eip155:137|${evm}/a/b/c`],
    ["a name that is too long", `1|eip155:137|${evm}/a/${"b".repeat(193)}`],
    ["more accounts than there are namespaces", `1|eip155:137${`|${evm}/a/b`.repeat(5)}`],
    ["a name that turns the direction of text", `1|eip155:137|${evm}/a/%E2%80%AEb`],
    ["a name with a control character", `1|eip155:137|${evm}/a/b%00`],
    ["a name that is not UTF-8", `1|eip155:137|${evm}/a/%FF`],
    ["a name that is not percent-encoded", `1|eip155:137|${evm}/a/%zz`],
  ])("returns null for %s", (_, bad) => {
    expect(decodeRemembered(bad)).toBeNull()
  })

  it("never throws and returns no text with a control character for any input", () => {
    const piece = fc.constantFrom(
      "1",
      "|",
      "/",
      ":",
      "eip155",
      "solana",
      "0xab",
      "%00",
      "%E2%80%AE",
      "a",
      ";",
      "=",
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join("")),
        ),
        (any) => {
          for (const { caipAddress, wallet } of decodeRemembered(any)?.accounts ?? []) {
            expect(caipAddress).toMatch(/^[\w:-]+$/)
            expect(`${wallet.connectorId}${wallet.name}`).not.toMatch(/\p{C}/u)
          }
        },
      ),
    )
  })
})

describe("cookieToInitialState", () => {
  it("finds the cookie at any place of the header", () => {
    const remembered = decodeRemembered(text)
    for (const header of [`wmodal=${text}`, `a=b; wmodal=${text}; c=d`, `a=b;wmodal=${text}`])
      expect(cookieToInitialState(header)).toEqual(remembered && toInitialState(remembered))
  })

  it("returns null for a visitor without the cookie", () => {
    for (const header of [null, undefined, "", "a=b", `xwmodal=${text}`, `a=wmodal=${text}`, "wmodal="])
      expect(cookieToInitialState(header)).toBeNull()
  })
})
