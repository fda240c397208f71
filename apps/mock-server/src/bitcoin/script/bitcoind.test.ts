import { existsSync } from "node:fs"
import { Transaction } from "bitcoinjs-lib"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { regtest, startBitcoind } from "../testing/bitcoind.ts"
import { keyCases } from "../testing/keyCases.ts"
import { scriptCases } from "../testing/scriptCases.ts"
import { drafted, fund } from "../testing/scripts.ts"
import { coinsAt, freshLedger, kinds, libraries, paying } from "../testing/sending.ts"
import { taprootCases } from "../testing/taprootCases.ts"
import { accepted } from "../testing/UnlockCase.ts"
import { Rejected } from "../transaction/Rejected.ts"

const program = process.env["WMODAL_BITCOIND"] ?? ""

const Answer = z.object({
  allowed: z.boolean(),
  "reject-reason": z.optional(z.string()),
  fees: z.optional(z.object({ base: z.number() })),
})
const Answers = z.array(z.union([z.tuple([Answer]), z.object({ code: z.number() })]))

/** Knots's own words for what others call otherwise. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ["bad-witness-nonwitness-input", "bad-witness-nonstandard"],
  [
    "Signature opts in to the hardfork, which is not active here",
    "Signature hash type missing or not understood",
  ],
])

/** One name for what programs of different years call a script that fails. */
const named = (reason: string): string => {
  const name = /script-verify-flag(?:-failed)? \((.*)\)$/.exec(reason)?.[1] ?? reason
  return otherWords.get(name) ?? name
}

it("a real bitcoind takes our blocks, and says the same of every transaction", { timeout: 120_000 }, async ({
  skip,
}) => {
  if (!existsSync(program)) skip("no bitcoind here; point WMODAL_BITCOIND at one")
  const ledger = freshLedger(() => genesisTimestamp * 1000, regtest)
  const cases = [...keyCases, ...scriptCases, ...taprootCases]
  const coins = fund(
    ledger,
    cases.map(({ lock }) => lock),
  )
  ledger.mine(2)

  const unlocked = cases.flatMap(({ unlock, options }, at) => {
    const coin = coins[at]
    if (coin === undefined) return []
    const transaction = drafted({ coins: [coin], ...options })
    unlock(transaction, coin)
    return [transaction.toHex()]
  })
  const sent = libraries.flatMap(([, sign]) =>
    kinds.flatMap((kind) =>
      [1, 2, 3, 0x81, 0x82, 0x83].map((hashType) => {
        const own = coinsAt(ledger, kind).slice(0, 2)
        return sign({ ...paying(own, { value: 30_000_000n, fee: 2000n, change: kind }), hashType })
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
      if (!(tested instanceof Rejected)) return accepted
      return named(tested.reason === "bad-txns-inputs-missingorspent" ? "missing-inputs" : tested.reason)
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
      return allowed ? accepted : named(reason ?? "")
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
