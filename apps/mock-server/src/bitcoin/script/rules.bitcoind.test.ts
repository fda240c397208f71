import { Transaction } from "bitcoinjs-lib"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { bitcoinAccounts } from "../bitcoinAccounts.ts"
import { toOutputScript } from "../ledger/firstBlocks.ts"
import { getTip } from "../ledger/LedgerState.ts"
import { regtest, startBitcoind } from "../testing/bitcoind.ts"
import { keyCases } from "../testing/keyCases.ts"
import { scriptCases } from "../testing/scriptCases.ts"
import {
  fund,
  makeScript,
  makeUnsigned,
  ownScript,
  type Spendable,
  signSegwit,
  type UnsignedDraft,
} from "../testing/scripts.ts"
import { taprootCases } from "../testing/taprootCases.ts"
import { getUtxos, kinds, libraries, makeFreshLedger, makePayment } from "../testing/transactions.ts"
import { accepted } from "../testing/UnlockCase.ts"
import { TransactionRejected } from "../transaction/TransactionRejected.ts"

/** The tests run only when the path of a bitcoind is configured. */
const program = process.env["WMODAL_BITCOIND"] ?? ""

const Answer = z.object({
  allowed: z.boolean(),
  "reject-reason": z.optional(z.string()),
  fees: z.optional(z.object({ base: z.number() })),
})
const Answers = z.array(z.union([z.tuple([Answer]), z.object({ code: z.number() })]))

/** Error texts of Knots that differ from those of Core. */
const reasonAliases: ReadonlyMap<string, string> = new Map([
  ["bad-witness-nonwitness-input", "bad-witness-nonstandard"],
  [
    "Signature opts in to the hardfork, which is not active here",
    "Signature hash type missing or not understood",
  ],
])

/** Normalises the script error names of different versions. */
const normalizeReason = (reason: string): string => {
  const name = /script-verify-flag(?:-failed)? \((.*)\)$/.exec(reason)?.[1] ?? reason
  return reasonAliases.get(name) ?? name
}

it("matches a real bitcoind on blocks and on every transaction", {
  timeout: 120_000,
}, async () => {
  const ledger = makeFreshLedger(() => genesisTimestamp * 1000, regtest)
  const cases = [...keyCases, ...scriptCases, ...taprootCases]
  const coins = fund(
    ledger,
    cases.map(({ lock }) => lock),
  )
  ledger.mine(2)

  const unlocked = cases.flatMap(({ unlock, options }, at) => {
    const coin = coins[at]
    if (coin === undefined) return []
    const transaction = makeUnsigned({ coins: [coin], ...options })
    unlock(transaction, coin)
    return [transaction.toHex()]
  })
  const sent = libraries.flatMap(([, sign]) =>
    kinds.flatMap((kind) =>
      [1, 2, 3, 0x81, 0x82, 0x83].map((hashType) => {
        const own = getUtxos(ledger, kind).slice(0, 2)
        return sign({ ...makePayment(own, { value: 30_000_000n, fee: 2000n, change: kind }), hashType })
      }),
    ),
  )
  const flipped = sent
    .filter((_, at) => at % 6 === 0)
    .flatMap((hex) =>
      [...Buffer.from(hex, "hex").keys()].map((position) => {
        const raw = Buffer.from(hex, "hex")
        raw[position] = (raw[position] ?? 0) ^ (1 << ((position * 3 + 1) % 8))
        return raw.toString("hex")
      }),
    )

  const ours = (hex: string): string => {
    try {
      const [tested] = ledger.test([Transaction.fromHex(hex)])
      if (!(tested instanceof TransactionRejected)) return accepted
      return normalizeReason(
        tested.reason === "bad-txns-inputs-missingorspent" ? "missing-inputs" : tested.reason,
      )
    } catch {
      return "unreadable"
    }
  }

  const node = await startBitcoind(program)
  try {
    const blocks = ledger.state.blocks.slice(1).map(({ block }) => [block.toHex()])
    expect(await node.calls("submitblock", blocks)).toEqual(blocks.map(() => null))
    const all = [...unlocked, ...sent, ...flipped]
    const answers = Answers.parse(
      await node.calls(
        "testmempoolaccept",
        all.map((hex) => [[hex]]),
      ),
    )
    const theirs = answers.map((answer) => {
      if (!Array.isArray(answer)) return "unreadable"
      const [{ allowed, "reject-reason": reason }] = answer
      return allowed ? accepted : normalizeReason(reason ?? "")
    })
    const differences = all.flatMap((hex, at) =>
      ours(hex) === theirs[at] ? [] : [`${cases[at]?.name ?? hex}: ours ${ours(hex)}, theirs ${theirs[at]}`],
    )
    expect(differences).toEqual([])
    expect(theirs.slice(cases.length, cases.length + sent.length)).toEqual(sent.map(() => accepted))
  } finally {
    await node.end()
  }
})

