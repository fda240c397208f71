import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { firstAccount } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { Ended, Shell } from "../harness/terminal.ts"
import { balanceOf, tokenBalanceOf, type World } from "../harness/world.ts"

const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const another = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
/** Has nothing. */
const stranger = "0x1111111254EEB25477B68fb85Ed929f73A960582"
const eth = 10n ** 18n

const Receipt = z.object({ hash: z.string(), status: z.string(), entry: z.string() })
const Report = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.nullable(z.string()),
  retryable: z.boolean(),
})

const documentOf = ({ code, stderr, stdout }: Ended): unknown => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}

const reportOf = ({ stderr }: Ended) => Report.parse(JSON.parse(stderr))

const connect = async (shell: Shell) => {
  expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
}

const send = (shell: Shell, ...words: readonly string[]) => shell.run(["send", ...words, "--yes"])

/** Holds transactions back, or lets them go. */
const mining = async (world: World, auto: boolean) => {
  const url = `${world.blockchain}/control/worlds/${world.projectId}/mining?chainId=eip155:1`
  expect((await fetch(url, { method: "POST", body: JSON.stringify({ auto }) })).ok).toBe(true)
}

const statesOf = ({ stdout }: Ended) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => z.looseObject({ v: z.literal(1), state: z.string() }).parse(JSON.parse(line)))

describe("send, in a pipe", () => {
  story("sends ether: a document with the exact amounts, and the chain agrees", async ({ shell, world }) => {
    await connect(shell)
    const before = await balanceOf(world, 1, another)
    const receipt = documentOf(await send(shell, "0.5", "ETH", another, "--confirm", another, "--json"))
    expect(receipt).toMatchObject({
      v: 1,
      status: "confirmed",
      network: "eip155:1",
      to: { address: another },
      payment: { symbol: "ETH", token: null, value: String(eth / 2n), decimals: 18, amount: "0.5" },
    })
    expect((await balanceOf(world, 1, another)) - before).toBe(eth / 2n)
  })

  story("tells its states line by line", { tags: "full" }, async ({ shell }) => {
    await connect(shell)
    const states = statesOf(await send(shell, "1", "mUSDC", another, "--confirm", another, "--jsonl"))
    expect(states.map(({ state }) => state)).toEqual([
      "connecting",
      "quote",
      "approval",
      "signed",
      "broadcast",
      "confirmed",
    ])
    const refused = await send(shell, "100000000", "mUSDC", another, "--jsonl")
    expect(statesOf(refused).at(-1)).toMatchObject({ state: "error", code: "insufficientFunds" })
  })

  story(
    "sends tokens that return nothing, and ones that keep a part",
    { tags: "full" },
    async ({ shell, world }) => {
      await connect(shell)
      for (const [symbol, decimals, reaches] of [
        ["mUSDT", 6, 10n * 10n ** 6n],
        ["mFEE", 18, 99n * 10n ** 17n],
      ] as const) {
        const sent = z
          .object({ payment: z.object({ token: z.string(), decimals: z.number() }) })
          .parse(documentOf(await send(shell, "10", symbol, stranger, "--confirm", stranger, "--json")))
        expect(sent.payment.decimals).toBe(decimals)
        expect(await tokenBalanceOf(world, 1, sent.payment.token, stranger)).toBe(reaches)
      }
    },
  )

  story("looks without touching: --dry-run", { tags: "full" }, async ({ shell, world }) => {
    await connect(shell)
    const before = await balanceOf(world, 1, firstAccount)
    const dry = documentOf(await shell.run(["send", "1", "ETH", another, "--dry-run", "--json"]))
    expect(dry).toMatchObject({
      dryRun: true,
      simulation: { status: "simulated", changes: [{ value: String(-eth), before: String(10_000n * eth) }] },
      stops: [{ type: "FirstTime", address: another }],
    })
    expect(await balanceOf(world, 1, firstAccount)).toBe(before)
  })

  story(
    "signs without sending, and the bytes can be sent as often as one likes",
    async ({ shell, world }) => {
      await connect(shell)
      const before = await balanceOf(world, 1, another)
      const signed = await send(shell, "2", "ETH", another, "--confirm", another, "--sign-only")
      expect(signed.code).toBe(0)
      expect(await balanceOf(world, 1, another)).toBe(before)
      const first = await shell.run(["broadcast", "-"], signed.stdout)
      const second = await shell.run(["broadcast", "-"], signed.stdout)
      expect([first.code, second.code, second.stdout]).toEqual([0, 0, first.stdout])
      expect((await balanceOf(world, 1, another)) - before).toBe(2n * eth)
      expect((await shell.run(["broadcast", "-"], "0xdeadbeef")).code).toBe(2)
    },
  )
})

