import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { firstAccount } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { CommandOutcome, Shell } from "../harness/terminal.ts"
import { getBalance, getTokenBalance, type TestWorld } from "../harness/testWorld.ts"

const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const otherPayee = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
/** An address without a balance. */
const stranger = "0x1111111254EEB25477B68fb85Ed929f73A960582"
const eth = 10n ** 18n

const receiptSchema = z.object({ hash: z.string(), status: z.string(), entry: z.string() })
const reportSchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.nullable(z.string()),
  retryable: z.boolean(),
})

const parseDocument = ({ code, stderr, stdout }: CommandOutcome): unknown => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}

const parseReport = ({ stderr }: CommandOutcome) => reportSchema.parse(JSON.parse(stderr))

const connectShell = async (shell: Shell) => {
  expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
}

const runSend = (shell: Shell, ...words: readonly string[]) => shell.run(["send", ...words, "--yes"])

/** Disables or enables automatic mining. */
const setMining = async (world: TestWorld, auto: boolean) => {
  const url = `${world.blockchain}/control/worlds/${world.projectId}/mining?chainId=eip155:1`
  expect((await fetch(url, { method: "POST", body: JSON.stringify({ auto }) })).ok).toBe(true)
}

const parseStates = ({ stdout }: CommandOutcome) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => z.looseObject({ v: z.literal(1), state: z.string() }).parse(JSON.parse(line)))

describe("send in a pipe", () => {
  story("sends ether, and prints a document with the exact amounts", async ({ shell, world }) => {
    await connectShell(shell)
    const before = await getBalance(world, 1, otherPayee)
    const receipt = parseDocument(
      await runSend(shell, "0.5", "ETH", otherPayee, "--confirm", otherPayee, "--json"),
    )
    expect(receipt).toMatchObject({
      v: 1,
      status: "confirmed",
      network: "eip155:1",
      to: { address: otherPayee },
      payment: { symbol: "ETH", token: null, value: String(eth / 2n), decimals: 18, amount: "0.5" },
    })
    expect((await getBalance(world, 1, otherPayee)) - before).toBe(eth / 2n)
  })

  story("prints its states line by line", { tags: "full" }, async ({ shell }) => {
    await connectShell(shell)
    const states = parseStates(
      await runSend(shell, "1", "mUSDC", otherPayee, "--confirm", otherPayee, "--jsonl"),
    )
    expect(states.map(({ state }) => state)).toEqual([
      "connecting",
      "quote",
      "approval",
      "signed",
      "broadcast",
      "confirmed",
    ])
    const refused = await runSend(shell, "100000000", "mUSDC", otherPayee, "--jsonl")
    expect(parseStates(refused).at(-1)).toMatchObject({ state: "error", code: "insufficientFunds" })
  })

  story(
    "sends tokens without a return value and tokens with a transfer fee",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      for (const [symbol, decimals, reaches] of [
        ["mUSDT", 6, 10n * 10n ** 6n],
        ["mFEE", 18, 99n * 10n ** 17n],
      ] as const) {
        const sent = z
          .object({ payment: z.object({ token: z.string(), decimals: z.number() }) })
          .parse(parseDocument(await runSend(shell, "10", symbol, stranger, "--confirm", stranger, "--json")))
        expect(sent.payment.decimals).toBe(decimals)
        expect(await getTokenBalance(world, 1, sent.payment.token, stranger)).toBe(reaches)
      }
    },
  )

  story("sends nothing with --dry-run", { tags: "full" }, async ({ shell, world }) => {
    await connectShell(shell)
    const before = await getBalance(world, 1, firstAccount)
    const dry = parseDocument(await shell.run(["send", "1", "ETH", otherPayee, "--dry-run", "--json"]))
    expect(dry).toMatchObject({
      dryRun: true,
      simulation: { status: "simulated", changes: [{ value: String(-eth), before: String(10_000n * eth) }] },
      stops: [{ type: "FirstTime", address: otherPayee }],
    })
    expect(await getBalance(world, 1, firstAccount)).toBe(before)
  })

  story("signs without sending, and sends the same bytes repeatedly", async ({ shell, world }) => {
    await connectShell(shell)
    const before = await getBalance(world, 1, otherPayee)
    const signed = await runSend(shell, "2", "ETH", otherPayee, "--confirm", otherPayee, "--sign-only")
    expect(signed.code).toBe(0)
    expect(await getBalance(world, 1, otherPayee)).toBe(before)
    const first = await shell.run(["broadcast", "-"], signed.stdout)
    const second = await shell.run(["broadcast", "-"], signed.stdout)
    expect([first.code, second.code, second.stdout]).toEqual([0, 0, first.stdout])
    expect((await getBalance(world, 1, otherPayee)) - before).toBe(2n * eth)
    expect((await shell.run(["broadcast", "-"], "0xdeadbeef")).code).toBe(2)
  })
})

