import { describe, expect, it } from "vitest"
import { bitcoinAccounts } from "../bitcoinAccounts.ts"
import { coinsAt, freshLedger, signedByBitcoinjs, signedByScure } from "../testing/sending.ts"

const [alice, bob] = bitcoinAccounts.mainnet
const to = (value: bigint) => [{ address: bob?.segwit ?? "", value }]
const kinds = ["segwit", "taproot", "nested", "legacy"] as const
const libraries = [
  ["bitcoinjs-lib", signedByBitcoinjs],
  ["@scure/btc-signer", signedByScure],
] as const

describe("a ledger", () => {
  it.each(libraries.flatMap(([name, sign]) => kinds.map((kind) => [kind, name, sign] as const)))(
    "takes a %s send by %s",
    (kind, _, sign) => {
      const ledger = freshLedger()
      const hex = sign({ coins: coinsAt(ledger, kind).slice(0, 2), outputs: to(100_000_000n) })
      const txid = ledger.send(hex)
      expect(ledger.state.transaction(txid)?.height).toBe(null)
      ledger.mine(1)
      expect(ledger.state.transaction(txid)?.height).toBe(106)
      expect(alice).toBeDefined()
    },
  )
})