describe("what stops a payment", () => {
  story(
    "a first-time recipient, until it is named; not the second time",
    { tags: "full" },
    async ({ shell }) => {
      await connect(shell)
      const stopped = await send(shell, "1", "ETH", another)
      expect([stopped.code, stopped.stdout]).toEqual([6, ""])
      expect(reportOf(stopped).hint).toContain(`--confirm ${another}`)
      expect((await send(shell, "1", "ETH", another, "--confirm", payee)).code).toBe(6)
      expect((await send(shell, "1", "ETH", another, "--confirm", another)).code).toBe(0)
      expect((await send(shell, "2", "ETH", another)).code).toBe(0)
    },
  )

  story("a look-alike of somebody who was paid before", { tags: "full" }, async ({ shell, world }) => {
    await connect(shell)
    expect((await send(shell, "1", "ETH", payee, "--confirm", payee)).code).toBe(0)
    const lookAlike = `${payee.slice(0, 8)}${"0".repeat(26)}${payee.slice(-8)}`.toLowerCase()
    const stopped = await send(shell, "1", "ETH", lookAlike)
    expect(stopped.code).toBe(6)
    expect(reportOf(stopped).message.toLowerCase()).toContain(payee.toLowerCase())
    expect(await balanceOf(world, 1, lookAlike)).toBe(0n)
    expect((await send(shell, "1", "ETH", lookAlike, "--confirm", lookAlike)).code).toBe(0)
    expect(await balanceOf(world, 1, lookAlike)).toBe(eth)
  })
})

const expectRefused = (ended: Ended, code: number, says: RegExp) => {
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" })
  const { hint, message } = reportOf(ended)
  expect(`${message} ${hint}`).toMatch(says)
}

describe("the exit codes of send", () => {
  story("2, 3 and 10: what is missing, wrong, not configured, not connected", async ({ shell }) => {
    expect((await send(shell, "1", "ETH", another)).code).toBe(10)
    await connect(shell)
    for (const { words, code, says } of [
      { words: ["1", "ETH"], code: 2, says: /<to>/ },
      { words: ["max", "ETH", another], code: 2, says: /--max-usd/ },
      { words: ["1", "ETH", another, "--chain", "eip155:424242"], code: 3, says: /424242/ },
    ]) {
      expectRefused(await send(shell, ...words), code, says)
    }
    expectRefused(await shell.run(["send", "1", "ETH", another]), 2, /--yes/)
  })

  story("2: a token, an address or an amount that is none", { tags: "full" }, async ({ shell }) => {
    await connect(shell)
    for (const { words, code, says } of [
      { words: ["1", "NOPE", another], code: 2, says: /NOPE/ },
      { words: ["1", "ETH", "0x1234"], code: 2, says: /address/ },
      { words: ["1", "ETH", payee.replace("C", "c")], code: 2, says: /typo|wrong/ },
      { words: ["0.0000001", "mUSDC", another], code: 2, says: /6 decimals/ },
    ]) {
      expectRefused(await send(shell, ...words), code, says)
    }
  })

  story("5, 6 and 9: too little, too much, bound to fail", { tags: "full" }, async ({ shell }) => {
    await connect(shell)
    const nobody = `0x${"0".repeat(40)}`
    for (const { words, code, says } of [
      { words: ["10000", "ETH", another], code: 5, says: /Insufficient balance/ },
      { words: ["1000000", "mUSDC", another], code: 5, says: /Insufficient balance/ },
      { words: ["1", "ETH", another, "--max-usd", "2499.99"], code: 6, says: /--max-usd/ },
      { words: ["1", "mUSDC", nobody], code: 9, says: /fail/ },
    ]) {
      expectRefused(await send(shell, ...words, "--confirm", another, "--confirm", nobody), code, says)
    }
  })

  story("8 where no block comes in time; watch then finds out", async ({ shell, world }) => {
    await connect(shell)
    await mining(world, false)
    const late = await send(shell, "1", "ETH", another, "--confirm", another, "--timeout", "1")
    expect(late.code).toBe(8)
    const { hint } = reportOf(late)
    const hash = /0x[0-9a-f]{64}/.exec(hint ?? "")?.[0] ?? ""
    expect(hint).toBe(`wmodal watch ${hash}`)

    // The same payment again might be paid twice.
    const twin = await send(shell, "1", "ETH", another, "--confirm", another)
    expect([twin.code, reportOf(twin).code]).toEqual([6, "twin"])

    await mining(world, true)
    expect(Receipt.parse(documentOf(await shell.run(["watch", hash, "--json"])))).toMatchObject({
      hash,
      status: "confirmed",
    })
    expect(await balanceOf(world, 1, another)).toBe(10_000n * eth + eth)
  })

  story(
    "7 where the answer is lost; nothing is sent twice",
    { tags: "full" },
    async ({ plan, shell, world }) => {
      await connect(shell)
      const before = await balanceOf(world, 1, another)
      const lost = { kind: "reset" } as const
      await plan([
        { match: { rpc: "eth_sendRawTransaction" }, fault: lost, carriedOut: true },
        { match: { rpc: "eth_getTransactionByHash" }, fault: lost },
        { match: { rpc: "eth_getTransactionReceipt" }, fault: lost },
      ])
      const ended = await send(shell, "1", "ETH", another, "--confirm", another, "--timeout", "3")
      expect(ended.code).toBe(7)
      const { code, hint, retryable } = reportOf(ended)
      expect({ code, retryable }).toEqual({ code: "lost", retryable: false })
      const what = /^wmodal watch (\S+)$/.exec(hint ?? "")?.[1] ?? ""

      await plan([])
      const activity = await shell.run(["activity", "--json"])
      expect(activity.stdout).toContain(what)
      const again = await shell.run(["watch", what, "--json"])
      expect(Receipt.parse(documentOf(again)).status).toBe("confirmed")
      expect((await balanceOf(world, 1, another)) - before).toBe(eth)
    },
  )
})