describe("payment warnings", () => {
  story(
    "requires the confirmation of a new recipient, the first time only",
    { tags: "full", timeout: 90_000 },
    async ({ shell }) => {
      await connectShell(shell)
      const stopped = await runSend(shell, "1", "ETH", otherPayee)
      expect([stopped.code, stopped.stdout]).toEqual([6, ""])
      expect(parseReport(stopped).hint).toContain(`--confirm ${otherPayee}`)
      expect((await runSend(shell, "1", "ETH", otherPayee, "--confirm", payee)).code).toBe(6)
      expect((await runSend(shell, "1", "ETH", otherPayee, "--confirm", otherPayee)).code).toBe(0)
      expect((await runSend(shell, "2", "ETH", otherPayee)).code).toBe(0)
    },
  )

  story(
    "requires the confirmation of a look-alike of a known recipient",
    { tags: "full", timeout: 90_000 },
    async ({ shell, world }) => {
      await connectShell(shell)
      expect((await runSend(shell, "1", "ETH", payee, "--confirm", payee)).code).toBe(0)
      const lookAlike = `${payee.slice(0, 8)}${"0".repeat(26)}${payee.slice(-8)}`.toLowerCase()
      const stopped = await runSend(shell, "1", "ETH", lookAlike)
      expect(stopped.code).toBe(6)
      expect(parseReport(stopped).message.toLowerCase()).toContain(payee.toLowerCase())
      expect(await getBalance(world, 1, lookAlike)).toBe(0n)
      expect((await runSend(shell, "1", "ETH", lookAlike, "--confirm", lookAlike)).code).toBe(0)
      expect(await getBalance(world, 1, lookAlike)).toBe(eth)
    },
  )
})

const expectRefused = (ended: CommandOutcome, code: number, says: RegExp) => {
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" })
  const { hint, message } = parseReport(ended)
  expect(`${message} ${hint}`).toMatch(says)
}

