import { bitcoin, mainnet, polkadot, solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { explainRequest as explainBitcoin } from "../bitcoin/explainRequest.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import { makeExplain } from "../evm/makeExplain.ts"
import { explainRequest as explainPolkadot } from "../polkadot/explainRequest.ts"
import { explainRequest as explainSolana } from "../solana/explain/explainRequest.ts"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { findOtherAccount } from "./findOtherAccount.ts"

const fields =
  "URI: https://app.example\nVersion: 1\nChain ID: 1\nNonce: 32891757\nIssued At: 2021-09-30T16:25:24Z"
const signIn = (account: string, line = "\n") =>
  `app.example wants you to sign in with your Ethereum account:${line}${account}${line}${line}${fields.replaceAll("\n", line)}`

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

describe("findOtherAccount", () => {
  it.each([
    ["another account", signIn(other), other],
    ["another account and other line breaks", signIn(other, "\r\n"), other],
    ["another account behind words", `Claim it.\n\n ${signIn(other)}`, other],
    ["another account behind a no-break space", `\u00a0${signIn(other)}`, other],
    ["another account behind an ideographic space", `\u3000${signIn(other)}`, other],
    ["another account behind a vertical tab", `\v${signIn(other)}`, other],
    ["another account after a line that ends with a no-break space", signIn(other, "\u00a0\n"), other],
    ["a second account", `${signIn(me)}\n${signIn(other)}`, other],
    ["no account", signIn(""), "unknown"],
  ])("warns of a sign-in for %s", (_, message, said) => {
    expect(findOtherAccount(message, (address) => address === me)).toEqual([{ _tag: "OtherAccount", said }])
  })

  it.each([
    ["a sign-in for the signer", signIn(me)],
    ["a text that is no sign-in", `Account:\n${other}`],
  ])("takes no act for %s", (_, message) => {
    expect(findOtherAccount(message, (address) => address === me)).toEqual([])
  })

  it("reads 100,000 line breaks and spaces in one pass", () => {
    expect(findOtherAccount("\u2028 ".repeat(50_000), () => false)).toEqual([])
    expect(findOtherAccount(" \r".repeat(50_000), () => false)).toEqual([])
    expect(findOtherAccount("\u00a0".repeat(100_000), () => false)).toEqual([])
    const first = "a wants you to sign in with your b account:"
    expect(findOtherAccount(`${first}${"\u00a0\r".repeat(50_000)}`, () => false)).toEqual([])
  })

  it.each<
    [name: string, explain: ChainActions["explain"], network: typeof mainnet, accounts: readonly string[]]
  >([
    ["EVM", makeExplain([]), mainnet, [me, me.toLowerCase(), other]],
    [
      "Solana",
      explainSolana,
      solana,
      [
        "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
        "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
        "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
      ],
    ],
    [
      "Bitcoin",
      explainBitcoin,
      bitcoin,
      [
        "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
        "BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU",
        "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
      ],
    ],
    [
      "Polkadot",
      explainPolkadot,
      polkadot,
      [
        "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
        "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY",
        "14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3",
      ],
    ],
  ])(
    "compares accounts by the rules of %s, with all of the wallet",
    async (chain, explain, network, accounts) => {
      const [from = "", spelled = "", foreign = ""] = accounts
      const ask = async (account: string, own: readonly string[]) => {
        const { dangers } = await Effect.runPromise(
          explain({
            network,
            rpc: makeScriptedRpc(() => undefined).rpc,
            from,
            own,
            request: {
              _tag: "Message",
              message: signIn(account).replace("Ethereum", chain === "EVM" ? "Ethereum" : chain),
            },
            tokens: [],
            nameOf: () => null,
          }),
        )
        return dangers.map(({ _tag }) => _tag)
      }
      expect(await ask(spelled, [])).toEqual([])
      expect(await ask(foreign, [])).toEqual(["OtherAccount"])
      expect(await ask(foreign, [foreign])).toEqual([])
    },
  )
})