it("matches the mempool rules of a real bitcoind", { timeout: 120_000 }, async () => {
  const ledger = makeFreshLedger(() => genesisTimestamp * 1000, regtest)
  const [large, second, third] = getUtxos(ledger, "segwit")
  const { height } = getTip(ledger.state)
  const signed = (draft: Omit<UnsignedDraft, "coins">, ...coins: readonly (Spendable | undefined)[]) => {
    const own = coins.flatMap((coin) => coin ?? [])
    return signSegwit(makeUnsigned({ coins: own, ...draft }), own).toHex()
  }
  const out = (value: bigint, script = ownScript) => ({ script, value })
  const fee = (value: bigint, sequence = 0xffff_fffd) => ({ outputs: [out(100_000_000n - value)], sequence })

  const loose = [
    ...[0n, 109n, 110n, 1000n].map((value) => fee(value)),
    { outputs: [] },
    { outputs: [out(2_100_000_000_000_001n)] },
    { outputs: [out(2_100_000_000_000_000n), out(1n)] },
    { outputs: [out(100_000_001n)] },
    { outputs: [out(293n), out(293n)] },
    { outputs: [out(1000n, makeScript("51"))] },
    { outputs: [out(1000n, new Uint8Array())] },
    { outputs: [out(0n, makeScript("6a"))] },
    { outputs: Array.from({ length: 3300 }, () => out(1000n)) },
    { version: 0 },
    ...["segwit", "taproot", "nested", "legacy"].flatMap((kind) =>
      [294n, 330n, 540n, 546n].map((value) => ({
        outputs: [out(value, toOutputScript(makeAddress(kind))), out(99_000_000n)],
      })),
    ),
    ...[height, height + 1, 499_999_999, 500_000_000, 2_000_000_000].map((lockTime) => ({ lockTime })),
    ...[height, height + 1, 0x0040_ffff, 0x8000_ffff, 0xffff_ffff].map((sequence) => ({ sequence })),
    ...[height, height + 1].map((sequence) => ({ sequence, version: 1 })),
  ].map((draft) => signed(draft, large))

  const first = signed(fee(1100n), large)
  const paid = { txid: Transaction.fromHex(first).getId(), vout: 0, script: ownScript, value: 99_998_900n }
  const child = signed({ outputs: [out(99_993_900n)] }, paid)
  const final = signed({ outputs: [out(4_999_000n)], sequence: 0xffff_fffe }, third)
  const other = signed({ outputs: [out(24_999_500n)] }, second)
  const otherPaid = {
    txid: Transaction.fromHex(other).getId(),
    vout: 0,
    script: ownScript,
    value: 24_999_500n,
  }
  const sent = [first, child, final, other]
  const replacements = [
    first,
    ...[1100n, 1101n, 1209n, 2000n, 6100n, 6209n, 6210n, 50_000n].map((value) => signed(fee(value), large)),
    signed({ outputs: [out(124_998_000n)] }, large, second),
    signed({ outputs: [out(199_000_000n)] }, large, paid),
    signed({ outputs: [out(124_900_000n)] }, large, otherPaid),
    signed({ outputs: [out(4_900_000n)] }, third),
    signed({ outputs: [out(99_900_000n)], sequence: 1 }, paid),
  ]

  const ours = (list: readonly string[]) =>
    list.map((hex) => {
      const [tested] = ledger.test([Transaction.fromHex(hex)])
      return tested instanceof TransactionRejected ? normalizeReason(tested.reason) : accepted
    })
  const node = await startBitcoind(program)
  const theirs = async (list: readonly string[]) =>
    Answers.parse(
      await node.calls(
        "testmempoolaccept",
        list.map((hex) => [[hex]]),
      ),
    ).map((answer) => {
      const [{ allowed = false, "reject-reason": reason = "" } = {}] = Array.isArray(answer) ? answer : []
      return allowed ? accepted : normalizeReason(reason)
    })
  try {
    await node.calls(
      "submitblock",
      ledger.state.blocks.slice(1).map(({ block }) => [block.toHex()]),
    )
    expect(ours(loose)).toEqual(await theirs(loose))
    const txids = sent.map((hex) => ledger.send(hex))
    expect(
      await node.calls(
        "sendrawtransaction",
        sent.map((hex) => [hex]),
      ),
    ).toEqual(txids)
    expect(ours(replacements)).toEqual(await theirs(replacements))
  } finally {
    await node.end()
  }
})

const makeAddress = (kind: string): string =>
  new Map(Object.entries(bitcoinAccounts.mainnet[1] ?? {})).get(kind) ?? ""