describe("exit codes of send", () => {
  story(
    "exits with 2, 3 and 10 for missing or wrong options, configuration or connection",
    async ({ shell }) => {
      expect((await runSend(shell, "1", "ETH", otherPayee)).code).toBe(10)
      await connectShell(shell)
      for (const { words, code, says } of [
        { words: ["1", "ETH"], code: 2, says: /<to>/ },
        { words: ["max", "ETH", otherPayee], code: 2, says: /--max-usd/ },
        { words: ["1", "ETH", otherPayee, "--chain", "eip155:424242"], code: 3, says: /424242/ },
      ]) {
        expectRefused(await runSend(shell, ...words), code, says)
      }
      expectRefused(await shell.run(["send", "1", "ETH", otherPayee]), 2, /--yes/)
    },
  )

  story("exits with 2 for an invalid token, address or amount", { tags: "full" }, async ({ shell }) => {
    await connectShell(shell)
    for (const { words, code, says } of [
      { words: ["1", "NOPE", otherPayee], code: 2, says: /NOPE/ },
      { words: ["1", "ETH", "0x1234"], code: 2, says: /address/ },
      { words: ["1", "ETH", payee.replace("C", "c")], code: 2, says: /typo|wrong/ },
      { words: ["0.0000001", "mUSDC", otherPayee], code: 2, says: /6 decimals/ },
    ]) {
      expectRefused(await runSend(shell, ...words), code, says)
    }
  })

  story(
    "exits with 5, 6 and 9 for a low balance, a warning, and a failing payment",
    { tags: "full" },
    async ({ shell }) => {
      await connectShell(shell)
      const nobody = `0x${"0".repeat(40)}`
      for (const { words, code, says } of [
        { words: ["10000", "ETH", otherPayee], code: 5, says: /Insufficient balance/ },
        { words: ["1000000", "mUSDC", otherPayee], code: 5, says: /Insufficient balance/ },
        { words: ["1", "ETH", otherPayee, "--max-usd", "2499.99"], code: 6, says: /--max-usd/ },
        { words: ["1", "mUSDC", nobody], code: 9, says: /fail/ },
      ]) {
        expectRefused(
          await runSend(shell, ...words, "--confirm", otherPayee, "--confirm", nobody),
          code,
          says,
        )
      }
    },
  )

  story(
    "exits with 8 when no block is mined in time, and watch reports the outcome",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      await setMining(world, false)
      const late = await runSend(shell, "1", "ETH", otherPayee, "--confirm", otherPayee, "--timeout", "1")
      expect(late.code).toBe(8)
      const { hint } = parseReport(late)
      const hash = /0x[0-9a-f]{64}/.exec(hint ?? "")?.[0] ?? ""
      expect(hint).toBe(`wmodal watch ${hash}`)

      // A repetition might send the payment twice.
      const twin = await runSend(shell, "1", "ETH", otherPayee, "--confirm", otherPayee)
      expect([twin.code, parseReport(twin).code]).toEqual([6, "twin"])

      await setMining(world, true)
      expect(receiptSchema.parse(parseDocument(await shell.run(["watch", hash, "--json"])))).toMatchObject({
        hash,
        status: "confirmed",
      })
      expect(await getBalance(world, 1, otherPayee)).toBe(10_000n * eth + eth)
    },
  )

  story(
    "exits with 7 when no node confirms the bytes, and sends nothing twice",
    { tags: "full" },
    async ({ plan, shell, world }) => {
      await connectShell(shell)
      const before = await getBalance(world, 1, otherPayee)
      const lost = { kind: "reset" } as const
      await plan([
        { match: { rpc: "eth_sendRawTransaction" }, fault: lost, carriedOut: true },
        { match: { rpc: "eth_getTransactionByHash" }, fault: lost },
        { match: { rpc: "eth_getTransactionReceipt" }, fault: lost },
      ])
      const ended = await runSend(shell, "1", "ETH", otherPayee, "--confirm", otherPayee, "--timeout", "3")
      expect(ended.code).toBe(7)
      const { code, hint, retryable } = parseReport(ended)
      expect({ code, retryable }).toEqual({ code: "unanswered", retryable: false })
      const what = /^wmodal watch (\S+)$/.exec(hint ?? "")?.[1] ?? ""

      await plan([])
      const activity = await shell.run(["activity", "--json"])
      expect(activity.stdout).toContain(what)
      const again = await shell.run(["watch", what, "--json"])
      expect(receiptSchema.parse(parseDocument(again)).status).toBe("confirmed")
      expect((await getBalance(world, 1, otherPayee)) - before).toBe(eth)
    },
  )
})

describe("payment whose broadcast never reached a node", () => {
  story(
    "is sent again by watch, and made anew after forget",
    // Each of three payments waits for an unreachable node, at most three seconds several times.
    { tags: "full", timeout: 90_000 },
    async ({ plan, shell, world }) => {
      await connectShell(shell)
      const before = await getBalance(world, 1, otherPayee)
      const unreachable = () =>
        plan(
          ["eth_sendRawTransaction", "eth_getTransactionByHash", "eth_getTransactionReceipt"].map((rpc) => ({
            match: { rpc },
            fault: { kind: "reset" },
          })),
        )
      const pay = () =>
        runSend(shell, "1", "ETH", otherPayee, "--confirm", otherPayee, "--timeout", "3", "--wait", "1")
      await unreachable()
      const ended = await pay()
      expect(ended.code).toBe(7)
      const what = /^wmodal watch (\S+)$/.exec(parseReport(ended).hint ?? "")?.[1] ?? ""
      await plan([])
      // No node has it, so only the recorded bytes can bring it there.
      const found = await shell.run(["watch", what, "--json"])
      expect(receiptSchema.parse(parseDocument(found)).status).toBe("confirmed")
      expect((await getBalance(world, 1, otherPayee)) - before).toBe(eth)

      await unreachable()
      const second = /^wmodal watch (\S+)$/.exec(parseReport(await pay()).hint ?? "")?.[1] ?? ""
      expect(second).not.toBe(what)
      expect((await shell.run(["forget", second])).code).toBe(6)
      expect((await shell.run(["forget", second, "--confirm", second])).code).toBe(0)
      await plan([])
      expect((await pay()).code).toBe(0)
      expect((await getBalance(world, 1, otherPayee)) - before).toBe(2n * eth)
    },
  )
})

