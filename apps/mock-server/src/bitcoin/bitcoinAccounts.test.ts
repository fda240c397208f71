import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } from "@scure/btc-signer"
import { toXOnly } from "bitcoinjs-lib"
import { expect, it } from "vitest"
import { bitcoinAccounts, bitcoinMiner } from "./bitcoinAccounts.ts"
import { makeTestKey } from "./testing/keys.ts"

it.each([
  ["mainnet", 0, NETWORK],
  ["testnet", 1, TEST_NETWORK],
] as const)("matches the test mnemonic on %s", (name, coin, network) => {
  const key = (kind: "segwit" | "taproot" | "nested" | "legacy", index: number) =>
    makeTestKey(kind, index, coin).publicKey
  for (const [index, account] of bitcoinAccounts[name].entries())
    expect(account).toEqual({
      segwit: p2wpkh(key("segwit", index), network).address,
      taproot: p2tr(toXOnly(key("taproot", index)), undefined, network).address,
      nested: p2sh(p2wpkh(key("nested", index), network), network).address,
      legacy: p2pkh(key("legacy", index), network).address,
    })
  expect(bitcoinMiner[name]).toBe(p2wpkh(key("segwit", 9), network).address)
})