describe("a batch", () => {
  const csv = (lines: readonly string[]) => ["amount,token,to", ...lines].join("\n")
  const batch = (shell: Shell, text: string, ...words: readonly string[]) =>
    shell.run(["send", "-", ...words], text)
  const confirmed = ["--yes", "--confirm", another, "--confirm", payee]

  story("is checked as a whole before any of it is sent", { tags: "full" }, async ({ shell, world }) => {
    await connect(shell)
    const before = await balanceOf(world, 1, firstAccount)
    for (const { lines, code, line } of [
      { lines: [`1,ETH,${another}`, "1,ETH"], code: 2, line: 3 },
      { lines: [`1,ETH,${another}`, `1,NOPE,${another}`], code: 2, line: 3 },
      { lines: [`1,ETH,${another}`, `1.0,ETH,${another.toLowerCase()}`], code: 2, line: 3 },
      { lines: [`6000,ETH,${another}`, `4000,ETH,${payee}`], code: 5, line: 3 },
      { lines: [`6000,mUSDC,${another}`, `4000.000001,mUSDC,${payee}`], code: 5, line: 3 },
    ]) {
      const ended = await batch(shell, csv(lines), ...confirmed)
      expect({ lines, code: ended.code, stdout: ended.stdout }).toEqual({ lines, code, stdout: "" })
      expect(reportOf(ended).message).toMatch(new RegExp(`^Line ${line}: `))
    }
    const stopped = await batch(shell, csv([`1,ETH,${another}`]), "--yes")
    expect([stopped.code, reportOf(stopped).message]).toEqual([6, expect.stringContaining("Line 2: ")])
    expect((await batch(shell, csv([`1,ETH,${another}`]))).code).toBe(2)
    expect(await balanceOf(world, 1, firstAccount)).toBe(before)
  })

  story("is paid line by line, and not once more", async ({ shell, world }) => {
    await connect(shell)
    const [one, two] = [await balanceOf(world, 1, another), await balanceOf(world, 1, payee)]
    const text = csv([`1,ETH,${another}`, `2.5,ETH,${payee}`])
    const paid = await batch(shell, text, ...confirmed)
    expect({ code: paid.code, stderr: paid.stderr }).toEqual({ code: 0, stderr: "" })
    expect(paid.stdout).toMatch(/^2\tconfirmed\t0x[0-9a-f]{64}\n3\tconfirmed\t0x[0-9a-f]{64}\n$/)
    const again = await batch(shell, text, ...confirmed)
    expect(again.code).toBe(6)
    expect(reportOf(again).message).toMatch(/^Line 2: 1 ETH went to the same address/)
    expect((await balanceOf(world, 1, another)) - one).toBe(eth)
    expect((await balanceOf(world, 1, payee)) - two).toBe((5n * eth) / 2n)
  })

  story(
    "that stops says what was sent, and what it prints is the rest",
    { tags: "full" },
    async ({ shell, world }) => {
      await connect(shell)
      const [one, two] = [await balanceOf(world, 1, another), await balanceOf(world, 1, payee)]
      await mining(world, false)
      const lines = [`1,ETH,${another}`, `2,ETH,${payee}`]
      const stopped = await batch(shell, csv(lines), ...confirmed, "--timeout", "1")
      expect(stopped.code).toBe(8)
      expect(reportOf(stopped)).toMatchObject({
        message: expect.stringMatching(/^Line 2: /),
        hint: expect.stringContaining("Sent before it, or with it: 1."),
      })
      expect(stopped.stdout).toMatch(/^# line 2: sent 0x[0-9a-f]{64}\n/)
      expect(stopped.stdout).toContain(`\namount,token,to\n2,ETH,${payee}\n`)
      await mining(world, true)
      expect((await batch(shell, stopped.stdout, ...confirmed)).code).toBe(0)
      expect((await balanceOf(world, 1, another)) - one).toBe(eth)
      expect((await balanceOf(world, 1, payee)) - two).toBe(2n * eth)
    },
  )
})