describe("batch", () => {
  const csv = (lines: readonly string[]) => ["amount,token,to", ...lines].join("\n")
  const batch = (shell: Shell, text: string, ...words: readonly string[]) =>
    shell.run(["send", "-", ...words], text)
  const confirmed = ["--yes", "--confirm", otherPayee, "--confirm", payee]

  /** Expects that each batch is rejected with its third line, and that nothing is sent. */
  const expectNothingSent = async (
    shell: Shell,
    world: TestWorld,
    code: number,
    batches: readonly (readonly string[])[],
  ) => {
    const before = await getBalance(world, 1, firstAccount)
    for (const lines of batches) {
      const ended = await batch(shell, csv(lines), ...confirmed)
      expect({ lines, code: ended.code, stdout: ended.stdout }).toEqual({ lines, code, stdout: "" })
      expect(parseReport(ended).message).toMatch(/^Line 3: /)
    }
    expect(await getBalance(world, 1, firstAccount)).toBe(before)
  }

  story(
    "exits with 2 for an invalid line before it sends any",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      await expectNothingSent(shell, world, 2, [
        [`1,ETH,${otherPayee}`, "1,ETH"],
        [`1,ETH,${otherPayee}`, `1,NOPE,${otherPayee}`],
        [`1,ETH,${otherPayee}`, `1.0,ETH,${otherPayee.toLowerCase()}`],
      ])
    },
  )

  story(
    "exits with 5 for a sum that is too high before it sends any",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      await expectNothingSent(shell, world, 5, [
        [`6000,ETH,${otherPayee}`, `4000,ETH,${payee}`],
        [`6000,mUSDC,${otherPayee}`, `4000.000001,mUSDC,${payee}`],
      ])
    },
  )

  story(
    "exits with 6 or 2 without a confirmation or an approval",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      const before = await getBalance(world, 1, firstAccount)
      const stopped = await batch(shell, csv([`1,ETH,${otherPayee}`]), "--yes")
      expect([stopped.code, parseReport(stopped).message]).toEqual([6, expect.stringContaining("Line 2: ")])
      expect((await batch(shell, csv([`1,ETH,${otherPayee}`]))).code).toBe(2)
      expect(await getBalance(world, 1, firstAccount)).toBe(before)
    },
  )

  story("pays line by line, and rejects a repetition", async ({ shell, world }) => {
    await connectShell(shell)
    const [one, two] = [await getBalance(world, 1, otherPayee), await getBalance(world, 1, payee)]
    const text = csv([`1,ETH,${otherPayee}`, `2.5,ETH,${payee}`])
    const paid = await batch(shell, text, ...confirmed)
    expect({ code: paid.code, stderr: paid.stderr }).toEqual({ code: 0, stderr: "" })
    expect(paid.stdout).toMatch(/^2\tconfirmed\t0x[0-9a-f]{64}\n3\tconfirmed\t0x[0-9a-f]{64}\n$/)
    const again = await batch(shell, text, ...confirmed)
    expect(again.code).toBe(6)
    expect(parseReport(again).message).toMatch(/^Line 2: 1 ETH were sent to the same address/)
    expect((await getBalance(world, 1, otherPayee)) - one).toBe(eth)
    expect((await getBalance(world, 1, payee)) - two).toBe((5n * eth) / 2n)
  })

  story(
    "prints the sent lines and the remaining batch when it stops",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      const [one, two] = [await getBalance(world, 1, otherPayee), await getBalance(world, 1, payee)]
      await setMining(world, false)
      const lines = [`1,ETH,${otherPayee}`, `2,ETH,${payee}`]
      const stopped = await batch(shell, csv(lines), ...confirmed, "--timeout", "1")
      expect(stopped.code).toBe(8)
      expect(parseReport(stopped)).toMatchObject({
        message: expect.stringMatching(/^Line 2: /),
        hint: expect.stringContaining("Payments sent before or with it: 1."),
      })
      expect(stopped.stdout).toMatch(/^# line 2: sent 0x[0-9a-f]{64}\n/)
      expect(stopped.stdout).toContain(`\namount,token,to\n2,ETH,${payee}\n`)
      await setMining(world, true)
      expect((await batch(shell, stopped.stdout, ...confirmed)).code).toBe(0)
      expect((await getBalance(world, 1, otherPayee)) - one).toBe(eth)
      expect((await getBalance(world, 1, payee)) - two).toBe(2n * eth)
    },
  )
})
