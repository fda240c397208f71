import { chainRules } from "@wmodal/chains/internal"
import { bitcoin, bitcoinTestnet, mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseRecipient } from "./parseRecipient.ts"

const address = "0xAb16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const parsed = (text: string, network = mainnet) =>
  Result.match(
    parseRecipient(text, {
      network,
      networks: [mainnet, optimism],
      rules: chainRules[network.chainNamespace],
    }),
    {
      onSuccess: (found) => found,
      onFailure: ({ reason, text: kept }) => ({ ...reason, kept }),
    },
  )

describe("parseRecipient", () => {
  it.each([
    address,
    `  ${address}\n`,
    `ethereum:${address}`,
    `ETHEREUM:${address}@1`,
    `ethereum:pay-${address}?value=1e18`,
    `eip155:1:${address}`,
  ])("returns the address in %j", (text) => {
    expect(parsed(text)).toEqual({ _tag: "Address", address })
  })

  it.each([
    ["alice.eth", "alice.eth"],
    [" Alice.ETH ", "alice.eth"],
    ["пример.eth", "пример.eth"],
    ["ethereum:pay-alice.eth", "alice.eth"],
    ["cafe\u0301.eth", "caf\u00e9.eth"],
  ])("returns the name in %j", (text, name) => {
    expect(parsed(text)).toEqual({ _tag: "Name", name })
  })

  it.each([
    [`eip155:10:${address}`, "OP Mainnet"],
    [`ethereum:${address}@10`, "OP Mainnet"],
    [`ethereum:${address}@5`, "eip155:5"],
    [
      "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv",
      "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    ],
    ["7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv", "Solana"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "Bitcoin"],
  ])("rejects the address of another chain in %j", (text, chain) => {
    expect(parsed(text)).toEqual({ _tag: "OtherChain", chain, kept: text })
  })

  it("recognizes a Bitcoin address on Solana by its checksum, even in Solana's alphabet", () => {
    for (const old of ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "3P14159f73E4gFr7JterCCQh9QjiTjiZrG"])
      expect(parsed(old, solana)).toEqual({ _tag: "OtherChain", chain: "Bitcoin", kept: old })
  })

  it("recognizes an address of another chain when that is an EVM chain", () => {
    expect(parsed(address, solana)).toMatchObject({ _tag: "OtherChain", chain: "EVM networks" })
    expect(parsed(`ethereum:${address}`, solana)).toMatchObject({ _tag: "OtherChain" })
  })

  const sun = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"
  const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

  it.each([
    sun,
    `solana:${sun}`,
    `SOLANA:${sun}?amount=1.5&label=Shop&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
    `${solana.caipNetworkId}:${sun}`,
  ])("returns the Solana address in %j", (text) => {
    expect(parsed(text, solana)).toEqual({ _tag: "Address", address: sun })
    expect(parsed(text)).toMatchObject({ _tag: "OtherChain" })
  })

  it.each([segwit, `bitcoin:${segwit}?amount=0.5&label=Shop`, `${bitcoin.caipNetworkId}:${segwit}`])(
    "returns the Bitcoin address in %j",
    (text) => {
      expect(parsed(text, bitcoin)).toEqual({ _tag: "Address", address: segwit })
      expect(parsed(text)).toMatchObject({ _tag: "OtherChain" })
      expect(parsed(text, solana)).toMatchObject({ _tag: "OtherChain" })
    },
  )

  it.each([
    [segwit, bitcoinTestnet, "Bitcoin"],
    [`bitcoin:${segwit}`, bitcoinTestnet, "Bitcoin"],
    ["tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", bitcoin, "Bitcoin Testnet"],
    ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", bitcoin, "Bitcoin Testnet"],
  ])("rejects the address of another Bitcoin network in %j", (text, network, chain) => {
    expect(parsed(text, network)).toEqual({ _tag: "OtherChain", chain, kept: text })
  })

  it.each([
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
    "bc1q4qw42stdzjqs59xvxrxxr8526e3nunw7mp73te",
    "3P14159f73E4gFr7JterCCQh9QjiTjiZrH",
    `${bitcoin.caipNetworkId}:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb`,
  ])("finds the typo in the Bitcoin address %j, which is of no other chain", (text) => {
    expect(parsed(text, bitcoin)).toEqual({ _tag: "WrongChecksum", kept: text })
    expect(parsed(text.replace(/^bip122:\w+:/, ""), solana)).toMatchObject({ _tag: "NotAnAddress" })
    expect(parsed(text.replace(/^bip122:\w+:/, ""))).toMatchObject({ _tag: "NotAnAddress" })
  })

  it("finds no address of Solana in the part of a Bitcoin address", () => {
    for (const network of [bitcoin, solana, mainnet])
      expect(parsed("1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf", network)).toMatchObject({ _tag: "NotAnAddress" })
  })

  it.each([
    // The linked server may request any transaction.
    "solana:https%3A%2F%2Fshop.example%2Fpay",
    "solana:",
    "bitcoin:",
    `bitcoin:${segwit}?req-new=1`,
    `bitcoin:${segwit.slice(0, -1)}5`,
  ])("finds no recipient in the link %j", (text) => {
    for (const network of [bitcoin, solana])
      expect(parsed(text, network)).toMatchObject({
        _tag: expect.stringMatching(/NotAnAddress|OtherChain|WrongChecksum/),
      })
  })

  it.each([
    "",
    "alice",
    "alice .eth",
    "alice..eth",
    ".eth",
    "https://alice.eth",
    "eth:0x1234",
    address.slice(0, -1),
    `${address}0`,
    // A zero-width joiner, a bidi override.
    "al\u200dice.eth",
    "al\u202eice.eth",
    // The link calls the token's own contract.
    `ethereum:${address}/transfer?address=${address}&uint256=1`,
    `${"a".repeat(300)}.eth`,
  ])("finds no recipient in %j", (text) => {
    expect(parsed(text)).toEqual({ _tag: "NotAnAddress", kept: text })
  })
})
