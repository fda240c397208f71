import { chainRules } from "@wmodal/chains/internal"
import { bitcoin, bitcoinTestnet, mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseRecipient } from "./parseRecipient.ts"

const address = "0xAb16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
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
  it.each([address, `  ${address}\n`, `eip155:1:${address}`])("returns the address in %j", (text) => {
    expect(parsed(text)).toEqual({ _tag: "Address", address })
  })

  it.each([
    [`ethereum:${address}`, {}],
    [`ETHEREUM:${address}@1`, { network: "eip155:1" }],
    [`ethereum:pay-${address}?value=1e18`, { token: null, amount: { _tag: "Units", units: 10n ** 18n } }],
    [
      `ethereum:${usdc}@1/transfer?address=${address}&uint256=5e6`,
      { network: "eip155:1", token: usdc, amount: { _tag: "Units", units: 5_000_000n } },
    ],
  ])("returns the address in %j with everything that the link requests", (text, requested) => {
    const link = { namespace: "eip155", network: null, recipient: address, references: [], unused: [] }
    expect(parsed(text)).toEqual({ _tag: "Address", address, link: { ...link, ...requested } })
  })

  it.each([
    ["alice.eth", "alice.eth"],
    [" Alice.ETH ", "alice.eth"],
    ["пример.eth", "пример.eth"],
    ["cafe\u0301.eth", "caf\u00e9.eth"],
  ])("returns the name in %j", (text, name) => {
    expect(parsed(text)).toEqual({ _tag: "Name", name })
  })

  it("returns the name that a link pays", () => {
    expect(parsed("ethereum:pay-Alice.eth?value=1")).toMatchObject({
      _tag: "Name",
      name: "alice.eth",
      link: { token: null, amount: { units: 1n } },
    })
  })

  it.each([
    [`ethereum:${address}@10`, mainnet, "OP Mainnet"],
    [`ethereum:${usdc}@10/transfer?address=${address}&uint256=1`, mainnet, "OP Mainnet"],
    [`ethereum:${address}@5`, mainnet, "eip155:5"],
    [`ethereum:${address}`, solana, "EVM networks"],
    ["solana:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv?amount=1", mainnet, "Solana"],
    ["bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1", bitcoinTestnet, "Bitcoin"],
  ])("rejects the link %j of another network", (text, network, chain) => {
    expect(parsed(text, network)).toEqual({ _tag: "OtherChain", chain, isLink: true, kept: text })
  })

  it.each([
    [`eth:${address}`, mainnet],
    [`OETH:${address}`, optimism],
    [`xdc${address.slice(2)}`, { ...mainnet, id: 50, caipNetworkId: "eip155:50" }],
    [`XDC${address.slice(2)}`, { ...mainnet, id: 51, caipNetworkId: "eip155:51" }],
  ] as const)(
    "returns the address after its network's short name in %j: cowprotocol/cowswap#4418",
    (text, network) => {
      expect(parsed(text, network)).toEqual({ _tag: "Address", address })
    },
  )

  it.each([
    [`oeth:${address}`, "OP Mainnet"],
    [`gno:${address}`, "eip155:100"],
    [`matic:${address}`, "eip155:137"],
    // MetaMask/metamask-extension#10809
    [`xdc${address.slice(2)}`, "eip155:50"],
    // poanetwork/nifty-wallet#294
    ["0xdF682cb153E8AF3E13E90e9aCD79A39Dde98EBD8", "Rootstock"],
    ["0xdf682cb153e8af3e13e90E9aCD79A39DDe98eBd8", "Rootstock Testnet"],
  ])("rejects the address of another network in %j", (text, chain) => {
    expect(parsed(text)).toEqual({ _tag: "OtherChain", chain, kept: text })
  })

  it("rejects an address after a name that no network is known to have", () => {
    expect(parsed(`nowhere:${address}`)).toMatchObject({ _tag: "NotAnAddress" })
    expect(parsed("eth:alice.eth")).toMatchObject({ _tag: "NotAnAddress" })
  })

  it("returns the address with the checksum of its own network: poanetwork/nifty-wallet#412", () => {
    const text = "0xdF682cb153E8AF3E13E90e9aCD79A39Dde98EBD8"
    expect(parsed(text, { ...mainnet, id: 30, caipNetworkId: "eip155:30" })).toEqual({
      _tag: "Address",
      address: text,
    })
  })

  it.each([
    [`eip155:10:${address}`, "OP Mainnet"],
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
  })

  const sun = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"
  const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

  it.each([
    sun,
    `solana:${sun}`,
    `SOLANA:${sun}?amount=1.5&label=Shop&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
    `${solana.caipNetworkId}:${sun}`,
  ])("returns the Solana address in %j", (text) => {
    expect(parsed(text, solana)).toMatchObject({ _tag: "Address", address: sun })
    expect(parsed(text)).toMatchObject({ _tag: "OtherChain" })
  })

  it.each([segwit, `bitcoin:${segwit}?amount=0.5&label=Shop`, `${bitcoin.caipNetworkId}:${segwit}`])(
    "returns the Bitcoin address in %j",
    (text) => {
      expect(parsed(text, bitcoin)).toMatchObject({ _tag: "Address", address: segwit })
      expect(parsed(text)).toMatchObject({ _tag: "OtherChain" })
      expect(parsed(text, solana)).toMatchObject({ _tag: "OtherChain" })
    },
  )

  it.each([
    [segwit, bitcoinTestnet, "Bitcoin"],
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
    [`bitcoin:${segwit}?req-new=1`, { _tag: "Required", name: "req-new" }],
    [`solana:${sun}?memo=a&memo=b`, { _tag: "Parameter", name: "memo" }],
    [`ethereum:${usdc}/approve?address=${address}&uint256=1`, { _tag: "Call", name: "approve" }],
  ])("refuses the link %j by the name of its part", (text, problem) => {
    for (const network of [bitcoin, solana, mainnet])
      expect(parsed(text, network)).toEqual({ _tag: "Link", problem, kept: text })
  })

  it("refuses a link whose server chooses the transaction by the server, and on another chain by the chain", () => {
    const link = "solana:https%3A%2F%2Fshop.example%2Fpay"
    const problem = {
      _tag: "TransactionRequest",
      namespace: "solana",
      host: "shop.example",
      url: "https://shop.example/pay",
    }
    expect(parsed(link, solana)).toEqual({ _tag: "Link", problem, kept: link })
    for (const network of [bitcoin, mainnet])
      expect(parsed(link, network)).toEqual({ _tag: "OtherChain", chain: "Solana", isLink: true, kept: link })
  })

  it.each(["solana:", "bitcoin:", `bitcoin:${segwit.slice(0, -1)}5`])(
    "finds no recipient in the link %j",
    (text) => {
      for (const network of [bitcoin, solana])
        expect(parsed(text, network)).toMatchObject({
          _tag: expect.stringMatching(/NotAnAddress|OtherChain|WrongChecksum/),
        })
    },
  )

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
    `${"a".repeat(300)}.eth`,
  ])("finds no recipient in %j", (text) => {
    expect(parsed(text)).toEqual({ _tag: "NotAnAddress", kept: text })
  })
})
