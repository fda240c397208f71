import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { isHex, recoverMessageAddress, recoverTypedDataAddress } from "viem"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { firstAccount } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { CommandOutcome } from "../harness/terminal.ts"
import { getBalance } from "../harness/testWorld.ts"

const account = `eip155:1:${firstAccount}`
/** The private key of the first account of the test mnemonic. Public, but it must not be written. */
const firstKey = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"

const mail = {
  domain: { name: "Post", chainId: 137 },
  types: { Mail: [{ name: "text", type: "string" }] },
  primaryType: "Mail",
  message: { text: "Dear reader" },
} as const

const signedSchema = z.object({ signature: z.custom<`0x${string}`>(isHex) })

/** Parses the only JSON document on stdout, without other output. */
const parseDocument = ({ code, stdout, stderr }: CommandOutcome): unknown => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout.trimEnd().split("\n")).toHaveLength(1)
  return JSON.parse(stdout)
}

describe("terminal session with one process per command", () => {
  story("connects, reads, switches the network, and disconnects", async ({ shell, world }) => {
    const json = async (args: readonly string[]) => parseDocument(await shell.run([...args, "--json"]))

    expect(await json(["connect", "--wallet", "dev", "--yes"])).toMatchObject({
      v: 1,
      account,
      network: "eip155:1",
    })
    expect(await json(["accounts"])).toMatchObject({
      v: 1,
      accounts: [{ account, address: firstAccount, selected: true }],
    })
    expect(await json(["balances"])).toMatchObject({
      v: 1,
      account,
      complete: true,
      balances: expect.arrayContaining([
        expect.objectContaining({
          symbol: "ETH",
          token: null,
          decimals: 18,
          value: String(await getBalance(world, 1, firstAccount)),
        }),
        expect.objectContaining({ symbol: "mUSDC", decimals: 6, value: "10000000000", amount: "10000" }),
      ]),
    })
    expect(await json(["switch", "eip155:137"])).toMatchObject({ v: 1, network: "eip155:137" })
    expect(await json(["balances"])).toMatchObject({
      network: "eip155:137",
      balances: expect.arrayContaining([
        expect.objectContaining({ symbol: "POL", value: String(await getBalance(world, 137, firstAccount)) }),
      ]),
    })
    expect(await json(["disconnect"])).toMatchObject({ v: 1, disconnected: ["eip155"] })
    expect((await shell.run(["accounts"])).code).toBe(10)
  })

  story("signs a message, a message of a pipe, and typed data", async ({ shell }) => {
    const json = async (args: readonly string[], stdin?: string) =>
      parseDocument(await shell.run([...args, "--json"], stdin))

    await json(["connect", "--wallet", "dev", "--yes", "--network", "eip155:137"])
    const message = signedSchema.parse(await json(["sign", "message", "hello", "--yes"]))
    expect(await recoverMessageAddress({ message: "hello", ...message })).toBe(firstAccount)
    const piped = signedSchema.parse(await json(["sign", "message", "-", "--yes"], "from a pipe"))
    expect(await recoverMessageAddress({ message: "from a pipe", ...piped })).toBe(firstAccount)
    const typed = signedSchema.parse(
      await json(["sign", "typed-data", "-", "--yes", "--confirm", "blind"], JSON.stringify(mail)),
    )
    expect(await recoverTypedDataAddress({ ...mail, ...typed })).toBe(firstAccount)
  })

  story("prints plain lines as data only, without colours", { tags: "full" }, async ({ shell }) => {
    const connected = await shell.run(["connect", "--wallet", "dev", "--yes"])
    expect(connected.code).toBe(0)
    const accounts = await shell.run(["accounts"])
    expect(accounts.stdout).toBe(`${account}\n`)
    const balances = await shell.run(["balances"])
    expect(balances.stdout).toMatch(/^10000 ETH\n10000 mUSDC\n/)
    for (const { stdout, stderr } of [connected, accounts, balances]) {
      expect(stdout + stderr).not.toContain("\u001b")
    }
  })

  story("restricts the state folder to the user, and stores no key", async ({ shell }) => {
    await shell.run(["connect", "--wallet", "dev", "--yes"])
    const folder = join(shell.state, "wmodal")
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const files = await readdir(folder)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
      const text = (await readFile(join(folder, file), "utf8")).toLowerCase()
      expect(text).not.toContain(firstKey)
      expect(text).not.toContain("junk")
    }
  })

  story("names the option or value at fault, with exit codes", async ({ shell }) => {
    for (const { args, code, says } of [
      { args: ["frobnicate"], code: 2, says: /frobnicate/ },
      { args: ["connect"], code: 2, says: /--wallet/ },
      { args: ["connect", "--wallet", "dev"], code: 2, says: /--yes/ },
      { args: ["switch", "not-caip"], code: 2, says: /not-caip/ },
      { args: ["balances"], code: 10, says: /connect/ },
      { args: ["sign", "message", "hello", "--yes"], code: 10, says: /connect/ },
      {
        args: ["connect", "--wallet", "dev", "--yes", "--endpoints", "/nowhere.json"],
        code: 3,
        says: /nowhere/,
      },
      { args: ["switch", "eip155:424242"], code: 3, says: /424242/ },
    ]) {
      const ended = await shell.run(args)
      expect({ args, code: ended.code, stdout: ended.stdout }).toEqual({ args, code, stdout: "" })
      const error = z
        .object({
          code: z.string(),
          message: z.string(),
          hint: z.nullable(z.string()),
          retryable: z.boolean(),
        })
        .parse(JSON.parse(ended.stderr))
      expect(`${error.message} ${error.hint}`).toMatch(says)
    }
  })

  story("exits with 7 for an unreachable node", { tags: "full" }, async ({ shell }) => {
    await shell.run(["connect", "--wallet", "dev", "--yes"])
    // Neither the network's own node nor the proxy responds on the discard port.
    const nowhere = "http://127.0.0.1:9"
    const { code, stdout } = await shell.run(
      ["balances", "--rpc", `eip155:1=${nowhere}`, "--endpoints", "-"],
      JSON.stringify({ blockchain: nowhere }),
    )
    expect({ code, stdout }).toEqual({ code: 7, stdout: "" })
  })

  story("reports a working setup in doctor", async ({ shell }) => {
    expect(parseDocument(await shell.run(["doctor", "--json"]))).toMatchObject({ v: 1, ok: true })
  })
})
